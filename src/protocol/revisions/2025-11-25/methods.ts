import { methods as before } from '../2025-06-18/methods.ts';
import { reviseMethods, type Methods } from '../methods.ts';
import { once } from '../once.ts';

const taskRequests = {
  'tasks/get': { params: 'TaskRequestParams', result: 'TaskResult' },
  'tasks/result': { params: 'TaskRequestParams', result: 'Result' },
  'tasks/cancel': { params: 'TaskRequestParams', result: 'TaskResult' },
} as const;

/** What changed in who says what: tasks, in both directions, and elicitation by URL. */
export const methods: () => Methods = once(() =>
  reviseMethods(before(), {
    sentRequests: {
      ...taskRequests,
      'tasks/list': {
        params: 'PaginatedRequestParams',
        result: 'ListTasksResult',
        list: { key: 'tasks', entry: 'Task' },
      },
      'tools/call': {
        params: 'CallToolRequestParams',
        result: 'CallToolResult',
        task: 'CreateTaskResult',
      },
    },
    sentNotifications: { 'notifications/tasks/status': 'TaskStatusNotificationParams' },
    receivedRequests: {
      ...taskRequests,
      'tasks/list': { params: 'PaginatedRequestParams', result: 'ListTasksResult' },
      'sampling/createMessage': {
        params: 'CreateMessageRequestParams',
        result: 'CreateMessageResult',
        task: 'CreateTaskResult',
      },
      'elicitation/create': {
        params: 'ElicitRequestParams',
        result: 'ElicitResult',
        task: 'CreateTaskResult',
      },
    },
    receivedNotifications: {
      'notifications/tasks/status': 'TaskStatusNotificationParams',
      'notifications/elicitation/complete': 'ElicitationCompleteNotificationParams',
    },
    receivedErrors: { [-32042]: 'URLElicitationRequiredErrorData' },
  }),
);
