/**
 * The error code in an answer, where it is one, in small letters as all of them are: what else a server
 * says of an error is its own text, in which secrets may be repeated, and is never shown.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc6749#section-5.2 | RFC 6749 §5.2}
 */
export function errorCodeIn(value: unknown): string | undefined {
  return typeof value === 'string' && /^[a-z][a-z_]{1,63}$/.test(value) ? value : undefined;
}

/** Whether the same may succeed later. */
export function isPassing(error: string | undefined): boolean {
  return error === 'temporarily_unavailable' || error === 'server_error';
}

/** Whether a server says that it knows no resource indicators: RFC 8707 §2, and Microsoft's numbers. */
export function refusesResource(error: unknown, description: unknown): boolean {
  const told = typeof description === 'string' ? description : '';
  return error === 'invalid_target' || /AADSTS(?:901002|9010010)\b/.test(told);
}

/** What helps then. */
export const resourceAdvice: string =
  'it does not take the parameter resource: the tolerance omitResource leaves it out';
