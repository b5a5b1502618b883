import { all, legacy, modern, type Rows } from './row.ts';

/** Resources and their templates. */
export const resourceRows = {
  'RES-01': {
    level: 'SHOULD',
    revisions: modern,
    behaviour: '-32602 and, from older servers, -32002 both mean that a resource does not exist.',
    source: '2026-07-28/server/resources §Error Handling; SEP-2164',
    status: 'claimed',
  },
  'RES-02': {
    level: 'STATED',
    revisions: all,
    behaviour: 'A read gives any number of contents, each text or base64; none at all is no error.',
    source: '2026-07-28/server/resources §Resource Contents',
    status: 'claimed',
  },
  'RES-03': {
    level: 'MAY',
    revisions: all,
    behaviour:
      'Resources are read through their server, `https:` ones too, unless the host does otherwise.',
    source: '2026-07-28/server/resources §Common URI Schemes',
    status: 'claimed',
  },
  'RES-04': {
    level: 'STATED',
    revisions: all,
    behaviour: 'A URI template is expanded by RFC 6570, and its variables can be completed.',
    source: '2026-07-28/server/resources §Resource Templates',
    status: 'claimed',
  },
  'RES-05': {
    level: 'STATED',
    revisions: all,
    behaviour: 'Audience, priority and last modification are carried through as hints.',
    source: '2026-07-28/server/resources §Annotations',
    status: 'claimed',
  },
  'RES-06': {
    level: 'STATED',
    revisions: legacy,
    behaviour: 'A legacy resource subscription is sent only where the server declared it.',
    source: '2025-11-25/server/resources §Subscriptions',
    status: 'claimed',
  },
} as const satisfies Rows;
