import { all, legacy, modern, type Rows } from './row.ts';

/** Cancelling and timing out. */
export const cancellationRows = {
  'CAN-01': {
    level: 'MUST',
    revisions: modern,
    behaviour: 'On modern stdio a cancelled call sends `notifications/cancelled` with its id.',
    source: '2026-07-28/basic/transports/stdio §Cancellation',
    status: 'claimed',
  },
  'CAN-02': {
    level: 'MUST',
    binds: 'server',
    revisions: modern,
    behaviour:
      'On modern HTTP a cancelled call closes its stream, or aborts its POST, and sends no notification.',
    source:
      '2026-07-28/basic/patterns/cancellation §Transport-Specific Cancellation; 2026-07-28/basic/transports/streamable-http §Cancellation',
    status: 'claimed',
  },
  'CAN-03': {
    level: 'SHOULD',
    revisions: legacy,
    behaviour:
      'In a legacy session a cancelled call sends `notifications/cancelled` on every transport.',
    source:
      '2025-11-25/basic/utilities/cancellation §Cancellation Flow; 2025-11-25/basic/transports §Sending Messages to the Server',
    status: 'claimed',
  },
  'CAN-04': {
    level: 'MUST NOT',
    revisions: legacy,
    behaviour: '`initialize` is never cancelled on the wire.',
    source: '2025-11-25/basic/utilities/cancellation §Behavior Requirements',
    status: 'claimed',
  },
  'CAN-05': {
    level: 'MUST',
    revisions: ['2025-11-25'],
    behaviour: 'A call that runs as a task is cancelled by `tasks/cancel` and not by notification.',
    source:
      '2025-11-25/basic/utilities/cancellation §Behavior Requirements; ext-tasks/draft/tasks §Task Cancellation',
    status: 'claimed',
  },
  'CAN-06': {
    level: 'MUST',
    revisions: all,
    behaviour: 'We cancel only requests of our own that still wait.',
    source: '2026-07-28/basic/patterns/cancellation §Behavior Requirements',
    status: 'claimed',
  },
  'CAN-07': {
    level: 'SHOULD',
    revisions: all,
    behaviour: 'An answer that comes after its call was cancelled is dropped without a report.',
    source: '2026-07-28/basic/patterns/cancellation §Behavior Requirements',
    status: 'claimed',
  },
  'CAN-08': {
    level: 'SHOULD',
    revisions: legacy,
    behaviour:
      'When the server cancels its own request our handler is told to stop and no answer is sent.',
    source: '2025-11-25/basic/utilities/cancellation §Behavior Requirements',
    status: 'claimed',
  },
  'CAN-09': {
    level: 'MUST',
    revisions: modern,
    behaviour:
      "A modern server's cancellation ends the subscription that it names; about any other id it is reported only.",
    source:
      '2026-07-28/basic/patterns/cancellation §Behavior Requirements; 2026-07-28/schema §CancelledNotification',
    status: 'claimed',
  },
  'CAN-10': {
    level: 'SHOULD',
    revisions: all,
    behaviour:
      'A cancellation that is malformed or names an unknown or finished request changes nothing.',
    source: '2026-07-28/basic/patterns/cancellation §Error Handling',
    status: 'claimed',
  },
  'CAN-11': {
    level: 'SHOULD',
    revisions: all,
    behaviour:
      'Every request has a time limit and a total one; when it ends the request is cancelled as its era does it.',
    source:
      '2026-07-28/basic/patterns/cancellation §Timeouts; 2025-11-25/basic/lifecycle §Timeouts',
    status: 'claimed',
  },
  'CAN-12': {
    level: 'DER',
    revisions: modern,
    behaviour: 'A listen stream has no time limit of its own, but its acknowledgement has one.',
    source: '2026-07-28/basic/patterns/subscriptions §Acknowledgment',
    status: 'claimed',
  },
  'CAN-13': {
    level: 'DER',
    revisions: all,
    behaviour: "Time that a person takes to answer does not count against a call's limit.",
    source: '2025-11-25/basic/lifecycle §Timeouts',
    status: 'claimed',
  },
  'CAN-14': {
    level: 'SHOULD',
    revisions: all,
    behaviour:
      'The reason of a cancellation reaches the log, and a legacy one without a request id is tolerated.',
    source:
      '2026-07-28/basic/patterns/cancellation §Implementation Notes; 2025-11-25/schema §CancelledNotificationParams',
    status: 'claimed',
  },
} as const satisfies Rows;
