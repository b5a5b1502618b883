/** Whether a text is one: with a half of a surrogate pair in it there is no way to write it as UTF-8. */
export function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}

/**
 * A well-formed text with everything encoded that is not unreserved.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc6570#section-3.2.1 | Variable expansion, "U"}
 */
export function encodeUnreserved(text: string): string {
  return encodeURIComponent(text).replaceAll(/[!'()*]/g, encodeUnit);
}

/**
 * A well-formed text in which what has a meaning in a URI stays, and so does what is encoded already.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc6570#section-3.2.1 | Variable expansion, "U+R"}
 */
export function encodeReserved(text: string): string {
  const others = /%[0-9A-Fa-f]{2}|[^A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=]/gu;
  return text.replaceAll(others, (met) => (met.length === 3 ? met : encodeURIComponent(met)));
}

function encodeUnit(unit: string): string {
  return `%${unit.charCodeAt(0).toString(16).toUpperCase()}`;
}
