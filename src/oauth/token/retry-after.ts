/**
 * When to try again, in words, by the field `Retry-After`: what is no number of seconds and no date
 * says nothing.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3 | RFC 9110 §10.2.3}
 */
export function retryAdvice(field: string | null): string {
  if (field !== null && /^\d{1,6}$/.test(field)) return `try again in ${Number(field)} s`;
  const isDate = field !== null && /^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/.test(field);
  const time = isDate ? Date.parse(field) : Number.NaN;
  return Number.isNaN(time) ? 'try again later' : `try again after ${new Date(time).toISOString()}`;
}
