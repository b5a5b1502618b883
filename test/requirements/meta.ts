import { all, legacy, modern, since20250618, since20251125, type Rows } from './row.ts';

/** What stands in `_meta`. */
export const metaRows = {
  'META-01': {
    level: 'MUST',
    revisions: modern,
    behaviour:
      'Every modern request, discovery and retries too, names its protocol version in `_meta`.',
    source: '2026-07-28/basic/index §_meta',
    status: 'claimed',
  },
  'META-02': {
    level: 'MUST',
    revisions: modern,
    behaviour:
      "Every modern request lists the client's capabilities in `_meta`, as an empty object if there are none.",
    source: '2026-07-28/basic/index §_meta',
    status: 'claimed',
  },
  'META-03': {
    level: 'SHOULD',
    revisions: modern,
    behaviour:
      'Every modern request says in `_meta` who the client is, unless the application turned that off.',
    source: '2026-07-28/basic/index §_meta',
    status: 'claimed',
  },
  'META-04': {
    level: 'MAY',
    revisions: modern,
    behaviour:
      'A log level goes into the `_meta` of a modern request where the caller wants log messages for it.',
    source: '2026-07-28/server/utilities/logging §Per-request log level',
    status: 'claimed',
  },
  'META-05': {
    level: 'MAY',
    revisions: all,
    behaviour:
      'A progress token goes into the `_meta` of requests only, beside whatever else stands there.',
    source: '2026-07-28/basic/patterns/progress',
    status: 'claimed',
  },
  'META-06': {
    level: 'MAY',
    revisions: all,
    behaviour:
      'Trace context travels in `_meta` as `traceparent`, `tracestate` and `baggage`, in W3C form.',
    source: '2026-07-28/basic/index §_meta; SEP-414',
    status: 'claimed',
  },
  'META-07': {
    level: 'MUST',
    revisions: since20250618,
    behaviour:
      'Keys that an application puts into `_meta` must keep the key grammar, or the call is refused here.',
    source: '2026-07-28/basic/index §_meta',
    status: 'claimed',
  },
  'META-08': {
    level: 'MUST NOT',
    revisions: since20251125,
    behaviour:
      'We make no `_meta` key of our own under a prefix that any revision reserves for MCP.',
    source: '2026-07-28/basic/index §_meta; 2025-06-18/basic/index §_meta',
    status: 'claimed',
  },
  'META-09': {
    level: 'MUST NOT',
    revisions: since20250618,
    behaviour:
      'The value at a reserved `_meta` key is checked before use; a malformed one counts as absent.',
    source: '2026-07-28/basic/index §_meta',
    status: 'claimed',
  },
  'META-10': {
    level: 'SHOULD NOT',
    revisions: modern,
    behaviour:
      'What a server says about itself is for display and logs: nothing is decided or named by it.',
    source: '2026-07-28/basic/index §_meta; 2026-07-28/server/tools §Tool Names',
    status: 'claimed',
  },
  'META-11': {
    level: 'MUST',
    revisions: modern,
    behaviour:
      'A notification of a listen stream finds its subscription by the id in its `_meta`, type included.',
    source: '2026-07-28/basic/patterns/subscriptions §Receiving Notifications',
    status: 'claimed',
  },
  'META-12': {
    level: 'DER',
    revisions: modern,
    behaviour:
      'Input requests inside a result, and our answers to them, carry neither an envelope nor per-request `_meta`.',
    source: '2026-07-28/schema §InputRequests; 2026-07-28/schema §InputResponses',
    status: 'claimed',
  },
  'META-13': {
    level: 'DER',
    revisions: modern,
    behaviour: 'Our notifications go out without the `_meta` that requests need.',
    source: '2026-07-28/schema §NotificationParams',
    status: 'claimed',
  },
  'META-14': {
    level: 'INT',
    revisions: legacy,
    behaviour:
      'Once a session is legacy no modern `io.modelcontextprotocol/…` request key is sent in it.',
    source:
      '2026-07-28/basic/versioning §Backward Compatibility with Initialization-Based Versions',
    status: 'claimed',
  },
  'META-15': {
    level: 'MUST',
    revisions: ['2025-11-25'],
    behaviour:
      "Messages that belong to a legacy task name it in `_meta`, and a task's result may carry an immediate text for the model.",
    source: '2025-11-25/basic/utilities/tasks §Associating Task-Related Messages',
    status: 'claimed',
  },
} as const satisfies Rows;
