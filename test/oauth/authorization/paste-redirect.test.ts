import { describe, expect, test } from 'vitest';
import { firstRedirect } from '../../../src/oauth/authorization/first-redirect.ts';
import { findProblem, pasteRedirect } from '../../../src/oauth/authorization/paste-redirect.ts';
import type { Redirect, RedirectReceiver } from '../../../src/oauth/authorization/redirect.ts';
import { proves } from '../../support/proves.ts';

const uri = 'http://127.0.0.1:47893/callback';
const good = `${uri}?code=c&state=s1`;

/** Pastes one thing after the other, and keeps what it was told. */
function paster(...texts: readonly string[]) {
  const told: (string | undefined)[] = [];
  const left = [...texts];
  return {
    told,
    ask: (_signal: AbortSignal, problem: string | undefined) => {
      told.push(problem);
      return Promise.resolve(left.shift() ?? '');
    },
  };
}

function idle(): AbortSignal {
  return new AbortController().signal;
}

describe('a paste', () => {
  const wrong = [
    ['nothing', '', /empty; paste the whole address, from http:\/\/127\.0\.0\.1:47893\/callback\?/],
    ['a bare code', 'SECRETCODE', /only a part of the address; paste the whole/],
    [
      'the page before',
      'https://as.example.com/authorize?state=s1&code=SECRETCODE',
      /another address/,
    ],
    ['a look-alike', `${uri}.evil.test?state=s1&code=SECRETCODE`, /another address/],
    ['another sign-in', `${uri}?state=s0&code=SECRETCODE`, /another sign-in/],
    ['half', `${uri}?code=SECRETCODE`, /not all of the address/],
    ['a megabyte', `${uri}?state=s1&code=${'x'.repeat(1_048_576)}`, /too long/],
  ] as const;
  for (const [why, text, expected] of wrong) {
    proves('W-57', `${why} is asked for again, with the reason`, () => {
      const problem = findProblem(text, uri, 's1');
      expect(problem).toMatch(expected);
      expect(problem).not.toContain('SECRET');
    });
  }

  proves('W-57', 'the right one ends it, after wrong ones', async () => {
    const { ask, told } = paster('abc', ` ${good}\n`);
    const receiver = await pasteRedirect({ ask }).open(undefined);
    const answer = receiver.receive('s1', idle());
    receiver.pageOpened?.();
    expect(await answer).toBe(good);
    expect(told).toEqual([undefined, expect.stringContaining('only a part')]);
  });

  proves('W-57', 'one that is never right comes to an end', async () => {
    const { ask, told } = paster();
    const receiver = await pasteRedirect({ ask }).open(undefined);
    const answer = receiver.receive('s1', idle());
    receiver.pageOpened?.();
    await expect(answer).rejects.toMatchObject({ code: 'WRONG_ANSWER' });
    expect(told).toHaveLength(10);
  });
});

test('nobody is asked before the page is open, and the wait ends with its signal', async () => {
  const { ask, told } = paster(good);
  const receiver = await pasteRedirect({ ask }).open(undefined);
  const ending = new AbortController();
  const answer = receiver.receive('s1', ending.signal);
  ending.abort();
  await expect(answer).rejects.toMatchObject({ code: 'CANCELLED' });
  expect(told).toEqual([]);
  const again = receiver.receive('s1', idle());
  receiver.pageOpened?.();
  expect(await again).toBe(good);
});

test('what a terminal broke is whole again', async () => {
  const { ask } = paster(`  ${good.slice(0, 30)}\r\n  ${good.slice(30)}\n`);
  const receiver = await pasteRedirect({ ask }).open(undefined);
  const answer = receiver.receive('s1', idle());
  receiver.pageOpened?.();
  expect(await answer).toBe(good);
});

test('closing ends the wait, whatever is asked', async () => {
  const receiver = await pasteRedirect({ ask: () => new Promise(() => {}) }).open(
    'https://a.test/cb',
  );
  expect(receiver.redirectUri).toBe('https://a.test/cb');
  const answer = receiver.receive('s1', idle());
  receiver.pageOpened?.();
  await receiver.close();
  await expect(answer).rejects.toMatchObject({ code: 'CANCELLED' });
});

describe('two ways at once', () => {
  /** A way whose answer comes when the test says so. */
  function hand(redirectUri?: string) {
    const state = { closed: 0, ended: 0, opened: 0, known: '' };
    let answer = (_text: string): void => {};
    let fail = (_error: Error): void => {};
    const redirect: Redirect = {
      open(known) {
        state.known = known ?? '';
        const receiver: RedirectReceiver = {
          redirectUri: redirectUri ?? known ?? 'http://127.0.0.1:1/cb',
          receive: (_state, signal) =>
            new Promise((resolve, reject) => {
              answer = resolve;
              fail = reject;
              signal.addEventListener('abort', () => (state.ended += 1));
            }),
          pageOpened: () => void (state.opened += 1),
          close: () => Promise.resolve(void (state.closed += 1)),
        };
        return Promise.resolve(receiver);
      },
    };
    return { redirect, state, answer: (text: string) => answer(text), fail: (e: Error) => fail(e) };
  }

  test.each(['first', 'second'] as const)('the %s wins, and the other is ended', async (winner) => {
    const ways = { first: hand('http://127.0.0.1:1/cb'), second: hand() };
    const receiver = await firstRedirect(ways.first.redirect, ways.second.redirect).open('known');
    expect(ways.first.state.known).toBe('known');
    expect(ways.second.state.known).toBe('http://127.0.0.1:1/cb');
    const answer = receiver.receive('s', idle());
    receiver.pageOpened?.();
    ways[winner].answer('it');
    expect(await answer).toBe('it');
    await receiver.close();
    for (const { state } of Object.values(ways)) {
      expect(state).toMatchObject({ closed: 1, ended: 1, opened: 1 });
    }
  });

  test('one that fails leaves it to the other; where both do, the first says why', async () => {
    const [first, second] = [hand('http://127.0.0.1:1/cb'), hand()];
    const receiver = await firstRedirect(first.redirect, second.redirect).open(undefined);
    const answer = receiver.receive('s', idle());
    second.fail(new Error('no terminal'));
    first.answer('it');
    expect(await answer).toBe('it');
    const none = receiver.receive('s', idle());
    second.fail(new Error('no terminal'));
    first.fail(new Error('no port'));
    await expect(none).rejects.toThrow('no port');
  });

  test('two that have not the same redirect URI cannot be used, and are closed', async () => {
    const [first, second] = [hand('http://127.0.0.1:1/cb'), hand('http://127.0.0.1:2/cb')];
    const opening = firstRedirect(first.redirect, second.redirect).open(undefined);
    await expect(opening).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    expect([first.state.closed, second.state.closed]).toEqual([1, 1]);
  });
});
