import type { AuthorizationServer } from 'oauth4webapi';
import { coversRedirectUri } from '../authorization/redirect-uri.ts';
import type { RegisteredClient } from '../keeping/entry.ts';
import type { PreRegisteredClient } from './client-options.ts';

/** A way to a client identity. */
export type Way =
  | { readonly kind: 'configured'; readonly client: PreRegisteredClient }
  | { readonly kind: 'kept'; readonly client: RegisteredClient }
  | { readonly kind: 'metadata-url'; readonly url: string }
  | { readonly kind: 'register' }
  | { readonly kind: 'ask' };

/** What there is to choose from. */
export interface WayFacts {
  readonly server: AuthorizationServer;
  readonly redirectUri: string;
  /** The time, in ms since 1970. */
  readonly now: number;
  readonly configured: readonly PreRegisteredClient[];
  /** Of this issuer. */
  readonly kept: RegisteredClient | undefined;
  readonly metadataUrl: string | undefined;
  readonly mayRegister: boolean;
  readonly mayAsk: boolean;
}

/**
 * The next way that was not refused yet, in the order of the specification; `undefined`: none is left.
 *
 * A client that was made here is better than the document, since it was made where that was refused.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization/client-registration | Client registration}
 */
export function nextWay(facts: WayFacts, refused: ReadonlySet<Way['kind']>): Way | undefined {
  if (facts.configured.length > 0) {
    const client = configuredFor(facts.configured, facts.server.issuer);
    return client === undefined || refused.has('configured')
      ? undefined
      : { kind: 'configured', client };
  }
  return otherWays(facts).find(({ kind }) => !refused.has(kind));
}

/** The client that was configured for exactly this issuer, or for whichever comes first. */
export function configuredFor(
  configured: readonly PreRegisteredClient[] | undefined,
  issuer: string,
): PreRegisteredClient | undefined {
  return (
    configured?.find((client) => client.issuer === issuer) ??
    configured?.find((client) => client.issuer === undefined)
  );
}

/** Whether a server reads client id metadata documents. */
export function readsMetadataUrl(server: AuthorizationServer): boolean {
  return server['client_id_metadata_document_supported'] === true;
}

function otherWays(facts: WayFacts): readonly Way[] {
  const { server, kept, metadataUrl } = facts;
  const ways: Way[] = [];
  if (kept !== undefined && isUsable(kept, facts)) ways.push({ kind: 'kept', client: kept });
  if (metadataUrl !== undefined && readsMetadataUrl(server)) {
    ways.push({ kind: 'metadata-url', url: metadataUrl });
  }
  if (facts.mayRegister && server.registration_endpoint !== undefined) {
    ways.push({ kind: 'register' });
  }
  if (facts.mayAsk) ways.push({ kind: 'ask' });
  return ways;
}

/** Those of the configuration are read from there: it may have changed. */
function isUsable(kept: RegisteredClient, { redirectUri, now }: WayFacts): boolean {
  if (kept.from !== 'registration' && kept.from !== 'person') return false;
  if (kept.secretExpiresAt !== undefined && kept.secretExpiresAt <= now) return false;
  return kept.redirectUri === undefined || coversRedirectUri(kept.redirectUri, redirectUri);
}

/**
 * Whether an error of the authorization server says that it does not take the client.
 *
 * @param error - its error code
 */
export function refusesClient(error: string | undefined, client: RegisteredClient): boolean {
  if (error === 'invalid_client' || error === 'unauthorized_client') return true;
  // What servers say of a document that they could not fetch, or do not trust.
  const ofDocument = ['invalid_request', 'invalid_client_metadata', 'invalid_redirect_uri'];
  return client.from === 'metadata-url' && error !== undefined && ofDocument.includes(error);
}
