import type { Rows } from './row.ts';

/** Tasks as 2025-11-25 tried them. */
export const legacyTaskRows = {
  'TSK-01': {
    level: 'MUST NOT',
    revisions: ['2025-11-25'],
    behaviour: 'A legacy call asks for a task only where server and tool both support it.',
    source: '2025-11-25/basic/utilities/tasks §Tool-Level Negotiation',
    status: 'claimed',
  },
  'TSK-02': {
    level: 'MUST',
    binds: 'server',
    revisions: ['2025-11-25'],
    behaviour: 'A call that asked for a task accepts a task or an ordinary result.',
    source:
      '2025-11-25/basic/utilities/tasks §Creating Tasks; 2025-11-25/basic/utilities/tasks §Task Support and Handling',
    status: 'claimed',
  },
  'TSK-03': {
    level: 'STATED',
    revisions: ['2025-11-25'],
    behaviour:
      'A legacy task is read with its status, times, `ttl` and poll interval; three states are final.',
    source: '2025-11-25/basic/utilities/tasks §Data Types',
    status: 'claimed',
  },
  'TSK-04': {
    level: 'SHOULD',
    revisions: ['2025-11-25'],
    behaviour:
      'A task is polled at its interval, and its result is what the call would have given.',
    source: '2025-11-25/basic/utilities/tasks §Result Retrieval',
    status: 'claimed',
  },
  'TSK-05': {
    level: 'SHOULD',
    revisions: ['2025-11-25'],
    behaviour:
      'A task that wants input is met by asking for its result, so that its requests can come.',
    source: '2025-11-25/basic/utilities/tasks §Input Required Status',
    status: 'claimed',
  },
  'TSK-06': {
    level: 'MUST',
    revisions: ['2025-11-25'],
    behaviour:
      'Our answers about a task carry its id in `_meta`; requests that name it in their params do not.',
    source: '2025-11-25/basic/utilities/tasks §Associating Task-Related Messages',
    status: 'claimed',
  },
  'TSK-07': {
    level: 'MUST',
    revisions: ['2025-11-25'],
    behaviour:
      'A task is cancelled by `tasks/cancel`, a finished one gives -32602, and its result may be gone afterwards.',
    source: '2025-11-25/basic/utilities/tasks §Task Cancellation',
    status: 'claimed',
  },
  'TSK-08': {
    level: 'MUST NOT',
    revisions: ['2025-11-25'],
    behaviour: 'Task status notifications may come or not: nothing waits for them.',
    source: '2025-11-25/basic/utilities/tasks §Task Notifications',
    status: 'claimed',
  },
  'TSK-09': {
    level: 'STATED',
    revisions: ['2025-11-25'],
    behaviour: "A failed task gives the tool's own error result or the error that it met.",
    source: '2025-11-25/basic/utilities/tasks §Task Execution Errors',
    status: 'claimed',
  },
  'TSK-10': {
    level: 'STATED',
    revisions: ['2025-11-25'],
    behaviour:
      'A server may run its requests to us as tasks where we declared that; else its task field is passed over.',
    source: '2025-11-25/basic/utilities/tasks §Client Capabilities',
    status: 'claimed',
  },
  'TSK-11': {
    level: 'STATED',
    revisions: ['2025-11-25'],
    behaviour:
      '-32602, -32601, -32600 and -32603 about tasks become errors that say what they mean.',
    source: '2025-11-25/basic/utilities/tasks §Protocol Errors',
    status: 'claimed',
  },
  'TSK-12': {
    level: 'DER',
    revisions: ['2025-11-25'],
    behaviour:
      'Legacy tasks and the extension are told apart by revision, and their shapes are never mixed.',
    source: 'SEP-2663',
    status: 'claimed',
  },
} as const satisfies Rows;
