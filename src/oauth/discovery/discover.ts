import type { AuthorizationServer } from 'oauth4webapi';
import { nameOfPlace } from '../network/quote.ts';
import { isNothingThere, nothingFound } from './attempt.ts';
import type { DiscoveryOrder } from './discovery-order.ts';
import { findServer } from './find-server.ts';
import { firstDocument } from './first-document.ts';
import { findLegacyServer } from './legacy-server.ts';
import { resourceCandidates } from './resource-candidates.ts';
import { readResource } from './resource-document.ts';
import { nameOfEndpoint } from './resource-name.ts';

export interface Discovered {
  /** The `resource` of every request, exactly so. */
  readonly resource: string;
  /** What the metadata of the resource says. */
  readonly scopesSupported?: readonly string[];
  /** Its `issuer` is written as in its own metadata. */
  readonly server: AuthorizationServer;
  readonly source: 'metadata' | 'fallback-metadata' | 'fallback-endpoints';
}

/**
 * Finds the authorization server of an MCP server. Nothing is kept: each time all is read anew. It
 * takes at most 18 requests.
 *
 * @throws OAuthError `URL_REFUSED`, `NO_METADATA`, `RESOURCE_MISMATCH`, `ISSUER_MISMATCH`,
 * `PKCE_NOT_OFFERED`, `TRY_AGAIN`, `CANCELLED`; the message lists what each place answered
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization/authorization-server-discovery | Authorization server discovery}
 */
export async function discover(order: DiscoveryOrder): Promise<Discovered> {
  const { network, challenge, tolerances, signal } = order;
  const endpoint = network.check(order.url, 'the address of the MCP server');
  const named = challenge?.resourceMetadata;
  const found = await firstDocument({
    network,
    signal,
    candidates: resourceCandidates(endpoint, named),
    read: (document) => readResource(document, endpoint, tolerances.otherResource === true),
  });
  const place = nameOfPlace(endpoint);
  if (found.value === undefined) {
    const { attempts } = found;
    // Servers of 2025-03-26 know nothing of metadata of resources: one that speaks of it is none.
    if (named !== undefined || !isNothingThere(attempts)) throw nothingFound(place, attempts);
    const legacy = await findLegacyServer(order, endpoint, attempts);
    return { resource: nameOfEndpoint(endpoint), ...legacy };
  }
  const { resource, scopesSupported, authorizationServers } = found.value;
  const what = `an authorization server of ${place}`;
  const server = await findServer(order, authorizationServers, what);
  return {
    resource,
    ...(scopesSupported !== undefined && { scopesSupported }),
    server,
    source: 'metadata',
  };
}
