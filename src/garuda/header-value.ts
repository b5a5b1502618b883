/**
 * What keeps a text from being the value of a header field, or `undefined`.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc9110#section-5.5 | RFC 9110, section 5.5}
 */
export function valueFault(value: string): string | undefined {
  if (value === '') return 'the value is empty';
  if (/[^\P{Cc}\t]/u.test(value)) return 'the value has a line break or another control character';
  return /[^\0-\u00ff]/u.test(value) ? 'the value has a character over U+00FF' : undefined;
}
