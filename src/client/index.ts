/**
 * The face of the library: connect to a server, and use it.
 *
 * @packageDocumentation
 */
export type { CacheOptions } from './cache/cache-options.ts';
export type { CacheEntry, CacheStore } from './cache/cache-store.ts';
export { MemoryCache } from './cache/memory-cache.ts';
export type { Change } from './changes.ts';
export { Client } from './client.ts';
export { connect } from './connect.ts';
export { apps, appOfTool, appViewOf } from './content/apps.ts';
export type { AppView, CspMember, ToolApp } from './content/apps.ts';
export { displayName } from './content/display-name.ts';
export { isNotFound } from './content/is-not-found.ts';
export { modelContent } from './content/model-content.ts';
export type { ModelContent } from './content/model-content.ts';
export { mustSucceed, ToolError } from './content/must-succeed.ts';
export type { ToolErrorCode } from './content/must-succeed.ts';
export { expandTemplate, templateVariables } from './content/template/expand-template.ts';
export type { TemplateValue } from './content/template/expand-template.ts';
export { TemplateError } from './content/template/template-error.ts';
export type { TemplateErrorCode, TemplatePlace } from './content/template/template-error.ts';
export { textOf } from './content/text-of.ts';
export { toolHints } from './content/tool-hints.ts';
export { usableIcons } from './content/usable-icons.ts';
export type { IconWish } from './content/usable-icons.ts';
export type { Extension, ExtensionResult, FollowContext } from './extension.ts';
export type { ConnectOptions } from './options.ts';
export type { ListPage } from './pages.ts';
export type { QuestionContext, QuestionHandlers } from './questions/handlers.ts';
export type { CallToolOptions, RequestOptions } from './request-options.ts';
export type { Report } from './report.ts';
export type { CompiledSchema, SchemaFault, SchemaValidator } from './schema/schema-validator.ts';
export type { ServerDescription } from './server-description.ts';
export type { ParkedCall, ToolStep } from './step-tool.ts';
export type { TraceAttributes, TraceEnd, Tracer, TraceSpan, TraceStart } from './trace/tracer.ts';
export { TaskHandle } from './tasks/task-handle.ts';
export type { TaskStatus } from './tasks/task-status.ts';
export type { TaskOptions } from './tasks/task-wish.ts';
export { Watch } from './watch.ts';
export type { WatchFilter } from './watch-filter.ts';
