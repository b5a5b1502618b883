import { defaultFetch } from '#oauth-fetch';
import { systemClock } from './clock.ts';
import { OAuthError } from './errors.ts';
import type { FlowParts } from './flow/flow-parts.ts';
import { challengeOf, ServerSignIn, type SignedRequest } from './flow/server-sign-in.ts';
import { asTokenGrant } from './grants/token-grant.ts';
import { memoryStore } from './keeping/memory-store.ts';
import { BoundedNetwork } from './network/bounded-network.ts';
import type { OAuthOptions } from './options.ts';

/**
 * Credentials for `http(url, { credentials })`: they sign in when the server wants it, keep the tokens
 * fresh, and sign in for more where more is needed. One object may serve several servers.
 *
 * @throws OAuthError `INVALID_ARGUMENT`
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization | Authorization}
 * @public
 */
export function oauth(options: OAuthOptions): OAuthCredentials {
  return new OAuthCredentials(partsFrom(options));
}

/** A request that credentials are wanted for. @public */
export interface OAuthRequest {
  readonly method: string;
  readonly url: string;
  /** The address of the server as it was configured. Default: `url`. */
  readonly server?: string;
  /** What it is for, such as `tools/call "add"`. */
  readonly operation?: string | undefined;
}

/** A refusal by the server. @public */
export interface OAuthRefusal {
  readonly status: 401 | 403;
  /** Names in lower case. */
  readonly headers: OAuthFields;
  readonly request: OAuthRequest;
  /** What the credentials gave for the request that was refused. */
  readonly sent: OAuthFields;
  /** How often this very message has been refused, 1 the first time. */
  readonly tries: number;
  /** Aborted when nobody waits for the message any more. */
  readonly signal?: AbortSignal;
}

/** Header fields by name. @public */
export type OAuthFields = Readonly<Record<string, string>>;

/** What is to be done after a refusal. @public */
export type OAuthAnswer =
  | { readonly kind: 'retry' }
  | { readonly kind: 'fail'; readonly error: Error }
  | { readonly kind: 'pass' };

/** What is known of a sign-in, and nothing secret. @public */
export interface SignInStatus {
  readonly signedIn: boolean;
  /** The authorization server. */
  readonly issuer?: string;
  /** What was granted. */
  readonly scope?: string;
  /** When the access token expires, in ms since 1970, where the server said so. */
  readonly expiresAt?: number;
  /** Whether it is replaced without a person then. */
  readonly isRefreshed?: boolean;
}

/** What {@link oauth} gives. @public */
export class OAuthCredentials {
  readonly #parts: FlowParts;
  readonly #servers = new Map<string, ServerSignIn>();

  /** @internal */
  constructor(parts: FlowParts) {
    this.#parts = parts;
  }

  /** The header fields for one request. */
  headers(request: OAuthRequest): OAuthFields | Promise<OAuthFields> {
    const server = this.#serverOf(request);
    return server === undefined ? {} : server.fields(request);
  }

  /** Signs in, or refreshes what is held, where a refusal shows that this is wanted. */
  refused(refusal: OAuthRefusal): OAuthAnswer | Promise<OAuthAnswer> {
    const { challenge, isOurs } = challengeOf(refusal);
    const server = this.#serverOf(refusal.request);
    if (server === undefined || !isOurs) return { kind: 'pass' };
    return server.recover(refusal, challenge).then(
      () => ({ kind: 'retry' }) as const,
      (error: unknown) => ({ kind: 'fail', error: asError(error) }) as const,
    );
  }

  /**
   * Signs in to a server now, without waiting until it wants that.
   *
   * @throws OAuthError
   */
  async signIn(serverUrl: string, options: { readonly signal?: AbortSignal } = {}): Promise<void> {
    await this.#server(serverUrl).signIn(options.signal);
  }

  /**
   * Removes all that is kept for a server, and revokes the tokens where its authorization server can.
   *
   * @returns whether they were revoked
   * @throws OAuthError `STORE_FAILED`
   * @see {@link https://www.rfc-editor.org/rfc/rfc7009 | RFC 7009}
   */
  async signOut(
    serverUrl: string,
    options: { readonly signal?: AbortSignal } = {},
  ): Promise<boolean> {
    return await this.#server(serverUrl).signOut(options.signal);
  }

  /** What is kept for a server. */
  async status(serverUrl: string): Promise<SignInStatus> {
    const held = await this.#server(serverUrl).held();
    if (held === undefined) return { signedIn: false };
    const { scope, expiresAt, refreshToken } = held.tokens;
    return {
      signedIn: true,
      issuer: held.issuer,
      ...(scope !== undefined && { scope }),
      ...(expiresAt !== undefined && { expiresAt }),
      isRefreshed: refreshToken !== undefined,
    };
  }

  /** A request that goes to another origin than its server is no business of ours: it gets no token. */
  #serverOf({
    url,
    server = url,
  }: SignedRequest & { readonly server?: string }): ServerSignIn | undefined {
    const isThere = new URL(url).origin === new URL(server).origin;
    return isThere ? this.#server(server) : undefined;
  }

  #server(serverUrl: string): ServerSignIn {
    const url = nameOf(serverUrl);
    let server = this.#servers.get(url);
    if (server === undefined) {
      server = new ServerSignIn(url, this.#parts);
      this.#servers.set(url, server);
    }
    return server;
  }
}

function partsFrom(options: OAuthOptions): FlowParts {
  const { grant, clock = systemClock, timeoutMs, store = memoryStore() } = options;
  const grants = [grant].flat().map(asTokenGrant);
  if (grants.length === 0) throw new OAuthError('INVALID_ARGUMENT', 'oauth: expected a grant');
  if (timeoutMs !== undefined && !(timeoutMs > 0)) {
    throw new OAuthError('INVALID_ARGUMENT', 'oauth: timeoutMs must be above 0');
  }
  return {
    grants,
    store,
    storeKey: options.storeKey ?? ((url) => url),
    network: new BoundedNetwork({
      fetch: options.fetch ?? defaultFetch,
      allowInsecureLoopback: options.allowInsecureLoopback === true,
      clock,
      ...(timeoutMs !== undefined && { timeoutMs }),
    }),
    clock,
    scope: options.scope,
    dpop: options.dpop ?? 'as-asked',
    tolerances: options.tolerances ?? {},
    strict: options.strict === true,
    interactive: options.interactive !== false,
  };
}

/** The address without its fragment, which is nobody's business but the reader's. */
function nameOf(serverUrl: string): string {
  if (!URL.canParse(serverUrl)) {
    throw new OAuthError('INVALID_ARGUMENT', 'expected the URL of a server');
  }
  const url = new URL(serverUrl);
  url.hash = '';
  return url.href;
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error('the sign-in failed', { cause: error });
}
