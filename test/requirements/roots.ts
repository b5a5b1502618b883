import { all, legacy, type Rows } from './row.ts';

/** Roots. */
export const rootRows = {
  'ROO-01': {
    level: 'MUST',
    revisions: all,
    behaviour: 'Roots are `file:` URIs that the application named, checked before they are told.',
    source: '2026-07-28/client/roots §Root; 2026-07-28/client/roots §Security Considerations',
    status: 'claimed',
  },
  'ROO-02': {
    level: 'MUST',
    revisions: legacy,
    behaviour: 'When the roots change a legacy server that was promised it is told.',
    source: '2025-11-25/client/roots §Root List Changes',
    status: 'claimed',
  },
  'ROO-03': {
    level: 'SHOULD',
    revisions: legacy,
    behaviour:
      'A legacy request for roots is answered -32601 without a handler and -32603 if that fails.',
    source: '2025-11-25/client/roots §Error Handling',
    status: 'claimed',
  },
} as const satisfies Rows;
