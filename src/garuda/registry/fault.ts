/** One thing in a file of servers that is not as it must be. @public */
export interface RegistryFault {
  readonly file: string;
  /** Counted from 1; `undefined` where the file as a whole is meant. */
  readonly line: number | undefined;
  /** In characters as JavaScript counts them, from 1. */
  readonly column: number | undefined;
  /** The keys that lead there, such as `servers.github.args[0]`; empty for the file as a whole. */
  readonly key: string;
  /** What was expected and what came, without any value that can be a secret. */
  readonly problem: string;
  /** What to write in its place, where that can be told. */
  readonly instead: string | undefined;
}

/**
 * Why servers cannot be read, saved or used.
 *
 * `MALFORMED`: a file is not as it must be, and `faults` has all that is wrong with it. `CHANGED`: the file changed
 * since it was read. `UNWRITABLE`: the system does not let it be written. `UNUSABLE_HEADER`: the value of a header
 * cannot be had or sent. `INVALID_ARGUMENT`: what was asked for cannot be done.
 *
 * @public
 */
export type RegistryErrorCode =
  | 'MALFORMED'
  | 'CHANGED'
  | 'UNWRITABLE'
  | 'UNUSABLE_HEADER'
  | 'INVALID_ARGUMENT';

/** An error about files of servers. No message has the value of a variable or a header in it. @public */
export class RegistryError extends Error {
  override readonly name = 'RegistryError';
  readonly code: RegistryErrorCode;
  /** Only with `MALFORMED` there are any. */
  readonly faults: readonly RegistryFault[];

  constructor(
    code: RegistryErrorCode,
    message: string,
    options: ErrorOptions & { readonly faults?: readonly RegistryFault[] } = {},
  ) {
    super(message, options);
    this.code = code;
    this.faults = options.faults ?? [];
  }
}

/** The error that tells of all these faults, a line each. */
export function malformed(faults: readonly RegistryFault[]): RegistryError {
  return new RegistryError('MALFORMED', faults.map(describeFault).join('\n'), { faults });
}

/** A fault on one line, in the form that editors and terminals make a link of. */
export function describeFault({
  file,
  line,
  column,
  key,
  problem,
  instead,
}: RegistryFault): string {
  const place = line === undefined ? file : `${file}:${line}:${column ?? 1}`;
  const words = instead === undefined ? problem : `${problem}; ${instead}`;
  return key === '' ? `${place}: ${words}` : `${place}: ${key}: ${words}`;
}
