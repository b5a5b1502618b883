import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { proves } from '../support/proves.ts';
import { groups, rows, type RowId } from './index.ts';
import { all } from './row.ts';

const entries = groups.flatMap((group) =>
  group.tables.flatMap((table) =>
    Object.entries(table).map(([id, row]) => ({ id, prefix: group.prefix, row })),
  ),
);

test('the number of rows per group is the one counted at the source', () => {
  const counts: Record<string, number> = {};
  for (const { prefix } of entries) counts[prefix] = (counts[prefix] ?? 0) + 1;
  expect(counts).toEqual({
    RPC: 19,
    BAT: 7,
    META: 15,
    CAP: 11,
    VER: 22,
    STD: 16,
    HTTP: 23,
    XMH: 10,
    HTL: 22,
    SSE: 6,
    CAN: 14,
    PRG: 7,
    PNG: 3,
    SUB: 12,
    MRT: 15,
    CCH: 11,
    PAG: 6,
    TOL: 14,
    JSC: 6,
    RES: 6,
    PMT: 2,
    CMP: 3,
    LOG: 5,
    ROO: 3,
    SAM: 10,
    ELI: 15,
    ICO: 4,
    TSK: 12,
    TKX: 15,
    APP: 6,
    SEC: 7,
    AUTH: 52,
    CC: 6,
    EMA: 7,
    G: 32,
    H: 19,
    A: 17,
    W: 44,
  });
});

test('every id is well formed, stands in its own group and is there once', () => {
  const ids = entries.map(({ id }) => id);
  expect(ids.filter((id) => !/^[A-Z]{1,4}-\d\d$/.test(id))).toEqual([]);
  expect(entries.filter(({ id, prefix }) => id.split('-')[0] !== prefix)).toEqual([]);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  expect(new Set(ids)).toEqual(new Set(Object.keys(rows)));
});

test('the ids of a group have no gap, but where the numbers stand for chapters', () => {
  const gaps = groups
    .filter(({ prefix }) => !['AUTH', 'W'].includes(prefix))
    .filter(({ prefix, tables }) => {
      const ids = new Set(tables.flatMap((table) => Object.keys(table)));
      const numbers = Array.from(ids, (_, index) => String(index + 1).padStart(2, '0'));
      return numbers.some((number) => !ids.has(`${prefix}-${number}`));
    });
  expect(gaps).toEqual([]);
});

test('every file of this folder is in the data', () => {
  const files = readdirSync(new URL('.', import.meta.url)).filter(
    (name) => !['index.ts', 'row.ts', 'rows.test.ts'].includes(name),
  );
  expect(files).toHaveLength(groups.flatMap((group) => group.tables).length);
});

test('every behaviour is one line with an end', () => {
  const bad = entries.filter(
    ({ row }) =>
      row.behaviour.trim() !== row.behaviour ||
      row.behaviour.length > 160 ||
      !/^[^\n]+\.$/.test(row.behaviour),
  );
  expect(bad).toEqual([]);
});

test('no two rows say the same', () => {
  const texts = entries.map(({ row }) => row.behaviour);
  expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([]);
});

test('every row has a source and its revisions in order', () => {
  expect(entries.filter(({ row }) => row.source.trim() === '')).toEqual([]);
  const inOrder = entries.filter(({ row }) => {
    const expected = all.filter((revision) => row.revisions.includes(revision));
    return expected.length > 0 && expected.join() === row.revisions.join();
  });
  expect(inOrder).toHaveLength(entries.length);
});

test('rows of the specification have a level, and the others have none', () => {
  const others = new Set(['G', 'H', 'A', 'W']);
  const bad = entries.filter(({ prefix, row }) => (row.level === undefined) !== others.has(prefix));
  expect(bad).toEqual([]);
});

test('every row is claimed or excluded', () => {
  const open = entries.filter(({ row }) => row.status === 'open');
  expect(open.map(({ id }) => id)).toEqual([]);
});

test('every excluded row has a reason', () => {
  const reasons = entries.flatMap(({ row }) =>
    typeof row.status === 'object' ? [row.status.excluded] : [],
  );
  expect(reasons.filter((reason) => reason.trim().length < 10)).toEqual([]);
});

test('an id that is not in the data does not compile', () => {
  const known: RowId = 'W-23';
  // @ts-expect-error There is no such row.
  const unknown: RowId = 'W-99';
  expect(rows).toHaveProperty([known]);
  expect(rows).not.toHaveProperty([unknown]);
  expect(proveUnknownRows).toBeTypeOf('function');
});

/** Never called: what counts is that the compiler refuses its ids. */
function proveUnknownRows(): void {
  // @ts-expect-error There is no such row.
  proves('RPC-99', 'cannot be proven', () => {});
  // @ts-expect-error There is no such row among others that exist.
  proves(['RPC-01', 'RPC-99'], 'cannot be proven', () => {});
}
