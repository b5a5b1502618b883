import type { JsonObject } from './json.ts';

/**
 * Severities of RFC 5424, least first: debug, info, notice, warning, error, critical, alert,
 * emergency.
 *
 * @public
 */
export type LoggingLevel =
  | 'debug'
  | 'info'
  | 'notice'
  | 'warning'
  | 'error'
  | 'critical'
  | 'alert'
  | 'emergency';

/** Every {@link LoggingLevel}, least first. @public */
export const loggingLevels: readonly LoggingLevel[] = [
  'debug',
  'info',
  'notice',
  'warning',
  'error',
  'critical',
  'alert',
  'emergency',
];

/**
 * A line of a server's log.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/schema#notifications/message | notifications/message}
 * @public
 */
export interface LoggingMessage {
  readonly level: LoggingLevel;
  readonly logger?: string;
  readonly data: unknown;
  readonly _meta?: JsonObject;
}
