import { describe, expect, test } from 'vitest';
import type { Client, ListPage } from '../../../../src/client/index.ts';
import { collectList, findInList } from '../../../../src/garuda/cli/verbs/walk-list.ts';
import type { Session } from '../../../../src/garuda/cli/verbs/verb.ts';

/** A list of numbers, ten a page, that tells which pages were asked for. */
async function* pages(count: number, asked: number[] = []): AsyncGenerator<ListPage<number>> {
  for (let page = 1; page <= count; page += 1) {
    asked.push(page);
    await Promise.resolve();
    const entries = Array.from({ length: 10 }, (_, at) => (page - 1) * 10 + at);
    yield page === count ? { entries } : { entries, nextCursor: String(page) };
  }
}

function listening(): { readonly session: Session; readonly told: string[] } {
  const told: string[] = [];
  const tell = (text: string): void => void told.push(text);
  const client = {} as Client;
  return {
    told,
    session: {
      client,
      account: undefined,
      options: {},
      say: tell,
      progress: tell,
      whyLeftOut: () => undefined,
    },
  };
}

test('a list is collected, and tells how far it has come', async () => {
  const { session, told } = listening();
  expect(await collectList(pages(3), 'tools', session)).toHaveLength(30);
  expect(told).toEqual([
    'listing tools',
    'listing tools: page 2, 10 so far',
    'listing tools: page 3, 20 so far',
  ]);
});

describe('what is looked for', () => {
  test.each([
    { why: 'is found on its page, and no page behind it is asked for', wanted: 12, asked: [1, 2] },
    { why: 'is nowhere, and every page was asked for', wanted: 99, asked: [1, 2, 3] },
  ])('$why', async ({ wanted, asked }) => {
    const seen: number[] = [];
    const { session } = listening();
    const walked = await findInList(pages(3, seen), 'tools', session, (one) => one === wanted);
    expect(walked.found).toBe(wanted === 99 ? undefined : wanted);
    expect(walked.others).toHaveLength(asked.length * 10);
    expect(seen).toEqual(asked);
  });
});
