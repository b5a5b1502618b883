/** What was to be told could not be written. */
export class OutputError extends Error {
  override readonly name = 'OutputError';

  constructor(where: string, cause: NodeJS.ErrnoException) {
    super(`cannot write to ${where}: ${cause.code ?? 'an unknown error'}`, { cause });
  }
}
