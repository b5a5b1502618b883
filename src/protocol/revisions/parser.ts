import type { Check } from './check.ts';
import { Misfit } from './misfit.ts';

/**
 * What came of parsing: the value in its normal form, or the first thing that is wrong with it.
 *
 * @public
 */
export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | {
      readonly ok: false;
      /** Where: `content[0].text`; empty for the value itself. */
      readonly path: string;
      /** What was expected there and what came. It quotes at most one short word of the peer. */
      readonly message: string;
    };

/**
 * Parses a value that came from the wire. Never throws. The value is not changed; where it is in
 * normal form it is returned itself, else a copy of what had to change. Members that no revision
 * names are kept.
 *
 * @public
 */
export type Parser<T> = (value: unknown) => Parsed<T>;

/** A parser by a check. That the check gives what the type says is this folder's promise. */
export function parserOf<T>(check: Check): Parser<T> {
  return (value) => {
    const parsed = check(value);
    if (!(parsed instanceof Misfit)) return { ok: true, value: parsed as T };
    return { ok: false, path: parsed.path, message: parsed.message };
  };
}
