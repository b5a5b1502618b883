import { all, since20250326, type Rows } from './row.ts';

/** Completion of arguments. */
export const completionRows = {
  'CMP-01': {
    level: 'STATED',
    revisions: since20250326,
    behaviour: 'Completion is asked where it was declared; of a 2024-11-05 server it is tried.',
    source: '2026-07-28/server/utilities/completion §Capabilities',
    status: 'claimed',
  },
  'CMP-02': {
    level: 'STATED',
    revisions: all,
    behaviour:
      'A completion names its prompt or template, the argument and the values chosen so far.',
    source: '2026-07-28/server/utilities/completion §Requesting Completions',
    status: 'claimed',
  },
  'CMP-03': {
    level: 'SHOULD',
    revisions: all,
    behaviour: 'Completions cope with partial lists, and repeated ones can be spared.',
    source: '2026-07-28/server/utilities/completion §Implementation Considerations',
    status: 'claimed',
  },
} as const satisfies Rows;
