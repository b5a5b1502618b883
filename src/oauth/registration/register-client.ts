import { allowInsecureRequests, customFetch, dynamicClientRegistrationRequest } from 'oauth4webapi';
import { OAuthError } from '../errors.ts';
import type { Situation } from '../grants/situation.ts';
import type { RegisteredClient } from '../keeping/entry.ts';
import { quote } from '../network/quote.ts';
import { type AnswerBody, readAnswerBody } from '../network/answer-body.ts';
import { errorCodeIn } from '../token/error-code.ts';
import { adjustMetadata, type RegistrationMetadata } from './registration-metadata.ts';

/**
 * Registers at the authorization server; once more, with other values, where its refusal shows what would help.
 *
 * @throws OAuthError `REGISTRATION_REFUSED`, with what the server said; `UNUSABLE_ANSWER`; `TRY_AGAIN`; `URL_REFUSED`;
 * `CANCELLED`
 * @see {@link https://www.rfc-editor.org/rfc/rfc7591#section-3 | RFC 7591 §3}
 */
export async function registerClient(
  situation: Situation,
  metadata: RegistrationMetadata,
): Promise<RegisteredClient> {
  const first = await send(situation, metadata);
  if (first.isSuccess) return clientOf(first, metadata, situation);
  const description = stringOf(first, 'error_description') ?? '';
  const adjusted = adjustMetadata(metadata, stringOf(first, 'error') ?? '', description);
  if (adjusted === undefined) throw refusal(first, situation);
  const second = await send(situation, adjusted);
  if (second.isSuccess) return clientOf(second, adjusted, situation);
  // What was said of the values that were meant is more to the point.
  throw refusal(first, situation);
}

async function send(situation: Situation, metadata: RegistrationMetadata): Promise<AnswerBody> {
  const { network, server, signal } = situation;
  network.check(server.registration_endpoint ?? '', 'the registration endpoint');
  const response = await dynamicClientRegistrationRequest(
    server,
    { ...metadata },
    {
      [customFetch]: (url, init) => network.fetch(url, init),
      [allowInsecureRequests]: network.allowsInsecure,
      signal,
    },
  );
  return readAnswerBody(response, `the registration at ${quote(server.issuer)}`);
}

function clientOf(
  answer: AnswerBody,
  asked: RegistrationMetadata,
  { server }: Situation,
): RegisteredClient {
  const clientId = stringOf(answer, 'client_id');
  const what = `the registration at ${quote(server.issuer)}`;
  if (clientId === undefined) {
    throw new OAuthError(
      'UNUSABLE_ANSWER',
      `${what}: expected a client_id in the answer, got none`,
    );
  }
  const [redirectUri = ''] = asked.redirect_uris;
  // RFC 7591 §3.2.1: the server may replace what was asked, and says so.
  const given = answer.body['redirect_uris'];
  if (Array.isArray(given) && !given.includes(redirectUri)) {
    const text = `${what}: it was made without the redirect URI ${redirectUri}`;
    throw new OAuthError('REGISTRATION_REFUSED', text);
  }
  const secret = stringOf(answer, 'client_secret');
  const expiresMs = msOf(answer.body['client_secret_expires_at']);
  const method =
    stringOf(answer, 'token_endpoint_auth_method') ??
    (secret === undefined ? 'none' : secretMethod(asked.token_endpoint_auth_method));
  return {
    from: 'registration',
    clientId,
    redirectUri,
    ...(method === undefined ? {} : { authMethod: method }),
    ...(secret === undefined || method === 'none' ? {} : { clientSecret: secret }),
    ...(secret === undefined || expiresMs === undefined ? {} : { secretExpiresAt: expiresMs }),
  };
}

/** Zero: never, and so is what is beyond every date: it could not be kept as JSON. */
function msOf(seconds: unknown): number | undefined {
  const ms = typeof seconds === 'number' ? seconds * 1000 : 0;
  return ms > 0 && Number.isSafeInteger(Math.floor(ms)) ? ms : undefined;
}

/** A server that gave a secret without having been asked for one wants it back, in a way that its metadata says. */
function secretMethod(asked: string): string | undefined {
  return asked === 'none' ? undefined : asked;
}

function stringOf({ body }: AnswerBody, name: string): string | undefined {
  const value = body[name];
  return typeof value === 'string' && value !== '' && value.length <= 8_192 ? value : undefined;
}

function refusal(answer: AnswerBody, { server }: Situation): OAuthError {
  const error = stringOf(answer, 'error');
  const description = stringOf(answer, 'error_description');
  const said = [error, description].filter((text) => text !== undefined).map((text) => quote(text));
  const text = said.length === 0 ? `status ${answer.status}` : said.join(', ');
  const message = `the authorization server ${quote(server.issuer)} refused to register the client: ${text}`;
  return new OAuthError('REGISTRATION_REFUSED', message, { oauthError: errorCodeIn(error) });
}
