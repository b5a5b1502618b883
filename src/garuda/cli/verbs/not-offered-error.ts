/** The server has told that it cannot do what was asked, before it was asked. */
export class NotOfferedError extends Error {
  override readonly name = 'NotOfferedError';
  readonly code = 'NOT_OFFERED';
}
