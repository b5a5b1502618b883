/**
 * The wait that a `Retry-After` field asks for, in milliseconds: from its seconds, or from its date
 * and the time now.
 *
 * @param nowMs - the wall clock, in milliseconds since 1970
 * @param maxMs - a longer wait is cut to this
 * @returns `undefined` where the field is absent or is neither of the two
 * @see {@link https://www.rfc-editor.org/rfc/rfc9110#field.retry-after | RFC 9110, section 10.2.3}
 * @public
 */
export function retryAfterMs(
  value: string | undefined,
  nowMs: number,
  maxMs: number,
): number | undefined {
  const words = value?.trim() ?? '';
  if (/^\d+$/.test(words)) return Math.min(Number(words) * 1_000, maxMs);
  const until = httpDateMs(words, nowMs);
  return until === undefined ? undefined : Math.min(Math.max(0, until - nowMs), maxMs);
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

// A recipient MUST accept all three forms (RFC 9110, section 5.6.7); `Date.parse` promises only the first.
const dateForms = [
  /^\w{3}, (?<day>\d\d) (?<month>\w{3}) (?<year>\d{4}) (?<time>\d\d:\d\d:\d\d) GMT$/,
  /^\w{6,9}, (?<day>\d\d)-(?<month>\w{3})-(?<year>\d\d) (?<time>\d\d:\d\d:\d\d) GMT$/,
  /^\w{3} (?<month>\w{3}) (?<day>[ \d]\d) (?<time>\d\d:\d\d:\d\d) (?<year>\d{4})$/,
];

function httpDateMs(words: string, nowMs: number): number | undefined {
  for (const form of dateForms) {
    const parts = form.exec(words)?.groups;
    if (parts === undefined) continue;
    const month = months.indexOf(parts['month'] ?? '');
    const [hour, minute, second] = (parts['time'] ?? '').split(':').map(Number);
    const year = fullYear(parts['year'] ?? '', nowMs);
    const ms = Date.UTC(year, month, Number(parts['day']), hour, minute, second);
    return month < 0 ? undefined : ms;
  }
  return undefined;
}

/** Two digits that seem more than 50 years ahead mean the past (RFC 9110, section 5.6.7). */
function fullYear(digits: string, nowMs: number): number {
  const year = Number(digits);
  if (digits.length > 2) return year;
  const now = new Date(nowMs).getUTCFullYear();
  const near = now - (now % 100) + year;
  return near > now + 50 ? near - 100 : near;
}
