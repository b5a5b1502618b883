import type { Methods } from '../methods.ts';
import { once } from '../once.ts';

/**
 * Who says what in this revision.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2024-11-05/basic | Base protocol}
 */
export const methods: () => Methods = once(() => ({
  sentRequests: {
    initialize: { params: 'InitializeRequestParams', result: 'InitializeResult' },
    ping: { params: 'RequestParams', result: 'Result' },
    'tools/list': {
      params: 'PaginatedRequestParams',
      result: 'ListToolsResult',
      list: { key: 'tools', entry: 'Tool' },
    },
    'tools/call': { params: 'CallToolRequestParams', result: 'CallToolResult' },
    'resources/list': {
      params: 'PaginatedRequestParams',
      result: 'ListResourcesResult',
      list: { key: 'resources', entry: 'Resource' },
    },
    'resources/templates/list': {
      params: 'PaginatedRequestParams',
      result: 'ListResourceTemplatesResult',
      list: { key: 'resourceTemplates', entry: 'ResourceTemplate' },
    },
    'resources/read': { params: 'ReadResourceRequestParams', result: 'ReadResourceResult' },
    'resources/subscribe': { params: 'SubscribeRequestParams', result: 'Result' },
    'resources/unsubscribe': { params: 'SubscribeRequestParams', result: 'Result' },
    'prompts/list': {
      params: 'PaginatedRequestParams',
      result: 'ListPromptsResult',
      list: { key: 'prompts', entry: 'Prompt' },
    },
    'prompts/get': { params: 'GetPromptRequestParams', result: 'GetPromptResult' },
    'completion/complete': { params: 'CompleteRequestParams', result: 'CompleteResult' },
    'logging/setLevel': { params: 'SetLevelRequestParams', result: 'Result' },
  },
  sentNotifications: {
    'notifications/initialized': 'NotificationParams',
    'notifications/cancelled': 'CancelledNotificationParams',
    'notifications/progress': 'ProgressNotificationParams',
    'notifications/roots/list_changed': 'NotificationParams',
  },
  receivedRequests: {
    ping: { params: 'RequestParams', result: 'Result' },
    'sampling/createMessage': {
      params: 'CreateMessageRequestParams',
      result: 'CreateMessageResult',
    },
    'roots/list': { params: 'RequestParams', result: 'ListRootsResult' },
  },
  receivedNotifications: {
    'notifications/cancelled': 'CancelledNotificationParams',
    'notifications/progress': 'ProgressNotificationParams',
    'notifications/message': 'LoggingMessageNotificationParams',
    'notifications/resources/updated': 'ResourceUpdatedNotificationParams',
    'notifications/resources/list_changed': 'NotificationParams',
    'notifications/tools/list_changed': 'NotificationParams',
    'notifications/prompts/list_changed': 'NotificationParams',
  },
  receivedErrors: {},
}));
