import { Misfit, quoteShort } from './misfit.ts';

/**
 * Gives back a value, or the {@link Misfit} in it. It copies only what it must change, so that a
 * value in normal form comes back as it is. No code is generated: it runs where that is forbidden.
 */
export type Check = (value: unknown) => unknown;

/** The checks that need no definition. */
export const primitives: Readonly<Record<string, Check>> = {
  any: (value) => (value === undefined ? new Misfit('a value', value) : value),
  string: (value) => (typeof value === 'string' ? value : new Misfit('string', value)),
  boolean: (value) => (typeof value === 'boolean' ? value : new Misfit('boolean', value)),
  number: (value) => (Number.isFinite(value) ? value : new Misfit('number', value)),
  integer: (value) => (Number.isInteger(value) ? value : new Misfit('a whole number', value)),
  object: (value) => (isObject(value) ? value : new Misfit('object', value)),
};

/** An open object with these members. A check that answers `undefined` removes its member. */
export function checkObject(members: Readonly<Record<string, Check>>): Check {
  const keys = Object.keys(members);
  const checks = Object.values(members);
  return (value) => {
    if (!isObject(value)) return new Misfit('object', value);
    let result: Record<string, unknown> | undefined;
    // By index: an iterator and a pair for each member would double the time of a long list.
    for (let index = 0; index < keys.length; index += 1) {
      const key = keys[index] as string;
      const given = value[key];
      const parsed = checks[index]?.(given);
      if (parsed === given) continue;
      if (parsed instanceof Misfit) return parsed.within(key);
      result ??= { ...value };
      if (parsed === undefined) delete result[key];
      else result[key] = parsed;
    }
    return result ?? value;
  };
}

/** An object whose values all pass one check. A check that answers `undefined` removes its value. */
export function checkMap(check: Check): Check {
  return (value) => {
    if (!isObject(value)) return new Misfit('object', value);
    let result: Record<string, unknown> | undefined;
    for (const key of Object.keys(value)) {
      const parsed = check(value[key]);
      if (parsed === value[key]) continue;
      if (parsed instanceof Misfit) return parsed.within(key);
      result ??= { ...value };
      if (parsed === undefined) delete result[key];
      else result[key] = parsed;
    }
    return result ?? value;
  };
}

/** An array whose items all pass one check. A check that answers `undefined` removes its item. */
export function checkList(check: Check): Check {
  return (value) => {
    if (!Array.isArray(value)) return new Misfit('array', value);
    const items: readonly unknown[] = value;
    let result: unknown[] | undefined;
    for (let index = 0; index < items.length; index += 1) {
      const parsed = check(items[index]);
      if (parsed instanceof Misfit) return parsed.within(index);
      if (parsed !== items[index]) result ??= items.slice(0, index);
      if (parsed !== undefined) result?.push(parsed);
    }
    return result ?? value;
  };
}

/** One of these strings. A word that is none of them is quoted: it may be one that nobody knew of. */
export function checkWords(words: readonly string[]): Check {
  const expected = words.map((word) => JSON.stringify(word)).join(' or ');
  return (value) => {
    if (typeof value !== 'string') return new Misfit(expected, value);
    return words.includes(value) ? value : new Misfit(expected, value, quoteShort(value));
  };
}

/** Whether a value is an object that is no array. */
function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
