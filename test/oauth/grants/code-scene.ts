import { scriptedSignIn, type ScriptedSignIn, type SignInOptions } from 'garuda-mcp/testing';
import { discover } from '../../../src/oauth/discovery/discover.ts';
import {
  authorizationCode,
  type AuthorizationCodeOptions,
  type SignInPage,
} from '../../../src/oauth/grants/authorization-code.ts';
import type { Situation } from '../../../src/oauth/grants/situation.ts';
import { asTokenGrant } from '../../../src/oauth/grants/token-grant.ts';
import type { RegisteredClient, TokenSet } from '../../../src/oauth/keeping/entry.ts';
import { BoundedNetwork } from '../../../src/oauth/network/bounded-network.ts';
import { loopbackRedirect } from '../../../src/oauth/node/loopback-redirect.ts';
import { FakeClock } from '../../support/fake-clock.ts';

/** Servers, and a program that signs in at them. */
export interface CodeScene extends AsyncDisposable {
  readonly servers: ScriptedSignIn;
  readonly clock: FakeClock;
  readonly situation: Situation;
  /** What is kept of the client, and how often that was changed. */
  readonly kept: {
    client: RegisteredClient | undefined;
    writes: number;
    /** Another issuer at which a client was used. */
    elsewhere?: string;
  };
  /** The pages that were opened. */
  readonly pages: SignInPage[];
  /** Signs in, with a person who agrees at once. */
  acquire(
    options?: Partial<AuthorizationCodeOptions>,
    over?: Partial<Situation>,
  ): Promise<TokenSet>;
}

export async function codeScene(
  options: SignInOptions = {},
  client?: RegisteredClient,
): Promise<CodeScene> {
  const servers = await scriptedSignIn(options);
  const clock = new FakeClock();
  const network = new BoundedNetwork({
    fetch: (url, init) => fetch(url, init),
    allowInsecureLoopback: true,
    clock,
  });
  const { signal } = new AbortController();
  const order = { network, url: servers.url, challenge: undefined, tolerances: {}, signal };
  const { server, resource } = await discover({ ...order, strict: true });
  const kept: CodeScene['kept'] = { client, writes: 0 };
  const pages: SignInPage[] = [];
  const situation: Situation = {
    network,
    clock,
    server,
    url: servers.url,
    resource,
    scope: undefined,
    tolerances: {},
    dpop: undefined,
    clients: {
      read: () => Promise.resolve(kept.client),
      usedAt: () => Promise.resolve(kept.elsewhere),
      write: (written) => {
        kept.client = written;
        kept.writes += 1;
        return Promise.resolve();
      },
    },
    signal,
  };
  return {
    servers,
    clock,
    situation,
    kept,
    pages,
    acquire(over = {}, about = {}) {
      const grant = authorizationCode({
        redirect: loopbackRedirect(),
        clientName: 'A client',
        openPage: async (page) => {
          pages.push(page);
          await visit(servers, page.url);
          return 'opened';
        },
        ...over,
      });
      return asTokenGrant(grant).acquire({ ...situation, ...about });
    },
    [Symbol.asyncDispose]: () => servers[Symbol.asyncDispose](),
  };
}

/** Plays a person who agrees, and whose browser goes where it is sent. */
export async function visit(servers: ScriptedSignIn, page: string): Promise<void> {
  const location = await servers.browse(page);
  if (location !== undefined) await (await fetch(location)).text();
}
