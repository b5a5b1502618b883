import { allowInsecureRequests, customFetch, pushedAuthorizationRequest } from 'oauth4webapi';
import { OAuthError } from '../errors.ts';
import type { Situation } from '../grants/situation.ts';
import type { RegisteredClient } from '../keeping/entry.ts';
import { readAnswerBody } from '../network/answer-body.ts';
import { quote } from '../network/quote.ts';
import { errorCodeIn, refusesResource, resourceAdvice } from '../token/error-code.ts';
import { clientOf, planClientAuth } from '../token/client-auth.ts';

/**
 * Hands the request to the authorization server first, where it wants that.
 *
 * @returns what stands for the request in the address of the page
 * @throws OAuthError `AUTHORIZATION_REFUSED`, `NOT_OFFERED`, `TRY_AGAIN`, `UNUSABLE_ANSWER`, `URL_REFUSED`, `CANCELLED`
 * @see {@link https://www.rfc-editor.org/rfc/rfc9126 | RFC 9126}
 */
export async function pushRequest(
  situation: Situation,
  client: RegisteredClient,
  parameters: Readonly<Record<string, string>>,
): Promise<Record<string, string>> {
  const { network, server, signal } = situation;
  const what = `the pushed authorization request to ${quote(server.issuer)}`;
  const endpoint = server.pushed_authorization_request_endpoint;
  if (endpoint === undefined) {
    const text = `${what}: its metadata requires one, and names no endpoint for it`;
    throw new OAuthError('NOT_OFFERED', text);
  }
  network.check(endpoint, 'the endpoint of pushed authorization requests');
  const response = await pushedAuthorizationRequest(
    server,
    clientOf(situation, client),
    planClientAuth(server, client),
    { ...parameters },
    {
      [customFetch]: (url, init) => network.fetch(url, init),
      [allowInsecureRequests]: network.allowsInsecure,
      signal,
    },
  );
  const { isSuccess, status, body } = await readAnswerBody(response, what);
  const { request_uri: requestUri, error, error_description: description } = body;
  if (isSuccess && typeof requestUri === 'string' && requestUri !== '') {
    return { client_id: client.clientId, request_uri: requestUri };
  }
  if (isSuccess) {
    throw new OAuthError('UNUSABLE_ANSWER', `${what}: expected a request_uri, got none`);
  }
  const oauthError = errorCodeIn(error);
  const said = oauthError ?? `status ${status}`;
  const advice = refusesResource(error, description) ? `; ${resourceAdvice}` : '';
  const text = `${what} was refused: ${said}${advice}`;
  throw new OAuthError('AUTHORIZATION_REFUSED', text, { oauthError });
}
