import type { Rows } from './row.ts';

/** Arrays of messages, which only 2025-03-26 has. */
export const batchingRows = {
  'BAT-01': {
    level: 'MUST',
    revisions: ['2025-03-26'],
    behaviour:
      'A line, a body or an event that holds an array of messages is taken apart, whatever kinds it mixes.',
    source: '2025-03-26/basic/index §Batching',
    status: 'claimed',
  },
  'BAT-02': {
    level: 'MAY',
    revisions: ['2025-03-26'],
    behaviour: 'We send one message at a time and never a batch.',
    source: '2025-03-26/basic/index §Batching',
    status: 'claimed',
  },
  'BAT-03': {
    level: 'MUST',
    revisions: ['2025-03-26'],
    behaviour: 'A batch sent over HTTP never mixes responses with requests or notifications.',
    source: '2025-03-26/basic/transports §Sending Messages to the Server',
    status: 'claimed',
  },
  'BAT-04': {
    level: 'MUST',
    revisions: ['2025-03-26'],
    behaviour: '`initialize` goes out alone, not in an array.',
    source: '2025-03-26/basic/lifecycle §Initialization',
    status: 'claimed',
  },
  'BAT-05': {
    level: 'DER',
    revisions: ['2025-03-26'],
    behaviour:
      'Requests that arrive in a batch are each answered by itself, notifications get nothing, an empty array is reported.',
    source: '2025-03-26/basic/transports §Sending Messages to the Server; JSON-RPC 2.0 §6',
    status: 'claimed',
  },
  'BAT-06': {
    level: 'DER',
    revisions: ['2025-03-26'],
    behaviour:
      'Responses of a batch may come in any order and over several events; each is matched by its id alone.',
    source: '2025-03-26/basic/transports §Sending Messages to the Server',
    status: 'claimed',
  },
  'BAT-07': {
    level: 'DER',
    revisions: ['2024-11-05', '2025-06-18', '2025-11-25', '2026-07-28'],
    behaviour:
      'Where the revision has no batches an array is unpacked in the legacy era by default, and refused in the modern one.',
    source: '2025-06-18/changelog',
    status: 'claimed',
  },
} as const satisfies Rows;
