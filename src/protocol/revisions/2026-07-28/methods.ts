import { methods as before } from '../2025-11-25/methods.ts';
import { reviseMethods, type Methods } from '../methods.ts';
import { once } from '../once.ts';

/**
 * What changed in who says what: no handshake and no session, so a server asks only in its results,
 * and tells of changes only where a client listens.
 */
export const methods: () => Methods = once(() =>
  reviseMethods(before(), {
    sentRequests: {
      initialize: undefined,
      ping: undefined,
      'resources/subscribe': undefined,
      'resources/unsubscribe': undefined,
      'logging/setLevel': undefined,
      'tasks/get': undefined,
      'tasks/result': undefined,
      'tasks/cancel': undefined,
      'tasks/list': undefined,
      'server/discover': { params: 'RequestParams', result: 'DiscoverResult' },
      'subscriptions/listen': {
        params: 'SubscriptionsListenRequestParams',
        result: 'SubscriptionsListenResult',
      },
      'tools/call': {
        params: 'CallToolRequestParams',
        result: 'CallToolResult',
        inputRequired: 'InputRequiredResult',
      },
      'resources/read': {
        params: 'ReadResourceRequestParams',
        result: 'ReadResourceResult',
        inputRequired: 'InputRequiredResult',
      },
      'prompts/get': {
        params: 'GetPromptRequestParams',
        result: 'GetPromptResult',
        inputRequired: 'InputRequiredResult',
      },
    },
    sentNotifications: {
      'notifications/initialized': undefined,
      'notifications/progress': undefined,
      'notifications/roots/list_changed': undefined,
      'notifications/tasks/status': undefined,
    },
    receivedRequests: {
      ping: undefined,
      'sampling/createMessage': undefined,
      'roots/list': undefined,
      'elicitation/create': undefined,
      'tasks/get': undefined,
      'tasks/result': undefined,
      'tasks/cancel': undefined,
      'tasks/list': undefined,
    },
    receivedNotifications: {
      'notifications/tasks/status': undefined,
      'notifications/elicitation/complete': undefined,
      'notifications/subscriptions/acknowledged': 'SubscriptionsAcknowledgedNotificationParams',
    },
    receivedErrors: {
      [-32042]: undefined,
      [-32021]: 'MissingRequiredClientCapabilityErrorData',
      [-32022]: 'UnsupportedProtocolVersionErrorData',
    },
  }),
);
