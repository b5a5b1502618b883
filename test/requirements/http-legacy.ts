import { streamableLegacy, type Rows } from './row.ts';

/** Streamable HTTP with sessions, as the legacy era has it. */
export const httpLegacyRows = {
  'HTL-01': {
    level: 'MUST',
    revisions: streamableLegacy,
    behaviour:
      'In a legacy session each message, answers too, is a POST that accepts both content types.',
    source: '2025-11-25/basic/transports §Sending Messages to the Server',
    status: 'claimed',
  },
  'HTL-02': {
    level: 'MUST',
    revisions: streamableLegacy,
    behaviour:
      'A notification or answer is accepted with 202 or any other 2xx; an error status may carry an error without an id.',
    source: '2025-11-25/basic/transports §Sending Messages to the Server',
    status: 'claimed',
  },
  'HTL-03': {
    level: 'MUST',
    revisions: streamableLegacy,
    behaviour: 'A legacy request is answered as JSON or as an event stream, and both are read.',
    source: '2025-11-25/basic/transports §Sending Messages to the Server',
    status: 'claimed',
  },
  'HTL-04': {
    level: 'MUST',
    revisions: ['2025-06-18', '2025-11-25'],
    behaviour: 'After `initialize` the negotiated version stands on each POST, GET and DELETE.',
    source: '2025-11-25/basic/transports §Protocol Version Header',
    status: 'claimed',
  },
  'HTL-05': {
    level: 'MUST',
    revisions: streamableLegacy,
    behaviour:
      'A session id that the server gives is checked, repeated on all later requests and kept out of logs.',
    source: '2025-11-25/basic/transports §Session Management',
    status: 'claimed',
  },
  'HTL-06': {
    level: 'MUST',
    revisions: streamableLegacy,
    behaviour:
      'A 404 with a session ends it: a new handshake without the id, and what was set in the session is set again.',
    source: '2025-11-25/basic/transports §Session Management',
    status: 'claimed',
  },
  'HTL-07': {
    level: 'DER',
    revisions: streamableLegacy,
    behaviour: 'A 400 that speaks of the session is taken once as its loss.',
    source: 'INT observed servers',
    status: 'claimed',
  },
  'HTL-08': {
    level: 'SHOULD',
    revisions: streamableLegacy,
    behaviour: 'Closing sends DELETE with the session id; 404 and 405 count as closed.',
    source: '2025-11-25/basic/transports §Session Management',
    status: 'claimed',
  },
  'HTL-09': {
    level: 'MAY',
    revisions: streamableLegacy,
    behaviour:
      'After the handshake a GET stream is opened; 405 means that there is none and is no error.',
    source: '2025-11-25/basic/transports §Listening for Messages from the Server',
    status: 'claimed',
  },
  'HTL-10': {
    level: 'MUST',
    revisions: streamableLegacy,
    behaviour:
      'Server requests and notifications are taken from any stream, and each request is answered by a new POST.',
    source:
      '2025-11-25/basic/transports §Sending Messages to the Server; 2025-11-25/basic/utilities/tasks',
    status: 'claimed',
  },
  'HTL-11': {
    level: 'MUST NOT',
    binds: 'server',
    revisions: streamableLegacy,
    behaviour: 'A response is matched by id on whichever stream it arrives.',
    source: '2025-11-25/basic/transports §Listening for Messages from the Server',
    status: 'claimed',
  },
  'HTL-12': {
    level: 'MAY',
    revisions: streamableLegacy,
    behaviour: 'Several streams may be open at once, and each message is taken once.',
    source: '2025-11-25/basic/transports §Multiple Connections',
    status: 'claimed',
  },
  'HTL-13': {
    level: 'SHOULD NOT',
    revisions: streamableLegacy,
    behaviour:
      'A dropped connection cancels nothing in the legacy era; cancelling takes a notification.',
    source: '2025-11-25/basic/transports §Sending Messages to the Server',
    status: 'claimed',
  },
  'HTL-14': {
    level: 'MUST',
    revisions: streamableLegacy,
    behaviour: 'A `retry` field sets how long we wait before the stream is opened again.',
    source:
      '2025-11-25/basic/transports §Sending Messages to the Server; conformance client/sse-retry',
    status: 'claimed',
  },
  'HTL-15': {
    level: 'SHOULD',
    revisions: ['2025-11-25'],
    behaviour:
      'An event with an id and no data moves the resume position, and the server may then close.',
    source: 'SEP-1699',
    status: 'claimed',
  },
  'HTL-16': {
    level: 'SHOULD',
    revisions: streamableLegacy,
    behaviour:
      'A stream resumes by GET with the last event id of that stream, whichever verb opened it.',
    source: '2025-11-25/basic/transports §Resumability and Redelivery',
    status: 'claimed',
  },
  'HTL-17': {
    level: 'DER',
    revisions: streamableLegacy,
    behaviour:
      'A broken stream that never had an event id fails its call; with one the call waits, within its timeout.',
    source: '2025-11-25/basic/transports §Resumability and Redelivery',
    status: 'claimed',
  },
  'HTL-18': {
    level: 'DER',
    revisions: streamableLegacy,
    behaviour:
      '404 or 405 to a resuming GET ends the attempt; without a `retry` back-off grows to a cap and a last try.',
    source: 'INT observed servers',
    status: 'claimed',
  },
  'HTL-19': {
    level: 'DER',
    revisions: ['2025-11-25'],
    behaviour:
      'A stream closed without the response is opened again where an event id is known, and never after the response.',
    source: 'SEP-1699',
    status: 'claimed',
  },
  'HTL-20': {
    level: 'MAY',
    revisions: streamableLegacy,
    behaviour:
      'The GET stream is opened again when the server closes it, after the wait it asked for, and we may close it at will.',
    source: '2025-11-25/basic/transports §Listening for Messages from the Server',
    status: 'claimed',
  },
  'HTL-21': {
    level: 'MUST',
    revisions: streamableLegacy,
    behaviour: 'The token stands on every request of a session and not on its first alone.',
    source: '2025-03-26/basic/authorization §Token Requirements',
    status: 'claimed',
  },
  'HTL-22': {
    level: 'MUST',
    binds: 'server',
    revisions: streamableLegacy,
    behaviour: 'A 403 for a refused origin fails with that reason and starts no sign-in.',
    source: '2025-11-25/basic/transports §Security Warning',
    status: 'claimed',
  },
} as const satisfies Rows;
