import { all, type Rows } from './row.ts';

/** Apps: interfaces that a tool brings along. */
export const appRows = {
  'APP-01': {
    level: 'MUST',
    revisions: all,
    behaviour: 'A host that shows apps declares the extension with its MIME type.',
    source: 'SEP-1865',
    status: 'claimed',
  },
  'APP-02': {
    level: 'STATED',
    revisions: all,
    behaviour:
      "A tool's app and its visibility are read from `_meta.ui`, or from the older flat key, and all `_meta` is kept.",
    source: 'SEP-1865',
    status: 'claimed',
  },
  'APP-03': {
    level: 'MUST',
    revisions: all,
    behaviour:
      'A tool not meant for the model is kept from it, and an app may call only tools meant for apps of its server.',
    source: 'SEP-1865',
    status: 'claimed',
  },
  'APP-04': {
    level: 'STATED',
    revisions: all,
    behaviour: 'A `ui://` resource is read with its content policy, permissions and display hints.',
    source: 'SEP-1865',
    status: 'claimed',
  },
  'APP-05': {
    level: 'STATED',
    revisions: all,
    behaviour: "The messages between an app's view and its host are known.",
    source: 'SEP-1865',
    status: {
      excluded:
        'the talk of a view with its host goes over `postMessage` and belongs to a program that draws views, not to a client of servers',
    },
  },
  'APP-06': {
    level: 'STATED',
    revisions: all,
    behaviour:
      'Talk with an app is a layer above the client, whose calls go through it like all others.',
    source: 'SEP-1865',
    status: {
      excluded: 'no layer for views is here; one on top calls through `Client` as any program does',
    },
  },
} as const satisfies Rows;
