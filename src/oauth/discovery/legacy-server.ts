import type { AuthorizationServer } from 'oauth4webapi';
import { type Attempt, isNothingThere, nothingFound } from './attempt.ts';
import type { DiscoveryOrder } from './discovery-order.ts';
import { readerFor } from './find-server.ts';
import { firstDocument } from './first-document.ts';

/** An authorization server that was found as the 2025-03-26 revision finds it. */
export interface LegacyServer {
  readonly server: AuthorizationServer;
  readonly source: 'fallback-metadata' | 'fallback-endpoints';
}

/**
 * The authorization server of a resource without metadata: as the revision of 2025-03-26 has it, the
 * origin itself, by its metadata or else by its default endpoints.
 *
 * @param before - what was asked in vain before
 * @throws OAuthError as `findServer`
 * @see {@link https://modelcontextprotocol.io/specification/2025-03-26/basic/authorization#server-metadata-discovery | Server metadata discovery of 2025-03-26}
 */
export async function findLegacyServer(
  order: DiscoveryOrder,
  { origin }: URL,
  before: readonly Attempt[],
): Promise<LegacyServer> {
  const { network, signal, revision = '2025-03-26' } = order;
  const found = await firstDocument({
    network,
    signal,
    candidates: [`${origin}/.well-known/oauth-authorization-server`],
    headers: { 'MCP-Protocol-Version': revision },
    read: readerFor(order, origin),
  });
  if (found.value !== undefined) return { server: found.value, source: 'fallback-metadata' };
  const attempts = [...before, ...found.attempts];
  if (!isNothingThere(attempts)) throw nothingFound(origin, attempts);
  // Whether these know PKCE cannot be told beforehand; it is used all the same.
  const endpoint = (path: string) => network.check(origin + path, 'a default endpoint').href;
  return {
    server: {
      issuer: origin,
      authorization_endpoint: endpoint('/authorize'),
      token_endpoint: endpoint('/token'),
      registration_endpoint: endpoint('/register'),
    },
    source: 'fallback-endpoints',
  };
}
