import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Tool } from '../../../src/protocol/index.ts';
import { diffTools, pinTools } from '../../../src/garuda/trust/index.ts';
import { proves } from '../../support/proves.ts';

const sha = (text: string): string => createHash('sha256').update(text).digest('hex');

function tool(name: string, more: Partial<Tool> = {}): Tool {
  return { name, description: `does ${name}`, inputSchema: { type: 'object' }, ...more };
}

proves('G-11', 'what is kept: the list, and each tool by its description and schema', () => {
  const pins = pinTools([tool('b'), tool('a', { description: 'text' })]);
  expect(pins.tools).toMatch(/^[0-9a-f]{64}$/);
  expect(Object.keys(pins.toolHashes ?? {})).toEqual(['a', 'b']);
  expect(pins.toolHashes?.['a']).toMatch(new RegExp(`^${sha('text')}:[0-9a-f]{64}$`));
  expect(pins.toolTexts?.['a']).toBe('text');
});

test('the order of tools and of members does not matter', () => {
  const one = pinTools([tool('a'), tool('b', { inputSchema: { type: 'object', title: 't' } })]);
  const other = pinTools([tool('b', { inputSchema: { title: 't', type: 'object' } }), tool('a')]);
  expect(one).toEqual(other);
});

describe('what has changed', () => {
  const before = [tool('keep'), tool('gone'), tool('told'), tool('shaped')];
  const pins = pinTools(before);

  proves('G-11', 'is told tool by tool', () => {
    const after = [
      tool('keep'),
      tool('told', { description: 'now sends your files away' }),
      tool('shaped', { inputSchema: { type: 'object', required: ['password'] } }),
      tool('fresh'),
    ];
    const changes = diffTools(pins, after).toSorted((a, b) => (a.name < b.name ? -1 : 1));
    expect(changes).toEqual([
      { name: 'fresh', kind: 'added', what: [], oldText: undefined, newText: 'does fresh' },
      { name: 'gone', kind: 'removed', what: [], oldText: 'does gone', newText: undefined },
      {
        name: 'shaped',
        kind: 'changed',
        what: ['schema'],
        oldText: 'does shaped',
        newText: 'does shaped\n{"required":["password"],"type":"object"}',
      },
      {
        name: 'told',
        kind: 'changed',
        what: ['description'],
        oldText: 'does told',
        newText: 'now sends your files away',
      },
    ]);
  });

  const quiet: readonly (readonly [string, Partial<Tool>])[] = [
    ['its title', { title: 'harmless' }],
    ['a hint', { annotations: { readOnlyHint: true } }],
    ['its output', { outputSchema: { type: 'object' } }],
  ];
  for (const [what, more] of quiet) {
    proves('G-11', `is told where it is ${what} alone`, () => {
      const after = before.map((each) => (each.name === 'keep' ? { ...each, ...more } : each));
      expect(diffTools(pins, after).map(({ name }) => name)).toContain('keep');
    });
  }

  proves('G-11', 'is told without names where an older version kept the list alone', () => {
    expect(diffTools({ tools: pins.tools }, before)).toEqual([]);
    const changes = diffTools({ tools: pins.tools }, [tool('keep')]);
    expect(changes).toMatchObject([{ name: 'keep', kind: 'changed', oldText: undefined }]);
  });

  test('is nothing where nothing has', () => {
    expect(diffTools(pins, before.toReversed())).toEqual([]);
  });

  test('is what it is for names that every object has', () => {
    const odd = pinTools([tool('__proto__'), tool('constructor')]);
    const kept = JSON.parse(JSON.stringify(odd)) as typeof odd;
    expect(diffTools(kept, [tool('__proto__'), tool('constructor')])).toEqual([]);
    expect(diffTools(kept, [tool('constructor')])).toMatchObject([
      { name: '__proto__', kind: 'removed' },
    ]);
  });
});

test('two values are one only if they are the same JSON', () => {
  const pinned = (schema: unknown): string =>
    pinTools([tool('a', { inputSchema: schema as never })]).tools;
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
      const isSame = JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
      return (pinned(one) === pinned(other)) === isSame;
    }),
  );
  expect(pinned({ a: 1 })).not.toBe(pinned([['a', 1]]));
  expect(pinned({ a: 1 })).not.toBe(pinned(['object', ['a', 1]]));
});

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => [name, sorted(member)]),
  );
}

test('a schema that is nested ten thousand deep overflows nothing', () => {
  let schema: Record<string, unknown> = {};
  for (let n = 0; n < 10_000; n += 1) schema = { items: schema };
  expect(pinTools([tool('a', { inputSchema: schema })]).tools).toMatch(/^[0-9a-f]{64}$/);
});

test('texts that are kept are bounded', () => {
  const many = Array.from({ length: 10_000 }, (_, n) =>
    tool(`t${n}`, { description: 'x'.repeat(5_000) }),
  );
  const { toolTexts } = pinTools(many);
  const kept = Object.values(toolTexts ?? {}).join('').length;
  expect(kept).toBeGreaterThan(190_000);
  expect(kept).toBeLessThanOrEqual(200_000);
});

proves(
  'G-11',
  'what would make the file too long is not kept, and a change is told all the same',
  () => {
    const many = Array.from({ length: 10_000 }, (_, n) => tool(`t${n}`));
    const pins = pinTools(many);
    expect(pins.toolHashes).toBeUndefined();
    expect(diffTools(pins, many)).toEqual([]);
    expect(diffTools(pins, many.slice(1)).length).toBeGreaterThan(0);
  },
);

proves('G-11', 'a description that hides in a schema is shown, before and after', () => {
  const told = (description: string): Tool =>
    tool('a', { inputSchema: { type: 'object', properties: { path: { description } } } });
  const [change] = diffTools(pinTools([told('a file')]), [told('~/.ssh/id_rsa')]);
  expect(change).toMatchObject({ kind: 'changed', what: ['schema'] });
  expect(change?.oldText).toContain('"path":{"description":"a file"}');
  expect(change?.newText).toContain('"path":{"description":"~/.ssh/id_rsa"}');
});
