/**
 * What servers log, kept in files.
 *
 * @packageDocumentation
 */
export { McpLog } from './mcp-log.ts';
export type { McpLogOptions } from './mcp-log.ts';
export type { McpLogEntry } from './log-line.ts';
