import type { LoggingMessage } from '../../protocol/index.ts';
import { capText, cleanJson, cleanLine } from '../cleaning/index.ts';
import type { KnownSecrets } from '../secrets/index.ts';

/**
 * What a server logs, and which server.
 *
 * @public
 */
export interface McpLogEntry extends Pick<LoggingMessage, 'level' | 'logger' | 'data'> {
  readonly server: string;
}

/** Characters of what a server logs at once; more is cut. */
const maxData = 16_000;

/** Characters of a name. */
const maxName = 200;

/**
 * An entry as one line of JSON with its line break: cleaned, without secrets, of bounded length. What is cut is
 * cut after the secrets are out of it, so that no half of one is left.
 */
export function logLine(entry: McpLogEntry, time: Date, secrets: KnownSecrets): string {
  const { server, level, logger, data } = entry;
  const named = { time: time.toISOString(), server: name(server), level: name(level) };
  const logged = logger === undefined ? named : { ...named, logger: name(logger) };
  return `${JSON.stringify({ ...logged, data: bounded(secrets.redact(cleanJson(data, limits))) })}\n`;
}

/** What is said of entries that could not be written. */
export function lostLine(count: number, time: Date): string {
  return `${JSON.stringify({ time: time.toISOString(), lost: count })}\n`;
}

/** More than a line has room for. */
const limits = { maxString: 4 * maxData, maxMembers: 4_000, maxDepth: 32 };

function name(text: string): string {
  return capText(cleanLine(text), maxName);
}

function bounded(data: unknown): unknown {
  const text = JSON.stringify(data);
  return text.length <= maxData ? data : capText(text, maxData);
}
