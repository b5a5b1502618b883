import { all, legacy, modern, since20251125, type Rows } from './row.ts';

/** Messages, ids and results of JSON-RPC. */
export const jsonRpcRows = {
  'RPC-01': {
    level: 'MUST',
    revisions: all,
    behaviour:
      'Every message out and in has `jsonrpc: "2.0"` and the shape of a request, a notification or a response.',
    source: '2026-07-28/basic/index §Messages; 2024-11-05/basic/messages',
    status: 'claimed',
  },
  'RPC-02': {
    level: 'MUST',
    revisions: all,
    behaviour: 'Ids that we send are strings or whole numbers, never null and never a fraction.',
    source: '2026-07-28/basic/index §Requests; 2026-07-28/schema §RequestId',
    status: 'claimed',
  },
  'RPC-03': {
    level: 'MUST',
    revisions: legacy,
    behaviour: 'Within a legacy session no request id of ours is used a second time.',
    source: '2025-11-25/basic/index §Requests',
    status: 'claimed',
  },
  'RPC-04': {
    level: 'MUST',
    revisions: modern,
    behaviour: 'A new request never has the id of one of ours that still waits for its answer.',
    source: '2026-07-28/basic/index §Requests',
    status: 'claimed',
  },
  'RPC-05': {
    level: 'DER',
    revisions: modern,
    behaviour:
      'Ids of cancelled calls, timed-out calls and open listen streams stay reserved as long as a late answer can come.',
    source: '2026-07-28/basic/patterns/subscriptions; 2026-07-28/basic/patterns/cancellation',
    status: 'claimed',
  },
  'RPC-06': {
    level: 'MUST',
    revisions: all,
    behaviour:
      'A notification has no id and gets no answer; one that we do not know is passed over.',
    source: '2026-07-28/basic/index §Notifications',
    status: 'claimed',
  },
  'RPC-07': {
    level: 'MUST',
    revisions: all,
    behaviour:
      'An answer settles only the call with its exact id (`1` is not `"1"`), and has a result or an error, not both.',
    source: '2026-07-28/basic/index §Responses',
    status: 'claimed',
  },
  'RPC-08': {
    level: 'MUST',
    revisions: since20251125,
    behaviour:
      "An error without an id, or with a null one, is accepted: over HTTP it ends its own POST's call, over stdio it is reported.",
    source: '2026-07-28/basic/index §Error Responses; 2026-07-28/schema §JSONRPCErrorResponse',
    status: 'claimed',
  },
  'RPC-09': {
    level: 'MUST',
    revisions: all,
    behaviour: 'An error is read as whole-number code, message text and any data at all.',
    source: '2026-07-28/basic/index §Error Responses',
    status: 'claimed',
  },
  'RPC-10': {
    level: 'MUST',
    revisions: modern,
    behaviour:
      '`resultType` decides how a result is read: complete, input_required, or a type of an extension that we declared.',
    source: '2026-07-28/basic/index §ResultType',
    status: 'claimed',
  },
  'RPC-11': {
    level: 'MUST',
    revisions: modern,
    behaviour: 'A result that has no `resultType` is read as complete.',
    source: '2026-07-28/basic/index §ResultType; 2026-07-28/schema §Result',
    status: 'claimed',
  },
  'RPC-12': {
    level: 'MUST',
    revisions: modern,
    behaviour:
      'A `resultType` that we do not know fails the call as an invalid response; its shape is never guessed.',
    source: '2026-07-28/basic/index §ResultType',
    status: 'claimed',
  },
  'RPC-13': {
    level: 'MUST',
    revisions: all,
    behaviour: 'Messages are written and read as UTF-8 on every transport.',
    source: '2026-07-28/basic/transports/index §Messages; 2025-11-25/basic/transports',
    status: 'claimed',
  },
  'RPC-14': {
    level: 'MUST',
    revisions: modern,
    behaviour: 'On a modern connection we write requests and notifications only, never a response.',
    source:
      '2026-07-28/basic/transports/index §Messages; 2026-07-28/basic/transports/stdio §Sending Messages',
    status: 'claimed',
  },
  'RPC-15': {
    level: 'DER',
    revisions: modern,
    behaviour: 'A request that a modern server sends us is dropped and reported, and not answered.',
    source: '2026-07-28/basic/patterns/index',
    status: 'claimed',
  },
  'RPC-16': {
    level: 'MUST',
    revisions: legacy,
    behaviour:
      "A legacy server's request is answered: ping always, features that have a handler, the rest with -32601.",
    source: '2025-11-25/basic/index §Responses',
    status: 'claimed',
  },
  'RPC-17': {
    level: 'SHOULD',
    revisions: modern,
    behaviour:
      "Errors made on our side have their own class and string codes, so that none can pass for the peer's.",
    source: '2026-07-28/basic/index §Error Codes',
    status: 'claimed',
  },
  'RPC-18': {
    level: 'DER',
    revisions: all,
    behaviour:
      'Members that we do not know are kept in results, capabilities, `_meta` and tool schemas.',
    source: '2026-07-28/schema §Result; 2026-07-28/schema §Tool',
    status: 'claimed',
  },
  'RPC-19': {
    level: 'MUST',
    revisions: modern,
    behaviour:
      'What spans modern requests travels in them; nothing is read into which connection or process carries one.',
    source: '2026-07-28/basic/index §Statelessness',
    status: 'claimed',
  },
} as const satisfies Rows;
