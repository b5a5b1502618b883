import { digest } from '../proof/dpop-proof.ts';
import type { AskedCode } from '../issuer/issuer.ts';
import { judgeResource, note, refuse, type Visit } from '../issuer/visit.ts';
import { familyOf, tokenAnswer } from './token-answer.ts';
import type { TokenRequest } from './token-request.ts';

/**
 * A code for tokens.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc6749#section-4.1.3 | RFC 6749 §4.1.3}
 */
export function takeCode({ visit, client, thumbprint }: TokenRequest): object {
  const { issuer, request } = visit;
  const asked = issuer.codes.get(request.parameters['code'] ?? '');
  if (asked === undefined) refuse(visit, 'code-unknown', 'invalid_grant', 'not issued here');
  judgeUse(visit, asked, client.id);
  judgeVerifier(visit, asked.parameters['code_challenge'] ?? '');
  const resource = judgeResource(visit, asked.parameters['resource']);
  asked.isUsed = true;
  const { scope, clientId } = asked;
  const family = familyOf(issuer, { clientId, scope, resource, thumbprint });
  const document = tokenAnswer(issuer, family, {
    refresh: issuer.grants.includes('refresh_token'),
  });
  asked.accessToken = document.access_token;
  return document;
}

function judgeUse(visit: Visit, asked: AskedCode, clientId: string): void {
  if (asked.isUsed) {
    // What was issued for a code that comes twice is revoked (RFC 6749 §4.1.2).
    visit.issuer.ledger.revoke(asked.accessToken ?? '');
    refuse(visit, 'code-reused', 'invalid_grant', 'it was used before');
  }
  if (asked.clientId !== clientId) {
    const detail = `it was issued to ${asked.clientId}`;
    refuse(visit, 'code-of-another-client', 'invalid_grant', detail);
  }
  if (asked.wrongAnswer !== undefined) note(visit, 'code-after-wrong-answer', asked.wrongAnswer);
  const expected = asked.parameters['redirect_uri'];
  const { redirect_uri: came } = visit.request.parameters;
  if (came === undefined) {
    refuse(visit, 'redirect-uri-missing', 'invalid_grant', `${expected} was expected`);
  }
  if (came !== expected) {
    refuse(visit, 'redirect-uri-changed', 'invalid_grant', `${expected} was asked with`);
  }
}

function judgeVerifier(visit: Visit, challenge: string): void {
  const { code_verifier: verifier } = visit.request.parameters;
  if (verifier === undefined) refuse(visit, 'verifier-missing', 'invalid_grant', 'none came');
  if (!/^[\w.~-]{43,128}$/.test(verifier)) {
    refuse(visit, 'verifier-shape', 'invalid_grant', `it has ${verifier.length} characters`);
  }
  if (digest(verifier) !== challenge) {
    refuse(visit, 'verifier-wrong', 'invalid_grant', 'its digest is not the challenge');
  }
}
