import type { JWK } from 'oauth4webapi';

/** What is kept for one server (key of the store), as JSON. */
export interface Entry {
  readonly version: 1;
  /** The issuer that was used last. */
  readonly issuer?: string;
  /** Client and tokens by issuer: what belongs to one is never shown to another. */
  readonly issuers: Readonly<Record<string, IssuerEntry>>;
}

/** What is kept for one issuer. */
export interface IssuerEntry {
  readonly client?: RegisteredClient;
  readonly tokens?: TokenSet;
}

/** Who we are at one issuer. */
export interface RegisteredClient {
  readonly from: 'configuration' | 'metadata-url' | 'registration' | 'person';
  readonly clientId: string;
  readonly clientSecret?: string;
  /** When the secret stops being valid, in ms since 1970. */
  readonly secretExpiresAt?: number;
  /** How it authenticates at the token endpoint, as registered: `none`, `client_secret_basic`, `client_secret_post`, … */
  readonly authMethod?: string;
  /** The redirect URI that it was registered with. */
  readonly redirectUri?: string;
}

/** Tokens that were issued together. */
export interface TokenSet {
  readonly accessToken: string;
  readonly tokenType: 'Bearer' | 'DPoP';
  readonly refreshToken?: string;
  /** In ms since 1970; absent: the server did not say. */
  readonly expiresAt?: number;
  /** When they were issued, in ms since 1970. */
  readonly issuedAt: number;
  /** What was granted; absent: nothing was said and nothing was asked. */
  readonly scope?: string;
  /** What was asked for, all step-ups together. */
  readonly askedScope?: string;
  /** The `resource` that they are for. */
  readonly resource: string;
  /** The private key, as JWK, that the tokens are bound to. */
  readonly dpopKey?: JWK;
}
