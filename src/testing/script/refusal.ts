/**
 * Thrown by the functions of a script: the request is answered with this error.
 *
 * @public
 */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** What the error of a script is on the wire. One that is no {@link Refusal} is an internal error. */
export function wireErrorOf(error: unknown): object {
  const message = error instanceof Error ? error.message : String(error);
  if (!(error instanceof Refusal)) return { code: -32_603, message };
  return { code: error.code, message, ...(error.data !== undefined && { data: error.data }) };
}
