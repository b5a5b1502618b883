import type { HttpReply } from '../../faults/http-reply.ts';
import { authenticate } from './authenticate.ts';
import { judgeForm } from './judge-form.ts';
import type { Visit } from './visit.ts';

/**
 * Revokes a token; one that is not known is no error.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc7009#section-2 | RFC 7009 §2}
 */
export function revoke(visit: Visit): HttpReply {
  judgeForm(visit);
  const { id } = authenticate(visit);
  const { token = '' } = visit.request.parameters;
  const { ledger } = visit.issuer;
  const family = (ledger.refresh(token) ?? ledger.access(token))?.family;
  if (family?.clientId === id) ledger.revoke(token);
  return { status: 200, headers: {}, body: '' };
}
