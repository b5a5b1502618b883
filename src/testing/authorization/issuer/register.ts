import type { HttpReply } from '../../faults/http-reply.ts';
import { parsed } from '../../carriers/http/parsed.ts';
import { OAuthRefusal } from '../wire/refusal.ts';
import { jsonReply } from '../wire/reply.ts';
import type { ScriptedAuthMethod } from './issuer-options.ts';
import { note, refuse, type Visit } from './visit.ts';

/**
 * Registers a client.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc7591#section-3 | RFC 7591 §3}
 */
export function register(visit: Visit): HttpReply {
  const { issuer, request } = visit;
  const metadata = parsed(request.body) as ClientMetadata | undefined;
  if (metadata === undefined) {
    refuse(visit, 'registration-incomplete', 'invalid_client_metadata', 'the body is no JSON');
  }
  const { redirect_uris: redirectUris = [], grant_types: grants = ['authorization_code'] } =
    metadata;
  if (grants.includes('authorization_code') && redirectUris.length === 0) {
    const detail = 'there are no redirect URIs';
    refuse(visit, 'registration-incomplete', 'invalid_redirect_uri', detail);
  }
  const { application_type: type } = metadata;
  if (type !== 'native' && type !== 'web') {
    note(visit, 'application-type-missing', `application_type is ${String(type)}`);
  }
  for (const uri of redirectUris) checkRedirect(visit, uri);
  const wanted = metadata.token_endpoint_auth_method ?? 'client_secret_basic';
  // A server may register something other than what was asked for (RFC 7591 §3.2.1).
  const [fallback = 'none'] = issuer.authMethods;
  const authMethod = issuer.authMethods.find((method) => method === wanted) ?? fallback;
  const { id, secret } = issuer.clients.register(authMethod, redirectUris);
  issuer.scene.givenBy.set(id, issuer.issuer);
  const issued = Math.floor(issuer.scene.now() / 1_000);
  const document = {
    ...metadata,
    client_id: id,
    client_id_issued_at: issued,
    ...(secret !== undefined && { client_secret: secret, client_secret_expires_at: 0 }),
    token_endpoint_auth_method: authMethod,
  };
  return jsonReply(document, 201);
}

interface ClientMetadata {
  readonly redirect_uris?: readonly string[];
  readonly grant_types?: readonly string[];
  readonly application_type?: string;
  readonly token_endpoint_auth_method?: ScriptedAuthMethod;
}

function checkRedirect({ issuer }: Visit, uri: string): void {
  const port = URL.canParse(uri) ? new URL(uri).port : 'none';
  if (issuer.scene.deviations.has('redirect-ports-refused') && port !== '') {
    throw new OAuthRefusal('invalid_redirect_uri', 'a redirect URI has no port here');
  }
}
