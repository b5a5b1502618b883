/** A JSON value with the members of each object in one order, and without `_meta`. */
export function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  const names = Object.keys(value).filter((name) => name !== '_meta');
  const members = value as Readonly<Record<string, unknown>>;
  return names.toSorted().map((name) => [name, canonical(members[name])]);
}
