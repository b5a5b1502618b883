import { expect } from 'vitest';
import type { Recalled } from '../client/scenarios/scenario.ts';
import type { SentMessage } from 'garuda-mcp/testing';

type Named = ReadonlyMap<string, SentMessage>;

/** A value of a scenario, with everything in it that is to be recalled from earlier messages. */
export function recallIn(named: Named, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((entry) => recallIn(named, entry));
  if (typeof value !== 'object' || value === null) return value;
  if ('$recall' in value) return recall(named, value as Recalled);
  const members = Object.entries(value).map(([key, below]) => [key, recallIn(named, below)]);
  return Object.fromEntries(members);
}

function recall(named: Named, { $recall, $otherType }: Recalled): unknown {
  const [name = '', ...path] = $recall.split('.');
  const found = follow(named.get(name), path);
  expect(found, `nothing to recall at ${$recall}`).toBeDefined();
  if ($otherType !== true) return found;
  return typeof found === 'number' ? String(found) : Number(found);
}

/** The value that a path of names leads to, or `undefined`. */
export function follow(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (at, name) => (at as Readonly<Record<string, unknown>> | undefined)?.[name],
    value,
  );
}
