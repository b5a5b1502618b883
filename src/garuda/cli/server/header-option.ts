import { isReservedHeader } from '../../../transport/index.ts';
import { valueFault } from '../../header-value.ts';
import { UsageError } from '../usage-error.ts';

/**
 * Reads the values of `--header`. No error shows a value, which may be a secret.
 *
 * @returns the fields by name, as typed
 * @throws UsageError
 */
export function readHeaders(given: readonly string[]): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  const seen = new Set<string>();
  for (const [at, text] of given.entries()) {
    const colon = text.indexOf(':');
    if (colon === -1) {
      throw new UsageError(`--header number ${at + 1} has no colon; expected 'NAME: VALUE'`);
    }
    const name = text.slice(0, colon);
    const value = text.slice(colon + 1).trim();
    // What is no name may be a secret that stands in the wrong place.
    if (!isToken(name)) {
      throw new UsageError(
        `--header number ${at + 1}: what stands before the colon is no name of a header field`,
      );
    }
    const fault = isReservedHeader(name)
      ? 'the protocol sets this field itself'
      : valueFault(value);
    if (fault !== undefined) throw new UsageError(`--header ${name}: ${fault}`);
    if (seen.has(name.toLowerCase())) throw new UsageError(`--header ${name} is given twice`);
    seen.add(name.toLowerCase());
    fields.set(name, value);
  }
  return fields;
}

function isToken(name: string): boolean {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(name);
}
