import { legacy, modern, type Rows } from './row.ts';

/** Ping, in the legacy era. */
export const pingRows = {
  'PNG-01': {
    level: 'MUST',
    revisions: legacy,
    behaviour: 'A legacy ping is answered at once with an empty result, also during the handshake.',
    source: '2025-11-25/basic/utilities/ping §Behavior Requirements',
    status: 'claimed',
  },
  'PNG-02': {
    level: 'SHOULD',
    revisions: legacy,
    behaviour:
      'Pings can be sent at an interval, and one that is not answered in time shows a dead connection.',
    source: '2025-11-25/basic/utilities/ping §Implementation Considerations',
    status: 'claimed',
  },
  'PNG-03': {
    level: 'STATED',
    revisions: modern,
    behaviour: 'A modern server is never sent ping; its liveness is asked by `server/discover`.',
    source: '2026-07-28/changelog §Major changes',
    status: 'claimed',
  },
} as const satisfies Rows;
