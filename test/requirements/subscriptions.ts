import { legacy, modern, since20250618, type Rows } from './row.ts';

/** Changes that a client wants to hear of. */
export const subscriptionRows = {
  'SUB-01': {
    level: 'STATED',
    revisions: legacy,
    behaviour:
      'In a legacy session changes of lists arrive by themselves, and changes of a resource after subscribing to it.',
    source:
      '2025-11-25/server/resources §Subscriptions; 2025-11-25/server/tools §List Changed Notification',
    status: 'claimed',
  },
  'SUB-02': {
    level: 'MUST',
    revisions: modern,
    behaviour:
      'In the modern era a listen request names the kinds of change that are wanted, and nothing else is expected.',
    source: '2026-07-28/basic/patterns/subscriptions §Notification Filter',
    status: 'claimed',
  },
  'SUB-03': {
    level: 'MUST',
    binds: 'server',
    revisions: modern,
    behaviour: 'A subscription counts as open once its acknowledgement has come.',
    source: '2026-07-28/basic/patterns/subscriptions §Acknowledgment',
    status: 'claimed',
  },
  'SUB-04': {
    level: 'SHOULD',
    revisions: modern,
    behaviour:
      'What the acknowledgement leaves out of the filter is told to the watcher as not supported.',
    source: '2026-07-28/basic/patterns/subscriptions §Acknowledgment',
    status: 'claimed',
  },
  'SUB-05': {
    level: 'MUST',
    revisions: modern,
    behaviour: 'Several subscriptions run at once, and each gets only its own notifications.',
    source: '2026-07-28/basic/patterns/subscriptions §Multiple Concurrent Subscriptions',
    status: 'claimed',
  },
  'SUB-06': {
    level: 'STATED',
    revisions: modern,
    behaviour:
      "A subscription that ends by the server's result or cancellation, or by a drop, is opened again; one that we end is not.",
    source:
      '2026-07-28/basic/patterns/subscriptions §Cancellation; 2026-07-28/basic/patterns/subscriptions §Graceful Closure',
    status: 'claimed',
  },
  'SUB-07': {
    level: 'MUST',
    revisions: modern,
    behaviour: 'Once a broken stdio connection is back the listen requests are sent again.',
    source: '2026-07-28/basic/patterns/subscriptions §Cancellation',
    status: 'claimed',
  },
  'SUB-08': {
    level: 'DER',
    revisions: modern,
    behaviour:
      'A new filter opens before the old one is closed, and after a new connection something may have been missed.',
    source: '2026-07-28/basic/patterns/subscriptions',
    status: 'claimed',
  },
  'SUB-09': {
    level: 'DER',
    revisions: modern,
    behaviour: 'A listen request that is answered with an error fails with it.',
    source: 'ext-tasks/draft/tasks §Protocol Errors',
    status: 'claimed',
  },
  'SUB-10': {
    level: 'DER',
    revisions: modern,
    behaviour: 'A subscription is opened again with growing waits.',
    source: '2026-07-28/basic/patterns/subscriptions §Graceful Closure',
    status: 'claimed',
  },
  'SUB-11': {
    level: 'STATED',
    revisions: since20250618,
    behaviour: 'An update about a part of a watched resource reaches its watcher.',
    source: '2026-07-28/schema §ResourceUpdatedNotificationParams',
    status: 'claimed',
  },
  'SUB-12': {
    level: 'MUST NOT',
    binds: 'server',
    revisions: modern,
    behaviour: 'Progress and log messages on a listen stream are no changes and are passed over.',
    source: '2026-07-28/basic/transports/streamable-http §Receiving Messages',
    status: 'claimed',
  },
} as const satisfies Rows;
