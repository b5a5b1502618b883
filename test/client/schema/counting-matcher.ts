/** A pattern: a character, one after the other, one of several, or one so often. */
export type Part =
  | string
  | { readonly all: readonly Part[] }
  | { readonly any: readonly Part[] }
  | { readonly repeated: Part; readonly least: number; readonly more: number };

/** It as a regular expression. */
export function patternOf(part: Part): string {
  if (typeof part === 'string') return part;
  if ('all' in part) return part.all.map(patternOf).join('');
  if ('any' in part) return `(?:${part.any.map(patternOf).join('|')})`;
  const { repeated, least, more } = part;
  const inner = typeof repeated === 'string' ? repeated : `(?:${patternOf(repeated)})`;
  if (more === Infinity) return `${inner}{${least},}`;
  return more === 0 ? `${inner}{${least}}` : `${inner}{${least},${least + more}}`;
}

/**
 * How many characters are compared until a pattern that does not match has been given up, in the way in
 * which the language says that a regular expression is tried; `most` ends it.
 */
export function countSteps(part: Part, text: string, isBound: boolean, most: number): number {
  let steps = 0;
  type Next = (at: number) => boolean;
  const match = (one: Part, at: number, next: Next): boolean => {
    if (steps >= most) return true;
    if (typeof one === 'string') {
      steps += 1;
      return text[at] === one && next(at + 1);
    }
    if ('all' in one) return sequence(one.all, 0, at, next);
    if ('any' in one) return one.any.some((inner) => match(inner, at, next));
    return repeat(one, 0, at, next);
  };
  const sequence = (parts: readonly Part[], index: number, at: number, next: Next): boolean => {
    const first = parts[index];
    if (first === undefined) return next(at);
    return match(first, at, (end) => sequence(parts, index + 1, end, next));
  };
  const repeat = (
    one: Extract<Part, { readonly repeated: Part }>,
    count: number,
    at: number,
    next: Next,
  ): boolean => {
    const again = (): boolean =>
      match(one.repeated, at, (end) => {
        // What took nothing is not repeated beyond what is asked for.
        if (end === at && count >= one.least) return false;
        return repeat(one, count + 1, end, next);
      });
    if (count < one.least + one.more && again()) return true;
    return count >= one.least && next(at);
  };
  for (let start = 0; start <= (isBound ? 0 : text.length); start += 1) {
    if (match(part, start, () => true)) return Math.min(steps, most);
  }
  return steps;
}
