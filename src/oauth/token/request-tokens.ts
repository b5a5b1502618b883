import { OAuthError } from '../errors.ts';
import type { Situation } from '../grants/situation.ts';
import type { TokenSet } from '../keeping/entry.ts';
import { askTokenEndpoint, type TokenAnswer } from './ask-token-endpoint.ts';
import type { TokenClient } from './token-client.ts';

/**
 * Gets tokens from the token endpoint. `resource` is added, unless a tolerance leaves it out; whatever
 * else the grant needs stands in `parameters`, the scope too.
 *
 * @throws OAuthError `TOKEN_REFUSED`, `TRY_AGAIN`, `UNUSABLE_ANSWER`, `URL_REFUSED`, `CANCELLED`
 * @see {@link https://www.rfc-editor.org/rfc/rfc6749#section-5 | RFC 6749 §5}
 * @see {@link https://www.rfc-editor.org/rfc/rfc8707#section-2.2 | RFC 8707 §2.2}
 */
export async function requestTokens(
  situation: Situation,
  client: TokenClient,
  grantType: string,
  parameters: Readonly<Record<string, string>>,
): Promise<TokenSet> {
  const { tolerances, resource } = situation;
  const asked = tolerances.omitResource === true ? parameters : { ...parameters, resource };
  return await readTokens(await askTokenEndpoint(situation, client, grantType, asked), situation);
}

async function readTokens(
  answer: TokenAnswer,
  { clock, resource, scope: asked, dpop }: Situation,
): Promise<TokenSet> {
  const { access_token: accessToken, refresh_token: refreshToken } = answer;
  if (typeof accessToken !== 'string' || !/^[\x21-\x7e]+$/.test(accessToken))
    throw unusable('an access_token that can stand in a header field');
  const tokenType = tokenTypeOf(answer);
  // A token that is not bound would be of no use where a bound one is wanted (RFC 9449 §5).
  if (tokenType === undefined || (tokenType === 'DPoP') !== (dpop !== undefined))
    throw unusable(`the token_type ${dpop === undefined ? 'Bearer' : 'DPoP'}`);
  const issuedAt = clock.now();
  const livesMs = lifetimeOf(answer);
  // What is not said was granted as it was asked for (RFC 6749 §5.1).
  const scope = typeof answer['scope'] === 'string' ? answer['scope'] : asked;
  return {
    accessToken,
    tokenType,
    issuedAt,
    resource,
    ...(typeof refreshToken === 'string' && refreshToken !== '' && { refreshToken }),
    ...(livesMs !== undefined && { expiresAt: issuedAt + livesMs }),
    ...(scope !== undefined && { scope }),
    ...(dpop !== undefined && { dpopKey: await dpop.export() }),
  };
}

function tokenTypeOf({ token_type: type }: TokenAnswer): TokenSet['tokenType'] | undefined {
  const lower = typeof type === 'string' ? type.toLowerCase() : undefined;
  if (lower === 'bearer') return 'Bearer';
  return lower === 'dpop' ? 'DPoP' : undefined;
}

/** In ms; some servers write the seconds as text. What is beyond every date is no end, and could not be kept as JSON. */
function lifetimeOf({ expires_in: seconds }: TokenAnswer): number | undefined {
  const read = typeof seconds === 'string' && seconds.trim() !== '' ? Number(seconds) : seconds;
  const ms = typeof read === 'number' ? read * 1_000 : -1;
  return ms >= 0 && Number.isSafeInteger(Math.floor(ms)) ? ms : undefined;
}

function unusable(expected: string): OAuthError {
  const words = `the token endpoint answered with success, but without ${expected}`;
  return new OAuthError('UNUSABLE_ANSWER', words);
}
