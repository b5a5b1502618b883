import { all, type Rows } from './row.ts';

/** Lists in pages. */
export const pagingRows = {
  'PAG-01': {
    level: 'MUST',
    revisions: all,
    behaviour: 'A cursor goes back exactly as it came, and only while its list is read.',
    source: '2026-07-28/server/utilities/pagination §Implementation Guidelines',
    status: 'claimed',
  },
  'PAG-02': {
    level: 'MUST NOT',
    revisions: all,
    behaviour: 'An empty string is a cursor; only an absent or null one ends the list.',
    source: '2026-07-28/server/utilities/pagination §Implementation Guidelines',
    status: 'claimed',
  },
  'PAG-03': {
    level: 'MUST NOT',
    revisions: all,
    behaviour: 'Pages may have any size, and an empty page with a cursor goes on.',
    source: '2026-07-28/server/utilities/pagination §Pagination Model',
    status: 'claimed',
  },
  'PAG-04': {
    level: 'SHOULD',
    revisions: all,
    behaviour:
      'Lists with and without pages are read; a cursor that repeats or too many pages end the list, and that is told.',
    source: '2026-07-28/server/utilities/pagination §Implementation Guidelines',
    status: 'claimed',
  },
  'PAG-05': {
    level: 'SHOULD',
    binds: 'server',
    revisions: all,
    behaviour: "An invalid cursor is told to the caller as the server's -32602.",
    source: '2026-07-28/server/utilities/pagination §Error Handling',
    status: 'claimed',
  },
  'PAG-06': {
    level: 'STATED',
    revisions: all,
    behaviour: 'Tools, prompts, resources and templates are read page by page.',
    source: '2026-07-28/server/utilities/pagination §Operations Supporting Pagination',
    status: 'claimed',
  },
} as const satisfies Rows;
