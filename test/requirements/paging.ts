import { all, type Rows } from './row.ts';

/** Lists in pages. */
export const pagingRows = {
  'PAG-01': {
    level: 'MUST',
    revisions: all,
    behaviour: 'A cursor goes back exactly as it came and is not kept across sessions.',
    source: '2026-07-28/server/utilities/pagination §Implementation Guidelines',
    status: 'open',
  },
  'PAG-02': {
    level: 'MUST NOT',
    revisions: all,
    behaviour: 'An empty string is a cursor; only an absent or null one ends the list.',
    source: '2026-07-28/server/utilities/pagination §Implementation Guidelines',
    status: 'open',
  },
  'PAG-03': {
    level: 'MUST NOT',
    revisions: all,
    behaviour: 'Pages may have any size, and an empty page with a cursor goes on.',
    source: '2026-07-28/server/utilities/pagination §Pagination Model',
    status: 'open',
  },
  'PAG-04': {
    level: 'SHOULD',
    revisions: all,
    behaviour:
      'Lists with and without pages are read; a cursor that repeats or too many pages ends with an error.',
    source: '2026-07-28/server/utilities/pagination §Implementation Guidelines',
    status: 'open',
  },
  'PAG-05': {
    level: 'SHOULD',
    binds: 'server',
    revisions: all,
    behaviour: "An invalid cursor is told to the caller as the server's -32602.",
    source: '2026-07-28/server/utilities/pagination §Error Handling',
    status: 'open',
  },
  'PAG-06': {
    level: 'STATED',
    revisions: all,
    behaviour: 'Tools, prompts, resources, templates and legacy tasks are read page by page.',
    source: '2026-07-28/server/utilities/pagination §Operations Supporting Pagination',
    status: 'open',
  },
} as const satisfies Rows;
