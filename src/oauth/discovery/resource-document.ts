import { OAuthError } from '../errors.ts';
import { nameOfPlace, quote } from '../network/quote.ts';
import type { Document, Reading } from './first-document.ts';
import { listIn, Misfit, textIn } from './read-fields.ts';
import { coversEndpoint, isOfSameOrigin } from './resource-name.ts';

/** What the metadata of a protected resource says. */
export interface ProtectedResource {
  /** As it is written there. */
  readonly resource: string;
  /** One at least. */
  readonly authorizationServers: readonly string[];
  readonly scopesSupported: readonly string[] | undefined;
}

/**
 * Reads the metadata of a protected resource.
 *
 * @param otherResource - whether another resource of the same origin is put up with
 * @throws OAuthError `RESOURCE_MISMATCH`
 * @see {@link https://www.rfc-editor.org/rfc/rfc9728#section-2 | RFC 9728 §2}
 */
export function readResource(
  document: Document,
  endpoint: URL,
  otherResource: boolean,
): Reading<ProtectedResource> {
  try {
    const resource = textIn(document, 'resource');
    if (resource === undefined) return { kind: 'unusable', why: 'names no resource' };
    checkResource(resource, endpoint, otherResource);
    const authorizationServers = listIn(document, 'authorization_servers') ?? [];
    if (authorizationServers.length === 0) {
      return { kind: 'unusable', why: 'names no authorization server' };
    }
    const scopesSupported = listIn(document, 'scopes_supported');
    return { kind: 'read', value: { resource, authorizationServers, scopesSupported } };
  } catch (error) {
    if (error instanceof Misfit) return { kind: 'unusable', why: error.message };
    throw error;
  }
}

/** RFC 9728 §3.3: metadata of another resource must not be used. */
function checkResource(resource: string, endpoint: URL, otherResource: boolean): void {
  if (coversEndpoint(resource, endpoint)) return;
  const isNear = isOfSameOrigin(resource, endpoint);
  if (isNear && otherResource) return;
  const hint = isNear ? '; the tolerance otherResource puts up with that' : '';
  throw new OAuthError(
    'RESOURCE_MISMATCH',
    `expected the metadata of ${nameOfPlace(endpoint)}, got that of ${quote(resource)}${hint}`,
  );
}
