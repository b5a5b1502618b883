import { isSignedBy, readJwt } from '../proof/jwt.ts';
import { refuse } from '../issuer/visit.ts';
import type { TokenRequest } from './token-request.ts';

const idJag = 'urn:ietf:params:oauth:token-type:id-jag';
const idToken = 'urn:ietf:params:oauth:token-type:id_token';

/**
 * At an identity provider: an ID token for an ID-JAG, which is for another server.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc8693#section-2 | RFC 8693 §2}
 */
export function takeTokenExchange({ visit, client }: TokenRequest): object {
  const { issuer, request } = visit;
  const { scene } = issuer;
  const { audience, resource, scope, subject_token: subject = '' } = request.parameters;
  const jwt = readJwt(subject);
  const { sub, exp } = jwt?.claims ?? {};
  const isOurs = jwt !== undefined && isSignedBy(jwt, issuer.key.publicJwk);
  const isAlive = typeof exp === 'number' && exp * 1_000 > scene.now();
  const checks: readonly (readonly [wrong: boolean, error: string, detail: string])[] = [
    [
      request.parameters['requested_token_type'] !== idJag,
      'invalid_request',
      'no ID-JAG is asked for',
    ],
    [
      request.parameters['subject_token_type'] !== idToken,
      'invalid_request',
      'no ID token is named',
    ],
    [!isOurs || !isAlive, 'invalid_grant', 'the ID token is not of this server, or over'],
    [!scene.issuers().includes(audience ?? ''), 'invalid_target', `audience is ${audience}`],
    [resource !== scene.resource(), 'invalid_target', `resource is ${resource}`],
  ];
  for (const [wrong, error, detail] of checks) {
    if (wrong) refuse(visit, 'exchange-wrong', error, detail);
  }
  const iat = Math.floor(scene.now() / 1_000);
  const times = { iat, exp: iat + 300 };
  const about = { sub, client_id: client.idAtResource, resource, scope };
  const claims = { iss: issuer.issuer, aud: audience, ...about, ...times };
  const isOdd = scene.deviations.has('exchange-type-wrong');
  return {
    issued_token_type: isOdd ? 'urn:ietf:params:oauth:token-type:access_token' : idJag,
    access_token: issuer.key.sign(claims, 'oauth-id-jag+jwt'),
    token_type: isOdd ? 'Bearer' : 'N_A',
    expires_in: 300,
    ...(scope !== undefined && { scope }),
  };
}
