import {
  allowInsecureRequests,
  customFetch,
  revocationRequest,
  type CustomFetchOptions,
} from 'oauth4webapi';
import type { Situation } from '../grants/situation.ts';
import type { TokenSet } from '../keeping/entry.ts';
import { clientOf, planClientAuth } from './client-auth.ts';
import type { TokenClient } from './token-client.ts';

/**
 * Revokes tokens, the refresh token first, where the authorization server can.
 *
 * @returns whether all of them were
 * @see {@link https://www.rfc-editor.org/rfc/rfc7009 | RFC 7009}
 */
export async function revokeTokens(
  situation: Pick<Situation, 'network' | 'server' | 'clock' | 'signal'>,
  client: TokenClient,
  { refreshToken, accessToken }: TokenSet,
): Promise<boolean> {
  const { network, server, signal } = situation;
  if (server.revocation_endpoint === undefined) return false;
  const revoke = async (token: string, hint: string): Promise<boolean> => {
    try {
      const { status } = await revocationRequest(
        server,
        clientOf(situation, client),
        planClientAuth(server, client),
        token,
        {
          additionalParameters: { token_type_hint: hint },
          [allowInsecureRequests]: network.allowsInsecure,
          [customFetch]: (url: string, options: CustomFetchOptions<'POST', URLSearchParams>) =>
            network.fetch(url, options),
          signal,
        },
      );
      return status === 200;
    } catch {
      return false;
    }
  };
  const isRefreshGone = refreshToken === undefined || (await revoke(refreshToken, 'refresh_token'));
  // The other one too, whatever came of the first: some servers know only one kind.
  return (await revoke(accessToken, 'access_token')) && isRefreshGone;
}
