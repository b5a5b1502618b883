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

test('the first is closed where the second does not open', async () => {
  const inner = loopbackRedirect();
  let uri = '';
  const first: Redirect = {
    async open(known) {
      const receiver = await inner.open(known);
      uri = receiver.redirectUri;
      return receiver;
    },
  };
  const broken: Redirect = { open: () => Promise.reject(new Error('no terminal')) };
  await expect(firstRedirect(first, broken).open(undefined)).rejects.toThrow('no terminal');
  await expect(fetch(uri)).rejects.toThrow('fetch failed');
});
