import { describe, expect, test } from 'vitest';
import { firstRedirect } from '../../../src/oauth/authorization/first-redirect.ts';
import { pasteRedirect } from '../../../src/oauth/authorization/paste-redirect.ts';
import type { Redirect } from '../../../src/oauth/authorization/redirect.ts';
import { loopbackRedirect } from '../../../src/oauth/node/loopback-redirect.ts';
import { settle } from '../../support/fake-clock.ts';
import { fault } from '../fault.ts';

const state = 'our-state';

function pasting() {
  const signals: AbortSignal[] = [];
  let paste: (text: string) => void = () => {};
  const redirect = pasteRedirect({
    ask: (signal) => {
      signals.push(signal);
      return new Promise((resolve) => {
        paste = resolve;
      });
    },
  });
  return { redirect, signals, paste: (text: string) => paste(text) };
}

describe('of a listener and a person', () => {
  test('the listener is first, and the question ends', async () => {
    const { redirect, signals } = pasting();
    const receiver = await firstRedirect(loopbackRedirect(), redirect).open(undefined);
    const answer = receiver.receive(state, new AbortController().signal);
    receiver.pageOpened?.();
    await settle();
    expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
    const response = await fetch(`${receiver.redirectUri}?code=c&state=${state}`);
    expect(response.status).toBe(200);
    expect(await answer).toBe(`${receiver.redirectUri}?code=c&state=${state}`);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    await receiver.close();
  });

  test('the person is first, and the listener takes no more', async () => {
    const { redirect, paste } = pasting();
    const receiver = await firstRedirect(loopbackRedirect(), redirect).open(undefined);
    const answer = receiver.receive(state, new AbortController().signal);
    receiver.pageOpened?.();
    await settle();
    paste(`${receiver.redirectUri}?code=pasted&state=${state}`);
    expect(await answer).toContain('code=pasted');
    const late = await fetch(`${receiver.redirectUri}?code=c&state=${state}`);
    expect(late.status).toBe(400);
    await receiver.close();
    await expect(fetch(receiver.redirectUri)).rejects.toThrow('fetch failed');
  });

  test('both end with the signal', async () => {
    const { redirect, signals } = pasting();
    const receiver = await firstRedirect(loopbackRedirect(), redirect).open(undefined);
    const stopping = new AbortController();
    const failing = fault(receiver.receive(state, stopping.signal));
    receiver.pageOpened?.();
    await settle();
    stopping.abort();
    expect((await failing).code).toBe('CANCELLED');
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    await receiver.close();
  });
});

/** A redirect that ends as it is told, and notes what is done with it. */
function scripted(redirectUri: string, answer: () => Promise<string>) {
  const log: string[] = [];
  const redirect: Redirect = {
    open: (known) => {
      log.push(`open ${known}`);
      return Promise.resolve({
        redirectUri,
        receive: answer,
        close: () => {
          log.push('close');
          return Promise.resolve();
        },
      });
    },
  };
  return { redirect, log };
}

describe('of two ways', () => {
  const never = () => new Promise<string>(() => {});
  const { signal } = new AbortController();

  test('one that fails leaves it to the other', async () => {
    const bad = scripted('https://app.example/', () => Promise.reject(new Error('bad')));
    const good = scripted('https://app.example/', () => Promise.resolve('good'));
    for (const [first, second] of [
      [bad, good],
      [good, bad],
    ] as const) {
      const receiver = await firstRedirect(first.redirect, second.redirect).open(undefined);
      expect(await receiver.receive(state, signal)).toBe('good');
    }
  });

  test('where both fail the first one says why', async () => {
    const one = scripted('https://app.example/', () => Promise.reject(new Error('one')));
    const two = scripted('https://app.example/', () => Promise.reject(new Error('two')));
    const receiver = await firstRedirect(one.redirect, two.redirect).open(undefined);
    await expect(receiver.receive(state, signal)).rejects.toThrow('one');
  });

  test('the second one has the redirect URI of the first', async () => {
    const one = scripted('https://app.example/1', never);
    const two = scripted('https://app.example/1', never);
    const receiver = await firstRedirect(one.redirect, two.redirect).open('https://app.example/0');
    await receiver.close();
    expect(one.log).toEqual(['open https://app.example/0', 'close']);
    expect(two.log).toEqual(['open https://app.example/1', 'close']);
  });

  test('two with different redirect URIs are closed and refused', async () => {
    const one = scripted('https://app.example/1', never);
    const two = scripted('https://app.example/2', never);
    const error = await fault(firstRedirect(one.redirect, two.redirect).open(undefined));
    expect(error.message).toBe(
      'expected two ways to one redirect URI, got https://app.example/1 and https://app.example/2 [INVALID_ARGUMENT]',
    );
    expect([one.log.at(-1), two.log.at(-1)]).toEqual(['close', 'close']);
  });

  test('the first is closed where the second does not open', async () => {
    const one = scripted('https://app.example/1', never);
    const broken: Redirect = { open: () => Promise.reject(new Error('no terminal')) };
    await expect(firstRedirect(one.redirect, broken).open(undefined)).rejects.toThrow(
      'no terminal',
    );
    expect(one.log.at(-1)).toBe('close');
  });
});
