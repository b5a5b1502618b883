import { checkRedirectUri } from '../authorization/redirect-uri.ts';
import { OAuthError } from '../errors.ts';
import { nameOfPlace } from '../network/quote.ts';

/** A client that somebody registered at one authorization server. @public */
export interface PreRegisteredClient {
  /**
   * The issuer, exactly as the authorization server's metadata has it: the client is shown to no other. Default: the
   * first one that the server names, and no other after that.
   */
  readonly issuer?: string;
  readonly clientId: string;
  readonly clientSecret?: string;
  /** How it authenticates: `none`, `client_secret_basic`, `client_secret_post`, … */
  readonly authMethod?: string;
  /** Where it was registered with a single redirect URI. */
  readonly redirectUri?: string;
}

/** What a person is asked where there is no other way. @public */
export interface ClientQuestion {
  readonly issuer: string;
  /** The URL of the MCP server. */
  readonly serverUrl: string;
  /** What the client has to be registered with. */
  readonly redirectUri: string;
  readonly signal: AbortSignal;
}

/** A client that a person gave. @public */
export interface GivenClient {
  readonly clientId: string;
  readonly clientSecret?: string;
}

/** Who a program can be at an authorization server: what it was configured with. @public */
export interface ClientOptions {
  /** What the person reads at the authorization server. */
  readonly clientName: string;
  /**
   * Clients that are registered already. Where there are some and none is of the authorization server, that is an
   * error: no other way is taken silently.
   */
  readonly clients?: readonly PreRegisteredClient[];
  /** The URL of a client id metadata document: `https:`, with a path. */
  readonly clientMetadataUrl?: string;
  /**
   * Registers by itself where the authorization server lets it.
   *
   * @defaultValue true
   */
  readonly register?: boolean;
  /** @defaultValue `native` for a redirect URI of this machine, else `web` */
  readonly applicationType?: 'native' | 'web';
  /** Asks a person for a client, where nothing else is left; `undefined`: there is none. */
  readonly askForClient?: (question: ClientQuestion) => Promise<GivenClient | undefined>;
}

/** @throws OAuthError `INVALID_ARGUMENT` */
export function checkClientOptions(options: ClientOptions): void {
  if (options.clientName.trim() === '') throw invalid('clientName: expected a name, got none');
  const issuers = new Set<string | undefined>();
  for (const { issuer, clientId, redirectUri } of options.clients ?? []) {
    if (issuer === '' || clientId === '')
      throw invalid('clients: expected an issuer and a clientId');
    if (issuers.has(issuer)) {
      throw invalid(
        `clients: there are two ${issuer === undefined ? 'without an issuer' : `for ${issuer}`}`,
      );
    }
    issuers.add(issuer);
    if (redirectUri !== undefined) checkRedirectUri(redirectUri, 'redirectUri of clients');
  }
  if (options.clientMetadataUrl !== undefined) checkMetadataUrl(options.clientMetadataUrl);
}

/**
 * The URL is the client id, which servers compare as it is.
 *
 * @see {@link https://datatracker.ietf.org/doc/html/draft-ietf-oauth-client-id-metadata-document-00#section-3 | Client identifier}
 */
function checkMetadataUrl(text: string): void {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isExact = url !== undefined && url.href === text && !text.includes('#');
  const hasNobody = url?.username === '' && url.password === '';
  if (isExact && hasNobody && url.protocol === 'https:' && url.pathname !== '/') return;
  const wanted = 'an https: address with a path, no user, no fragment, in its normal form';
  const got = url === undefined ? 'something that is no URL' : nameOfPlace(url);
  throw invalid(`clientMetadataUrl: expected ${wanted}, got ${got}`);
}

function invalid(text: string): OAuthError {
  return new OAuthError('INVALID_ARGUMENT', text);
}
