import { expect, test } from 'vitest';
import type { RequestOptions } from '../../../src/client/index.ts';
import { connected, failureOf, paramsOf } from '../../support/connected.ts';
import { proves } from '../../support/proves.ts';
import { asks, cached, minute, names, tools, type Cached } from './cached.ts';

const gone = { code: -32602 };

/** Answers the next page, which must be asked for at this cursor, with one tool. */
async function page(
  open: Cached,
  cursor: string | undefined,
  name: string,
  more: object = {},
): Promise<void> {
  const request = await asks(open, 'tools/list');
  expect(paramsOf(request)).toEqual(cursor === undefined ? {} : { cursor });
  await open.answer(request, { ...tools(name), ...more });
}

/** A client that has read a list of three pages; the second is fresh for half as long. */
async function threePages(): Promise<Cached> {
  const open = await cached();
  const listing = names(open.client.listTools());
  await page(open, undefined, 'a', { nextCursor: '2' });
  await open.clock.advance(1);
  await page(open, '2', 'b', { nextCursor: '3', ttlMs: 30_000 });
  await open.clock.advance(1);
  await page(open, '3', 'c');
  expect(await listing).toBe('abc');
  return open;
}

proves('CCH-08', 'every page is kept', async () => {
  const open = await threePages();
  expect(await open.kept()).toBe('abc');
});

proves('CCH-08', 'a page that is stale is asked for by its cursor, and it alone', async () => {
  const open = await threePages();
  await open.clock.advance(29_998);
  expect(await open.kept()).toBe('abc');
  await open.clock.advance(1);
  const listing = names(open.client.listTools());
  await page(open, '2', 'B', { nextCursor: '3' });
  expect(await listing).toBe('aBc');
  await open.sentNothing();
});

proves('CCH-08', 'each page has a clock of its own', async () => {
  const open = await threePages();
  await open.clock.advance(59_998);
  const listing = names(open.client.listTools());
  await page(open, undefined, 'A', { nextCursor: '2' });
  await page(open, '2', 'B', { nextCursor: '3' });
  expect(await listing).toBe('ABc');
  await open.sentNothing();
});

proves('CCH-08', 'whoever wants the list of one moment refreshes all of it', async () => {
  const open = await threePages();
  const listing = names(open.client.listTools({ cache: 'refresh' }));
  await page(open, undefined, 'd', { nextCursor: '2' });
  await page(open, '2', 'e');
  expect(await listing).toBe('de');
  expect(await open.kept()).toBe('de');
});

proves('CCH-08', 'a cursor out of use drops every page, and the list begins anew', async () => {
  const open = await threePages();
  await open.clock.advance(30_000);
  const listing = names(open.client.listTools());
  const request = await asks(open, 'tools/list');
  expect(paramsOf(request)).toEqual({ cursor: '2' });
  await open.refuse(request, gone);
  await open.clock.advance(1);
  await page(open, undefined, 'x', { nextCursor: 'second' });
  await page(open, 'second', 'y');
  expect(await listing).toBe('xy');
  expect(open.reports).toEqual([]);
});

proves(
  'CCH-08',
  'it begins anew once: what is refused again is the error of the list',
  async () => {
    const open = await threePages();
    await open.clock.advance(30_000);
    const failing = failureOf(open.client.listTools());
    await open.refuse(await asks(open, 'tools/list'), gone);
    await page(open, undefined, 'x', { nextCursor: 'second' });
    await open.refuse(await asks(open, 'tools/list'), gone);
    expect(await failing).toMatchObject(gone);
    await open.sentNothing();
  },
);

proves(
  'CCH-08',
  'who reads page by page is told, and begins anew by the next reading',
  async () => {
    const open = await threePages();
    await open.clock.advance(30_000);
    const seen: string[] = [];
    const failing = failureOf(
      (async () => {
        for await (const { entries } of open.client.toolPages())
          seen.push(...entries.map(({ name }) => name));
      })(),
    );
    await open.refuse(await asks(open, 'tools/list'), gone);
    expect(await failing).toMatchObject(gone);
    expect(seen).toEqual(['a']);
    await open.clock.advance(1);
    const listing = names(open.client.listTools());
    await page(open, undefined, 'x');
    expect(await listing).toBe('x');
  },
);

for (const { why, options, code = -32602 } of [
  { why: 'in a list that is refreshed', options: { cache: 'refresh' } },
  { why: 'in a list that passes the cache by', options: { cache: 'bypass' } },
  { why: 'with another error', options: {}, code: -32603 },
  { why: 'of a method that is gone', options: {}, code: -32601 },
] satisfies { why: string; options: RequestOptions; code?: number }[]) {
  test(`a refused cursor ${why} is the error of the list`, async () => {
    const open = await threePages();
    await open.clock.advance(30_000);
    const failing = failureOf(open.client.listTools(options));
    if (options.cache !== undefined) await page(open, undefined, 'a', { nextCursor: '2' });
    await open.refuse(await asks(open, 'tools/list'), { code });
    expect(await failing).toMatchObject({ code });
    await open.sentNothing();
  });
}

test('a refused cursor is the error of the list where nothing is kept', async () => {
  for (const options of [{}, { cache: false as const }]) {
    const open = await cached(options);
    const failing = failureOf(open.client.listTools());
    await page(open, undefined, 'a', { nextCursor: '2', ttlMs: 0 });
    await open.refuse(await asks(open, 'tools/list'), gone);
    expect(await failing).toMatchObject(gone);
    await open.sentNothing();
  }
});

test('a list that is refused as a whole is not asked for again', async () => {
  const open = await threePages();
  await open.clock.advance(60_000);
  const failing = failureOf(open.client.listTools());
  await open.refuse(await asks(open, 'tools/list'), gone);
  expect(await failing).toMatchObject(gone);
  await open.sentNothing();
});

test('in the legacy era a refused cursor is the error of the list', async () => {
  const open = await connected('2025-11-25');
  const failing = failureOf(open.client.listTools());
  await open.answer(await asks(open, 'tools/list'), { ...tools('a', minute), nextCursor: '2' });
  await open.refuse(await asks(open, 'tools/list'), gone);
  expect(await failing).toMatchObject(gone);
});
