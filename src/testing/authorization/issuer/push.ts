import { randomUUID } from 'node:crypto';
import type { HttpReply } from '../../faults/http-reply.ts';
import { jsonReply } from '../wire/reply.ts';
import { authenticate } from './authenticate.ts';
import { isRegisteredRedirect, judgeAsked } from './judge-asked.ts';
import { judgeForm } from './judge-form.ts';
import { refuse, type Visit } from './visit.ts';

/**
 * Takes an authorization request before the person is sent.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc9126#section-2 | RFC 9126 §2}
 */
export function push(visit: Visit): HttpReply {
  judgeForm(visit);
  const client = authenticate(visit);
  const { client_secret: _secret, ...parameters } = visit.request.parameters;
  const { redirect_uri: redirectUri = '' } = parameters;
  if (!isRegisteredRedirect(client, redirectUri)) {
    refuse(visit, 'redirect-uri-unregistered', 'invalid_request', redirectUri);
  }
  // The state is judged once, though the request comes twice.
  judgeAsked(visit);
  visit.issuer.states.delete(parameters['state'] ?? '');
  const uri = `urn:ietf:params:oauth:request_uri:${randomUUID()}`;
  visit.issuer.pushed.set(uri, { ...parameters, client_id: client.id });
  return jsonReply({ request_uri: uri, expires_in: 60 }, 201);
}
