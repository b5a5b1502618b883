import { OAuthRefusal } from '../wire/refusal.ts';
import { judgeResource, refuse } from '../issuer/visit.ts';
import { tokenAnswer } from './token-answer.ts';
import type { TokenRequest } from './token-request.ts';

/**
 * A refresh token for new tokens. It is used once: whoever uses it again ends all that came from the sign-in.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc9700#section-4.14.2 | RFC 9700 §4.14.2}
 */
export function takeRefresh({ visit, client, thumbprint }: TokenRequest): object {
  const { issuer, request } = visit;
  const held = issuer.ledger.refresh(request.parameters['refresh_token'] ?? '');
  if (held === undefined) {
    refuse(visit, 'refresh-token-unknown', 'invalid_grant', 'not issued here');
  }
  // One that was forgotten here is no fault of the client.
  if (held.isForgotten) throw new OAuthRefusal('invalid_grant', 'The refresh token is over.');
  const { family } = held;
  if (family.clientId !== client.id) {
    const detail = `it was issued to ${family.clientId}`;
    refuse(visit, 'refresh-token-of-another-client', 'invalid_grant', detail);
  }
  if (held.isUsed) {
    family.isRevoked = true;
    refuse(visit, 'refresh-token-reused', 'invalid_grant', 'it was used before');
  }
  if (family.isRevoked) throw new OAuthRefusal('invalid_grant', 'The sign-in was revoked.');
  // A public client's refresh tokens are bound to its key (RFC 9449 §5).
  if (client.authMethod === 'none' && family.thumbprint !== thumbprint) {
    refuse(visit, 'proof-wrong', 'invalid_grant', 'the proof is by another key than before');
  }
  judgeResource(visit, family.resource);
  const granted = family.scope.split(' ');
  const asked = request.parameters['scope']?.split(' ') ?? granted;
  const more = asked.filter((scope) => !granted.includes(scope));
  if (more.length > 0) refuse(visit, 'scope-widened', 'invalid_scope', more.join(' '));
  const keeps = issuer.scene.deviations.has('refresh-token-kept');
  held.isUsed = !keeps;
  return tokenAnswer(issuer, family, { refresh: !keeps, scope: asked.join(' ') });
}
