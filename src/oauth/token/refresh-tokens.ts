import { OAuthError } from '../errors.ts';
import type { Situation } from '../grants/situation.ts';
import type { TokenSet } from '../keeping/entry.ts';
import { requestTokens } from './request-tokens.ts';
import type { TokenClient } from './token-client.ts';

/**
 * Other tokens in the place of these. What the server does not say anew holds as it was.
 *
 * @throws OAuthError as {@link requestTokens} does
 * @see {@link https://www.rfc-editor.org/rfc/rfc6749#section-6 | RFC 6749 §6}
 */
export async function refreshTokens(
  situation: Situation,
  client: TokenClient,
  held: TokenSet,
): Promise<TokenSet> {
  const { refreshToken, askedScope, scope } = held;
  if (refreshToken === undefined)
    throw new OAuthError('INVALID_ARGUMENT', 'there is no refresh token');
  // What is asked for elsewhere meanwhile is not granted by a refresh.
  const asked = { ...situation, scope };
  const fresh = await requestTokens(asked, client, 'refresh_token', {
    refresh_token: refreshToken,
  });
  return {
    refreshToken,
    ...(askedScope !== undefined && { askedScope }),
    ...fresh,
  };
}
