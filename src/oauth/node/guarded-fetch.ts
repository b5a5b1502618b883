import { lookup as lookUp } from 'node:dns/promises';
import type { Agent } from 'undici';
import type { OAuthFetch } from '../network/network.ts';
import { fetchOver } from './dispatch-fetch.ts';
import type { AddressLevel, Lookup, TlsSettings } from './guard-settings.ts';
import { GuardedConnector } from './guarded-connector.ts';

/** What a guarded fetch is made of. @public */
export interface GuardedFetchOptions {
  /** Which addresses may be connected to. */
  readonly level: AddressLevel;
  /**
   * Finds the addresses of a host name.
   *
   * @defaultValue as the system does
   */
  readonly lookup?: Lookup;
  readonly tls?: TlsSettings;
}

/** A way to servers at checked addresses only. @public */
export interface GuardedFetch {
  /** Follows no redirect. An address that is refused is an `OAuthError` with the code `URL_REFUSED`. */
  readonly fetch: OAuthFetch;
  /** The dispatcher of undici below it, for requests that are no part of a sign-in. */
  dispatcher(): Promise<object>;
  /** Ends all connections. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * A fetch that checks the address that a name stands for when it connects, and connects to that one:
 * a name whose address changes in between leads nowhere else. Proxies are not used, since they look
 * up names themselves.
 *
 * undici is loaded at the first request, and only its agent.
 *
 * @see {@link https://modelcontextprotocol.io/docs/tutorials/security/security_best_practices#server-side-request-forgery-ssrf | Server-side request forgery}
 * @public
 */
export function guardedFetch(options: GuardedFetchOptions): GuardedFetch {
  const { level, lookup = lookUpAll, tls } = options;
  let opening: Promise<Opened> | undefined;
  let closing: Promise<void> | undefined;
  const open = (): Promise<Opened> => {
    if (closing !== undefined) return Promise.reject(new Error('closed by this side'));
    return (opening ??= openAgent({ level, lookup, tls }));
  };
  const close = (): Promise<void> => (closing ??= opening?.then(closeAgent) ?? Promise.resolve());
  return {
    fetch: async (url, init) => fetchOver((await open()).agent, url, init),
    dispatcher: async () => (await open()).agent,
    close,
    [Symbol.asyncDispose]: close,
  };
}

interface Opened {
  readonly agent: Agent;
  readonly connector: GuardedConnector;
}

async function openAgent(
  options: ConstructorParameters<typeof GuardedConnector>[1],
): Promise<Opened> {
  const [{ default: AgentClass }, { default: build }] = await Promise.all([
    import('undici/lib/dispatcher/agent.js'),
    import('undici/lib/core/connect.js'),
  ]);
  const connector = new GuardedConnector(build, options);
  return { agent: new AgentClass({ connect: connector.connect }), connector };
}

async function closeAgent({ agent, connector }: Opened): Promise<void> {
  const closed = agent.destroy();
  connector.destroy();
  await closed;
}

async function lookUpAll(hostname: string): Promise<string[]> {
  const found = await lookUp(hostname, { all: true });
  return found.map(({ address }) => address);
}
