import {
  clockSkew,
  ClientSecretJwt,
  ClientSecretPost,
  None,
  PrivateKeyJwt,
  TlsClientAuth,
  type AuthorizationServer,
  type Client,
  type ClientAuth,
} from 'oauth4webapi';
import { skewOf } from '../clock.ts';
import { OAuthError } from '../errors.ts';
import type { Situation } from '../grants/situation.ts';
import type { TokenClient } from './token-client.ts';

/**
 * How a client authenticates at the token endpoint: as it was registered, else in a way that the
 * server lists, else with HTTP Basic, which every server has to know.
 *
 * @throws OAuthError `INVALID_ARGUMENT` for one that needs a key, and has none
 * @see {@link https://www.rfc-editor.org/rfc/rfc6749#section-2.3.1 | RFC 6749 §2.3.1}
 * @see {@link https://www.rfc-editor.org/rfc/rfc8414#section-2 | RFC 8414 §2}
 */
export function planClientAuth(server: AuthorizationServer, client: TokenClient): ClientAuth {
  const { clientId, clientSecret, privateKey } = client;
  // A workload may be known by its assertion alone.
  if (clientId === '') return () => undefined;
  const method = methodOf(server, client);
  if (method === 'private_key_jwt') {
    if (privateKey !== undefined) return PrivateKeyJwt(privateKey);
    const words = 'the client authenticates by private_key_jwt, and there is no key';
    const hint = 'leave authMethod out, or use clientCredentials with privateKey';
    throw new OAuthError('INVALID_ARGUMENT', `${words}: ${hint}`);
  }
  if (isTls(method)) return TlsClientAuth();
  if (clientSecret === undefined || method === 'none') return None();
  if (method === 'client_secret_post') return ClientSecretPost(clientSecret);
  if (method === 'client_secret_jwt') return ClientSecretJwt(clientSecret);
  return basic(clientSecret);
}

/**
 * HTTP Basic, encoded as a form is: that leaves `-`, `.` and `_` as they are, and so serves the many
 * servers too that decode nothing. oauth4webapi encodes them.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc6749#appendix-B | RFC 6749, Appendix B}
 */
function basic(secret: string): ClientAuth {
  const encoded = (text: string): string => new URLSearchParams({ '': text }).toString().slice(1);
  return (_server, { client_id: id }, _body, headers) =>
    headers.set('authorization', `Basic ${btoa(`${encoded(id)}:${encoded(secret)}`)}`);
}

/** The client as oauth4webapi wants it. */
export function clientOf(
  { server, clock }: Pick<Situation, 'server' | 'clock'>,
  client: TokenClient,
): Client {
  const usesTls = isTls(methodOf(server, client));
  // Whoever has none sends none; oauth4webapi wants one all the same.
  const clientId = client.clientId === '' ? 'none' : client.clientId;
  // Assertions carry the time of this clock.
  const skew = skewOf(clock);
  return { client_id: clientId, use_mtls_endpoint_aliases: usesTls, [clockSkew]: skew };
}

function methodOf(
  { token_endpoint_auth_methods_supported: offered = [] }: AuthorizationServer,
  { authMethod, clientSecret, privateKey }: TokenClient,
): string {
  if (authMethod !== undefined) return authMethod;
  if (privateKey !== undefined) return 'private_key_jwt';
  if (clientSecret === undefined) return 'none';
  const known = ['client_secret_basic', 'client_secret_post', 'client_secret_jwt', 'none'];
  return known.find((method) => offered.includes(method)) ?? 'client_secret_basic';
}

function isTls(method: string): boolean {
  return method === 'tls_client_auth' || method === 'self_signed_tls_client_auth';
}
