/**
 * The face of the library: connect to a server, and use it.
 *
 * @packageDocumentation
 */
export type { Change } from './changes.ts';
export { Client } from './client.ts';
export { connect } from './connect.ts';
export type { Extension, ExtensionResult, FollowContext } from './extension.ts';
export type { ConnectOptions } from './options.ts';
export type { ListPage } from './pages.ts';
export type { QuestionContext, QuestionHandlers } from './questions/handlers.ts';
export type { CallToolOptions, RequestOptions } from './request-options.ts';
export type { Report } from './report.ts';
export { SchemaRefusal } from './schema/schema-validator.ts';
export type { CompiledSchema, SchemaFault, SchemaValidator } from './schema/schema-validator.ts';
export type { ServerDescription } from './server-description.ts';
export type { ParkedCall, ToolStep } from './step-tool.ts';
export { Watch } from './watch.ts';
export type { WatchFilter } from './watch.ts';
