/** How an authorization server is. @public */
export interface IssuerOptions {
  /** The path of the issuer, such as `/tenant1`. Default: none. */
  readonly path?: string;
  /** Where its metadata is found. Default: `['oauth-metadata']`; with none it has no metadata. */
  readonly metadata?: readonly IssuerMetadataPlace[];
  /** Default: authorization code and refresh token. */
  readonly grants?: readonly ScriptedGrantType[];
  /** How clients may authenticate at the token endpoint. Default: each way. */
  readonly authMethods?: readonly ScriptedAuthMethod[];
  /** Whether clients can register. Default `true`. */
  readonly registration?: boolean;
  /** Client id metadata documents that it finds at their URLs; without this it takes none. */
  readonly clientDocuments?: Readonly<Record<string, ClientDocument>>;
  /** Clients that it knows from before. */
  readonly clients?: readonly ScriptedClient[];
  /** The `scopes_supported` of its metadata. */
  readonly scopes?: readonly string[];
  /** The lifetime that it says its tokens have. Default 3600. They end when the test says so. */
  readonly expiresInS?: number;
  /** Whether it takes pushed authorization requests, and others too. Default: it takes none. */
  readonly pushing?: 'offered' | 'required';
  /** Whether it binds tokens to keys. Default: it does not. */
  readonly dpop?: 'offered' | 'required';
  /** Whether a proof must have a nonce. Default `false`. */
  readonly nonces?: boolean;
  /** Whether its answers have an `iss`, and its metadata says so. Default `true`. */
  readonly iss?: boolean;
  /** How long a device is to wait between polls. Default 5, as where none is said. */
  readonly deviceIntervalS?: number;
}

/** Where the metadata of an authorization server can be. @public */
export type IssuerMetadataPlace = 'oauth-metadata' | 'oidc-metadata' | 'oidc-metadata-appended';

/** How a client authenticates. @public */
export type ScriptedAuthMethod =
  | 'none'
  | 'client_secret_basic'
  | 'client_secret_post'
  | 'private_key_jwt';

/** A grant that a scripted authorization server may offer. @public */
export type ScriptedGrantType =
  | 'authorization_code'
  | 'refresh_token'
  | 'client_credentials'
  | 'urn:ietf:params:oauth:grant-type:device_code'
  | 'urn:ietf:params:oauth:grant-type:jwt-bearer'
  | 'urn:ietf:params:oauth:grant-type:token-exchange';

/** A client that an authorization server knows from before. @public */
export interface ScriptedClient {
  readonly clientId: string;
  readonly clientSecret?: string;
  /** Default: `none` without a secret, `client_secret_basic` with one. */
  readonly authMethod?: ScriptedAuthMethod;
  /** The public key of its assertions. */
  readonly jwk?: PublicKey;
  readonly redirectUris?: readonly string[];
  /** Its id at the authorization server of the resource, where this is an identity provider. Default: the same. */
  readonly idAtResource?: string;
}

/** What a client says of itself at its URL. @public */
export interface ClientDocument {
  readonly client_id: string;
  readonly client_name: string;
  readonly redirect_uris: readonly string[];
  readonly token_endpoint_auth_method?: ScriptedAuthMethod;
  readonly jwks?: { readonly keys: readonly PublicKey[] };
}

/** A public key as JWK (RFC 7517). @public */
export interface PublicKey {
  readonly kty?: string;
  readonly [member: string]: unknown;
}
