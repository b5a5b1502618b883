import { createHash } from 'node:crypto';

/** SHA-256 of a text, in hexadecimal digits. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/**
 * A text that is the same for the same JSON value, in whatever order its members stand. What is nested deeper than any
 * tool that can be offered is all one.
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(marked(value, 0)) ?? 'null';
}

const maxDepth = 200;

/** Objects become lists too, so that a member called `__proto__` stays one; a mark tells them from lists. */
function marked(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth > maxDepth) return ['deep'];
  if (Array.isArray(value)) return ['list', ...value.map((each) => marked(each, depth + 1))];
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  return ['object', ...members.map(([name, member]) => [name, marked(member, depth + 1)])];
}
