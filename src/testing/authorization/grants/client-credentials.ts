import { judgeResource, refuse } from '../issuer/visit.ts';
import { familyOf, tokenAnswer } from './token-answer.ts';
import type { TokenRequest } from './token-request.ts';

/**
 * A client's own credentials for a token.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc6749#section-4.4 | RFC 6749 §4.4}
 */
export function takeClientCredentials({ visit, client, thumbprint }: TokenRequest): object {
  const { issuer, request } = visit;
  if (client.authMethod === 'none') {
    const detail = 'a client without credentials has none to use';
    refuse(visit, 'client-authentication-wrong', 'unauthorized_client', detail);
  }
  const { scope = '' } = request.parameters;
  const resource = judgeResource(visit);
  const family = familyOf(issuer, { clientId: client.id, scope, resource, thumbprint });
  return tokenAnswer(issuer, family, { refresh: false });
}
