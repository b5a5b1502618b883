import { expect } from 'vitest';
import type { ConnectOptions } from '../../../src/client/index.ts';
import { connected, type Connected } from '../../support/connected.ts';
import { settle } from '../../support/fake-clock.ts';
import type { SentMessage } from 'garuda-mcp/testing';

/** What a server allows to be kept for a minute, by whoever asked. */
export const minute = { ttlMs: 60_000, cacheScope: 'private' };

/** What it allows to be kept for everybody. */
export const shared = { ttlMs: 60_000, cacheScope: 'public' };

export const tool = (name: string): object => ({ name, inputSchema: { type: 'object' } });

export const read = (text: string, hint: object = minute): object => ({
  contents: [{ uri: 'note://1', text }],
  ...hint,
});

export const tools = (letters: string, hint: object = minute): object => ({
  tools: letters.split('').map((name) => tool(name)),
  ...hint,
});

/** A client, and a server that is asked through it and says what a test says. */
export interface Cached extends Connected {
  /** Lists tools by what the server says, which must be asked for each page; the names. */
  readonly asked: (...pages: readonly object[]) => Promise<string>;
  /** Lists tools, and nothing may be asked for it. */
  readonly kept: () => Promise<string>;
  readonly sentNothing: () => Promise<void>;
}

/** Connects with a server of the modern era. */
export async function cached(options: ConnectOptions = {}): Promise<Cached> {
  const open = await connected('2026-07-28', options);
  const sentNothing = async (): Promise<void> => {
    await settle();
    expect(open.peer.channel.unread).toEqual([]);
  };
  return {
    ...open,
    sentNothing,
    asked: async (...pages) => {
      const listing = names(open.client.listTools());
      for (const page of pages) await open.answer(await asks(open, 'tools/list'), page);
      await sentNothing();
      return await listing;
    },
    kept: async () => {
      const listing = names(open.client.listTools());
      await sentNothing();
      return await listing;
    },
  };
}

/** The next request of the client, which must be of this method. */
export async function asks(open: Connected, method: string): Promise<SentMessage> {
  const request = await open.next();
  expect(request).toMatchObject({ method });
  return request;
}

/** The names of a list, one letter each. */
export async function names(list: Promise<readonly { readonly name: string }[]>): Promise<string> {
  const all = await list;
  return all.map(({ name }) => name).join('');
}
