import { wrongInClaims } from '../proof/check-claims.ts';
import { isSignedBy, readJwt, type Jwt } from '../proof/jwt.ts';
import { judgeResource, refuse } from '../issuer/visit.ts';
import { familyOf, tokenAnswer } from './token-answer.ts';
import type { TokenRequest } from './token-request.ts';

/**
 * An assertion for a token: an ID-JAG of the identity provider, or the token of a workload.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc7523#section-3 | RFC 7523 §3}
 */
export function takeJwtBearer(request: TokenRequest): object {
  const { visit, client, thumbprint } = request;
  const { issuer } = visit;
  const { assertion = '', scope: asked } = visit.request.parameters;
  const jwt = readJwt(assertion);
  const wrong = jwt === undefined ? 'it is no JWT' : wrongInAssertion(request, jwt);
  if (jwt === undefined || wrong !== undefined) {
    refuse(visit, 'assertion-wrong', 'invalid_grant', wrong ?? '');
  }
  const { scope: given, resource: named } = jwt.claims;
  const scope = asked ?? (typeof given === 'string' ? given : '');
  // An ID-JAG names the resource itself.
  const resource = typeof named === 'string' ? named : judgeResource(visit);
  const family = familyOf(issuer, { clientId: client.id, scope, resource, thumbprint });
  return tokenAnswer(issuer, family, { refresh: false });
}

function wrongInAssertion({ visit, client }: TokenRequest, jwt: Jwt): string | undefined {
  const { issuer } = visit;
  const { iss, sub, client_id: clientId, resource } = jwt.claims;
  const trusted = issuer.scene.trusted.get(String(iss));
  if (trusted === undefined) return `nobody trusts ${String(iss)}`;
  if (!isSignedBy(jwt, trusted.jwk)) return 'its issuer has not signed it';
  if (typeof sub !== 'string') return 'it has no sub';
  if (trusted.kind === 'identity-provider') {
    if (jwt.header['typ'] !== 'oauth-id-jag+jwt') return `typ is ${String(jwt.header['typ'])}`;
    if (clientId !== client.id) return `its client_id is ${String(clientId)}`;
    if (resource !== issuer.scene.resource()) return `its resource is ${String(resource)}`;
  }
  // One assertion may be used again until it expires: only its audience and time count.
  const seen = new Set<string>();
  const audiences = [issuer.issuer, issuer.at('token')];
  return wrongInClaims(jwt, { audiences, nowMs: issuer.scene.now(), seen });
}
