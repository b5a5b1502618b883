import { modern, type Rows } from './row.ts';

/** Tasks as the extension of 2026-07-28 has them. */
export const tasksExtensionRows = {
  'TKX-01': {
    level: 'MUST',
    revisions: modern,
    behaviour: 'The extension is declared on tool calls, on task methods and on listens for tasks.',
    source: 'ext-tasks/draft/tasks §Capability Negotiation',
    status: 'claimed',
  },
  'TKX-02': {
    level: 'MUST',
    revisions: modern,
    behaviour:
      'A tool call may answer with a task once that was declared; from any other method a task is invalid.',
    source: 'ext-tasks/draft/tasks §Polymorphic Results',
    status: 'claimed',
  },
  'TKX-03': {
    level: 'STATED',
    revisions: modern,
    behaviour: 'A task is read from the result itself, and it may have ended already.',
    source: 'ext-tasks/draft/tasks §Task Creation',
    status: 'claimed',
  },
  'TKX-04': {
    level: 'SHOULD',
    revisions: modern,
    behaviour:
      "A task is polled at the server's latest interval until it ends, and its id can be kept to go on later.",
    source: 'ext-tasks/draft/tasks §Task Polling',
    status: 'claimed',
  },
  'TKX-05': {
    level: 'STATED',
    revisions: modern,
    behaviour:
      '`tasks/get` gives the state with inputs, result or error, whether its type says complete or task.',
    source: 'ext-tasks/draft/tasks §Response',
    status: 'claimed',
  },
  'TKX-06': {
    level: 'MUST',
    revisions: modern,
    behaviour:
      'Input that a task wants is gathered by our handlers and sent by `tasks/update`, each key once.',
    source: 'ext-tasks/draft/tasks §Task Update Requests',
    status: 'claimed',
  },
  'TKX-07': {
    level: 'STATED',
    revisions: modern,
    behaviour:
      'An update or a cancellation is acknowledged with an empty result and may take effect later.',
    source: 'ext-tasks/draft/tasks §Task Update Requests',
    status: 'claimed',
  },
  'TKX-08': {
    level: 'STATED',
    revisions: modern,
    behaviour:
      'Cancelling a task is a wish: any end may follow, or none, and we may stop waiting at once.',
    source: 'ext-tasks/draft/tasks §Task Cancellation',
    status: 'claimed',
  },
  'TKX-09': {
    level: 'STATED',
    revisions: modern,
    behaviour:
      "A task's end looks like the call's own: a failed tool is a result, a failed task an error.",
    source: 'ext-tasks/draft/tasks §Task Execution Errors',
    status: 'claimed',
  },
  'TKX-10': {
    level: 'MAY',
    revisions: modern,
    behaviour: 'A listen stream can announce tasks by id, while polling stays possible.',
    source: 'ext-tasks/draft/tasks §Task Status Notifications',
    status: {
      excluded:
        'The page leaves it to the client (MAY), and polling stays valid: this client polls, and listens for no task.',
    },
  },
  'TKX-11': {
    level: 'MUST',
    revisions: modern,
    behaviour: 'Task methods over HTTP carry the task id in `Mcp-Name`.',
    source: 'ext-tasks/draft/tasks §Streamable HTTP: Routing Headers',
    status: 'claimed',
  },
  'TKX-12': {
    level: 'MAY',
    revisions: modern,
    behaviour: 'A task that outlives its `ttlMs` without an end may be given up.',
    source: 'ext-tasks/draft/tasks §Response',
    status: 'claimed',
  },
  'TKX-13': {
    level: 'STATED',
    revisions: modern,
    behaviour:
      'Tasks are neither listed nor waited for, and give no progress; input while one runs goes by update.',
    source: 'ext-tasks/draft/tasks §Reservations',
    status: 'claimed',
  },
  'TKX-14': {
    level: 'STATED',
    revisions: modern,
    behaviour: '-32602 about a task means that it is unknown or expired.',
    source: 'ext-tasks/draft/tasks §Protocol Errors',
    status: 'claimed',
  },
  'TKX-15': {
    level: 'DER',
    revisions: modern,
    behaviour:
      "The result inside a finished task is read by the call's own schema and validated like any other.",
    source: 'ext-tasks/draft/tasks §Response',
    status: 'claimed',
  },
} as const satisfies Rows;
