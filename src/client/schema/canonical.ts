import type { Work } from './bounds.ts';

/**
 * A JSON value as a text that is the same for equal values: 1 and 1.0 are, and so are objects whose
 * members stand in another order.
 */
export function canonical(value: unknown, work?: Work): string {
  work?.spend(1 + (typeof value === 'string' ? value.length / 32 : 0));
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item, work)).join(',')}]`;
  const members = Object.entries(value)
    .map(([key, member]) => `${JSON.stringify(key)}:${canonical(member, work)}`)
    .toSorted();
  return `{${members.join(',')}}`;
}
