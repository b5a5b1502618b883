type Json = unknown;

/** A value, and how it was made from a valid one. */
export interface Case {
  /** What was done to it. */
  readonly how: How;
  /** Where that was done. */
  readonly path: readonly (string | number)[];
  readonly value: Json;
  /** The valid one. */
  readonly origin: Json;
}

/** The ways to spoil a value. */
type How = 'as-it-is' | 'dropped' | 'null' | 'retyped' | 'word' | 'number' | 'nested' | 'extra';

/** Every value that differs from a valid one in one place, in every place and in every way. */
export function* mutationsOf(origin: Json): Generator<Case> {
  yield { how: 'as-it-is', path: [], value: origin, origin };
  for (const path of placesIn(origin)) {
    const here = at(origin, path);
    if (typeof path.at(-1) === 'string')
      yield { how: 'dropped', path, value: without(origin, path), origin };
    for (const [how, other] of othersThan(here))
      yield { how, path, value: put(origin, path, other), origin };
  }
}

function* placesIn(
  value: Json,
  path: readonly (string | number)[] = [],
): Generator<readonly (string | number)[]> {
  yield path;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* placesIn(item, [...path, index]);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, member] of Object.entries(value)) yield* placesIn(member, [...path, key]);
  }
}

function* othersThan(value: Json): Generator<readonly [How, Json]> {
  if (value !== null) yield ['null', null];
  for (const other of [true, 7, 'text', [], {}]) {
    if (kindOf(other) !== kindOf(value)) yield ['retyped', other];
  }
  if (typeof value === 'string') yield ['word', 'no such word'];
  if (typeof value === 'number') yield* [-1, 0.25, 1e6].map((other) => ['number', other] as const);
  yield ['nested', [value]];
  yield ['nested', { value }];
  if (kindOf(value) === 'object') yield ['extra', { ...(value as object), 'x-unknown': [1] }];
}

function kindOf(value: Json): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** What is at a path. */
export function at(value: Json, path: readonly (string | number)[]): Json {
  return path.reduce<Json>((inner, step) => (inner as Record<string | number, Json>)[step], value);
}

/** A copy with another value at a path. */
export function put(value: Json, path: readonly (string | number)[], other: Json): Json {
  const [step, ...rest] = path;
  if (step === undefined) return other;
  if (Array.isArray(value)) return value.with(Number(step), put(value[Number(step)], rest, other));
  const members = value as Record<string, Json>;
  return { ...members, [step]: put(members[step], rest, other) };
}

/** A copy without the member at a path. */
export function without(value: Json, path: readonly (string | number)[]): Json {
  const parent = path.slice(0, -1);
  const { [String(path.at(-1))]: _gone, ...others } = at(value, parent) as Record<string, Json>;
  return put(value, parent, others);
}
