import type { AuthorizationServer } from 'oauth4webapi';
import type { Situation } from '../../src/oauth/grants/situation.ts';
import type { RegisteredClient } from '../../src/oauth/keeping/entry.ts';
import { BoundedNetwork } from '../../src/oauth/network/bounded-network.ts';
import { FakeClock } from '../support/fake-clock.ts';

/** What a grant is told, with a client that is kept in memory and a clock that stands still. */
export function someSituation(server: AuthorizationServer, more: Partial<Situation> = {}) {
  const clock = new FakeClock();
  const kept: { client: RegisteredClient | undefined } = { client: undefined };
  const situation: Situation = {
    network: new BoundedNetwork({
      fetch: (url, init) => fetch(url, init),
      allowInsecureLoopback: true,
      clock,
    }),
    clock,
    server,
    url: 'https://mcp.example.com/mcp',
    resource: 'https://mcp.example.com/mcp',
    scope: undefined,
    tolerances: {},
    dpop: undefined,
    clients: {
      usedAt: () => Promise.resolve(undefined),
      read: () => Promise.resolve(kept.client),
      write(client) {
        kept.client = client;
        return Promise.resolve();
      },
    },
    signal: new AbortController().signal,
    ...more,
  };
  return { situation, kept, clock };
}
