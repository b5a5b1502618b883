import { at, put, without } from '../protocol/revisions/mutate.ts';

/** JSON texts with less in them; none for a text that is none, or is nested too deep. */
export function* smallerJson(text: string): Generator<string> {
  let value: unknown;
  try {
    value = JSON.parse(text);
    JSON.stringify(value);
  } catch {
    return;
  }
  for (const path of pathsIn(value, [])) {
    const here = at(value, path);
    const smaller: unknown[] = [];
    if (path.length > 0) yield JSON.stringify(here);
    if (typeof path.at(-1) === 'string') yield JSON.stringify(without(value, path));
    if (Array.isArray(here)) {
      for (let index = 0; index < here.length; index += 1) smaller.push(here.toSpliced(index, 1));
    } else if (typeof here === 'string' && here.length > 1) {
      smaller.push(here.slice(0, here.length >> 1), here.slice(here.length >> 1));
    }
    for (const other of smaller) yield JSON.stringify(put(value, path, other));
  }
}

function* pathsIn(
  value: unknown,
  path: readonly (string | number)[],
): Generator<readonly (string | number)[]> {
  yield path;
  if (path.length > 50 || typeof value !== 'object' || value === null) return;
  const steps = Array.isArray(value) ? value.map((_, index) => index) : Object.keys(value);
  for (const step of steps) yield* pathsIn(at(value, [step]), [...path, step]);
}
