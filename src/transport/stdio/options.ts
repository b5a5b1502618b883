import { ProtocolError } from '../../protocol/index.ts';
import { labelOf } from './label.ts';

/** How a local server is run. @public */
export interface StdioOptions {
  /** The program: a name that is looked for in PATH, or a path. It is run without a shell. */
  readonly command: string;
  readonly args?: readonly string[];
  /** The working folder of the server. Default: this program's own. */
  readonly cwd?: string;
  /**
   * Variables that the server gets besides those that it inherits; `undefined` leaves out one that
   * would be inherited. Values of eight characters and more are kept out of errors and reports,
   * whatever the server says.
   */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /**
   * Names of variables that the server inherits besides the usual ones (paths, language, user,
   * temporary folders, certificates, proxies). A `*` at the end stands for any rest.
   */
  readonly inheritEnv?: readonly string[];
  /** A short name for the server, which every error has. Default: made from the command. */
  readonly label?: string;
  /**
   * Milliseconds that a server has to end by itself, once after the end of its stdin and once after
   * SIGTERM. Default 2,000.
   */
  readonly stopGraceMs?: number;
}

/** Options with their defaults. */
export interface CheckedOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly inheritEnv: readonly string[];
  readonly label: string;
  readonly stopGraceMs: number;
}

/**
 * Checks options, which may come from a file that no compiler has seen.
 *
 * @throws ProtocolError `INVALID_ARGUMENT`, naming the option and not its value
 */
export function checkOptions(options: StdioOptions): CheckedOptions {
  const { command, args = [], cwd, env = {}, inheritEnv = [], stopGraceMs = 2_000 } = options;
  if (!isText(command)) return refuse('command must be a text that is not empty');
  if (!isTextList(args)) return refuse('args must be a list of texts');
  if (cwd !== undefined && !isText(cwd)) return refuse('cwd must be a text that is not empty');
  for (const [name, value] of Object.entries(env)) checkVariable(name, value);
  if (!isTextList(inheritEnv)) return refuse('inheritEnv must be a list of names');
  if (!Number.isFinite(stopGraceMs) || stopGraceMs < 0) {
    return refuse('stopGraceMs must be a number of milliseconds');
  }
  const label = options.label ?? labelOf(command, args);
  if (!isText(label)) return refuse('label must be a text that is not empty');
  return { command, args, cwd, env, inheritEnv, label, stopGraceMs };
}

function checkVariable(name: string, value: unknown): void {
  if (name === '' || /[=\0]/.test(name))
    refuse(`env has a name that is none: ${JSON.stringify(name)}`);
  if (value !== undefined && (typeof value !== 'string' || value.includes('\0'))) {
    refuse(`env.${name} must be a text without NUL`);
  }
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '' && !value.includes('\0');
}

function isTextList(value: unknown): boolean {
  return (
    Array.isArray(value) && value.every((each) => typeof each === 'string' && !each.includes('\0'))
  );
}

function refuse(message: string): never {
  throw new ProtocolError('INVALID_ARGUMENT', message, { server: 'stdio' });
}
