import type { OAuthClock } from '../clock.ts';

/** What is refused where the times in it are not those of the server. */
const aboutTime: ReadonlySet<string> = new Set([
  'invalid_client',
  'invalid_dpop_proof',
  'invalid_grant',
]);

/** Servers allow about so much. */
const allowedMs = 60_000;

/**
 * That two clocks differ, where a refusal may come from that: what is signed says when.
 *
 * @param date - the field `Date` of the answer
 */
export function clockAdvice(error: string, date: string | null, clock: OAuthClock): string {
  const aheadMs = clock.now() - Date.parse(date ?? '');
  if (!aboutTime.has(error) || !(Math.abs(aheadMs) > allowedMs)) return '';
  const minutes = Math.round(Math.abs(aheadMs) / 60_000);
  const how = aheadMs > 0 ? 'ahead of' : 'behind';
  return `; the clock here is ${minutes} min ${how} the server's: set it right, or hand in one that is (clock)`;
}
