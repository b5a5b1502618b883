import type { AuthorizationServer } from 'oauth4webapi';
import { OAuthError } from '../errors.ts';
import type { RegisteredClient } from '../keeping/entry.ts';
import { quote } from '../network/quote.ts';
import type { ClientOptions } from './client-options.ts';
import { configuredFor, readsMetadataUrl } from './next-way.ts';

/** Why there is no client for an issuer, and what to configure. */
export function noClient(
  server: AuthorizationServer,
  options: ClientOptions,
  lastError: OAuthError | undefined,
): OAuthError {
  const issuer = quote(server.issuer);
  const { clients = [] } = options;
  const last = { cause: lastError, oauthError: lastError?.oauthError };
  if (configuredFor(clients, server.issuer) !== undefined) {
    const said = quote(lastError?.oauthError ?? '', 80);
    const text = `${issuer} refused the client that is configured for it (${said})`;
    const hint = 'check clientId, clientSecret and authMethod in clients';
    return new OAuthError(lastError?.code ?? 'NO_CLIENT', `${text}; ${hint}`, last);
  }
  if (clients.length > 0) {
    const known = clients.map((client) => quote(client.issuer ?? '')).join(', ');
    const text = `no client is configured for ${issuer}, only for ${known}`;
    const hint = 'add one with exactly this issuer to clients, or leave clients out';
    return new OAuthError('NO_CLIENT', `${text}; ${hint}`);
  }
  const ways = [documentWay(server, options), registrationWay(server, options, lastError)];
  if (options.askForClient !== undefined) ways.push('nobody gave a client that it takes');
  const hint = 'register a client there by hand and configure it in clients';
  const isOfRegistration =
    lastError?.code === 'REGISTRATION_REFUSED' || lastError?.code === 'UNUSABLE_ANSWER';
  const code = isOfRegistration ? lastError.code : 'NO_CLIENT';
  return new OAuthError(code, `no client for ${issuer}: ${ways.join('; ')}; ${hint}`, last);
}

/**
 * What to try where no answer came: a page that refuses the client, or its redirect URI, sends nobody back.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc6749#section-4.1.2.1 | RFC 6749 §4.1.2.1}
 */
export function silentRefusalHint(client: RegisteredClient, redirectUri: string): string {
  const seen = `where its page refused the client or the redirect URI ${redirectUri}`;
  switch (client.from) {
    case 'configuration':
      return `${seen}: check both in clients`;
    case 'metadata-url':
      return `${seen}: check the document of clientMetadataUrl, or leave that out`;
    case 'registration':
    case 'person':
      return `${seen}: sign out and in again, for a new client`;
  }
}

function documentWay(server: AuthorizationServer, { clientMetadataUrl }: ClientOptions): string {
  if (!readsMetadataUrl(server)) return 'it reads no client id metadata documents';
  if (clientMetadataUrl === undefined) return 'no clientMetadataUrl is configured';
  return 'it refused the client id metadata document';
}

function registrationWay(
  server: AuthorizationServer,
  { register }: ClientOptions,
  lastError: OAuthError | undefined,
): string {
  if (server.registration_endpoint === undefined) return 'it registers no clients by itself';
  if (register === false) return 'registering is switched off';
  const said = lastError?.message ?? 'it refused';
  return `registering did not help: ${said}`;
}
