import { ProtocolError } from '../protocol/index.ts';

/** The options that are times. */
const names = [
  'timeoutMs',
  'maxTotalMs',
  'connectTimeoutMs',
  'probeMs',
  'questionTimeoutMs',
  'pingEveryMs',
] as const;

/** Times as a caller gave them; without types they may be anything. */
export type Times = { readonly [Name in (typeof names)[number]]?: number | undefined };

/**
 * The first of these times that is none, as an error. A wait of no length, or of `NaN`, would end
 * never or at once, and either would be taken for the server's fault.
 */
export function faultOfTimes(
  times: Times,
  server: string,
  method?: string,
): ProtocolError | undefined {
  for (const name of names) {
    const value: unknown = times[name];
    if (value === undefined || (typeof value === 'number' && value > 0)) continue;
    const got = typeof value === 'number' ? String(value) : `a value of type ${typeof value}`;
    const words = `${name} must be a number of milliseconds above 0 (Infinity: no limit), and is ${got}`;
    return new ProtocolError('INVALID_ARGUMENT', words, { server, method });
  }
  return undefined;
}
