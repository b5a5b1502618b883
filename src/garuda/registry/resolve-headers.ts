import { outputOf, type Output } from '../../transport/aside.ts';
import type { Environment } from '../environment.ts';
import { valueFault } from '../header-value.ts';
import { quoteWord } from '../wording/quote-word.ts';
import type { RemoteServer } from './definition.ts';
import { replaceVariables } from './expand-variables.ts';
import { RegistryError } from './fault.ts';

/** How the values of headers are had. @public */
export interface ResolveHeadersOptions {
  readonly environment: Environment;
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds for each command; default 10 seconds. */
  readonly timeoutMs?: number;
}

const defaultTimeoutMs = 10_000;
const mostBytes = 64 * 1024;

/**
 * The header fields of a server with their values as they are sent: `${NAME}` is replaced by the variable, and a value that
 * begins with `!` by the output of the command behind it, trimmed. The shell of the system runs it, with the whole
 * environment, for ten seconds and 64 KiB at most. The commands of a server run side by side.
 *
 * Only the user's file has headers; those of a project's server are refused.
 *
 * @throws RegistryError `UNUSABLE_HEADER`, which names the server and the header, and never the value or the output
 * @public
 */
export async function resolveHeaders(
  server: RemoteServer,
  options: ResolveHeadersOptions,
): Promise<Readonly<Record<string, string>>> {
  const fields = Object.entries(server.headers);
  const [first] = fields;
  if (first !== undefined && server.scope === 'project') {
    throw unusable(server, first[0], "only a server of the user's own file may have headers");
  }
  const resolved = fields.map(async ([name, written]) => {
    const value = await resolveValue(server, name, written, options);
    const fault = valueFault(value);
    if (fault !== undefined) throw unusable(server, name, fault);
    return [name, value] as const;
  });
  return Object.fromEntries(await Promise.all(resolved));
}

async function resolveValue(
  server: RemoteServer,
  name: string,
  written: string,
  options: ResolveHeadersOptions,
): Promise<string> {
  if (written.startsWith('!')) {
    const output = await runCommand(written.slice(1).trim(), options);
    if (output.kind !== 'output') throw unusable(server, name, describe(output));
    return new TextDecoder().decode(output.bytes).trim();
  }
  const missing = new Set<string>();
  const value = replaceVariables(written, options.environment, missing);
  if (missing.size === 0) return value;
  throw unusable(server, name, `there is no variable ${[...missing].join(', ')}`);
}

function runCommand(command: string, options: ResolveHeadersOptions): Promise<Output> {
  const { environment, signal, timeoutMs = defaultTimeoutMs } = options;
  const limits = { env: environment, timeoutMs, maxBytes: mostBytes, signal };
  if (process.platform !== 'win32') return outputOf('/bin/sh', ['-c', command], limits);
  const shell = environment['ComSpec'] ?? 'cmd.exe';
  return outputOf(shell, ['/d', '/s', '/c', `"${command}"`], { ...limits, verbatim: true });
}

function describe(output: Exclude<Output, { kind: 'output' }>): string {
  switch (output.kind) {
    case 'not-started':
      return `the shell for its command could not be started (${output.code})`;
    case 'failed':
      return `its command ended with ${output.exit}`;
    case 'timed-out':
      return 'its command took too long';
    case 'too-long':
      return `its command wrote more than ${mostBytes} bytes`;
    case 'cancelled':
      return 'its command was given up';
  }
}

function unusable({ name }: RemoteServer, header: string, why: string): RegistryError {
  const words = `the header ${quoteWord(header)} of the server ${quoteWord(name)}: ${why}`;
  return new RegistryError('UNUSABLE_HEADER', words);
}
