import type { CacheHint } from '../model/cache-hint.ts';
import type { CompleteResult } from '../model/completion.ts';
import type { ElicitParams } from '../model/elicitation.ts';
import type { JsonObject } from '../model/json.ts';
import type { LoggingMessage } from '../model/logging.ts';
import type { Progress } from '../model/progress.ts';
import type { GetPromptResult, Prompt } from '../model/prompt.ts';
import type { ReadResourceResult, Resource, ResourceTemplate } from '../model/resource.ts';
import type { CreateMessageParams } from '../model/sampling.ts';
import type { DiscoverResult, InitializeResult } from '../model/server.ts';
import type { SubscriptionFilter } from '../model/subscription.ts';
import type { Task } from '../model/task.ts';
import type { CallToolResult, Tool } from '../model/tool.ts';

/**
 * What a list consists of, by the method that asks for it, over all revisions.
 *
 * @public
 */
export interface ListEntries {
  'tools/list': Tool;
  'resources/list': Resource;
  'resources/templates/list': ResourceTemplate;
  'prompts/list': Prompt;
  'tasks/list': Task;
}

/**
 * What a request of ours is answered with, by method, over all revisions.
 *
 * @public
 */
export interface Results {
  initialize: InitializeResult;
  'server/discover': DiscoverResult;
  ping: JsonObject;
  'tools/call': CallToolResult;
  'resources/read': ReadResourceResult;
  'resources/subscribe': JsonObject;
  'resources/unsubscribe': JsonObject;
  'prompts/get': GetPromptResult;
  'completion/complete': CompleteResult;
  'logging/setLevel': JsonObject;
  'subscriptions/listen': JsonObject;
  'tasks/get': Task;
  'tasks/cancel': Task;
  'tasks/result': JsonObject;
}

/**
 * What a request or notification of a server carries, by method, over all revisions.
 *
 * @public
 */
export interface ReceivedParams {
  ping: JsonObject;
  'roots/list': JsonObject;
  'sampling/createMessage': CreateMessageParams & TaskAugmented;
  'elicitation/create': ElicitParams & TaskAugmented;
  'tasks/get': { readonly taskId: string };
  'tasks/result': { readonly taskId: string };
  'tasks/cancel': { readonly taskId: string };
  'tasks/list': { readonly cursor?: string };
  'notifications/cancelled': { readonly requestId?: string | number; readonly reason?: string };
  'notifications/progress': Progress;
  'notifications/message': LoggingMessage;
  'notifications/resources/updated': { readonly uri: string; readonly _meta?: JsonObject };
  'notifications/resources/list_changed': { readonly _meta?: JsonObject };
  'notifications/tools/list_changed': { readonly _meta?: JsonObject };
  'notifications/prompts/list_changed': { readonly _meta?: JsonObject };
  'notifications/elicitation/complete': { readonly elicitationId: string };
  'notifications/tasks/status': Task & { readonly _meta?: JsonObject };
  'notifications/subscriptions/acknowledged': {
    readonly notifications: SubscriptionFilter;
    readonly _meta?: JsonObject;
  };
}

/**
 * A request that may ask to be run as a task (2025-11-25 only).
 *
 * @public
 */
export interface TaskAugmented {
  readonly task?: { readonly ttl?: number };
}

/**
 * One page of a list. Its entries are not parsed yet, so that a bad one can be left out and the
 * others stay.
 *
 * @public
 */
export interface ListPage extends CacheHint {
  readonly entries: readonly unknown[];
  /** An empty string is a cursor too. */
  readonly nextCursor?: string;
  readonly _meta?: JsonObject;
}
