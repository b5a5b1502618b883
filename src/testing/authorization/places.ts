/**
 * Where a request of a sign-in goes. Each is a place that can misbehave.
 *
 * @public
 */
export type SignInPlace =
  /** The MCP endpoint. */
  | 'mcp'
  /** Its metadata, where the challenge says. */
  | 'resource-metadata'
  /** Its metadata, at the well-known address with its path. */
  | 'resource-metadata-at-path'
  /** Its metadata, at the well-known address without a path. */
  | 'resource-metadata-at-root'
  /** The metadata of the authorization server (RFC 8414). */
  | 'oauth-metadata'
  /** The same of OpenID Connect, with the path of the issuer behind. */
  | 'oidc-metadata'
  /** The same of OpenID Connect, behind the path of the issuer. */
  | 'oidc-metadata-appended'
  /** Dynamic registration (RFC 7591). */
  | 'registration'
  /** The page that a person signs in on. */
  | 'authorization'
  /** Authorization requests that are pushed (RFC 9126). */
  | 'pushed-authorization'
  /** The token endpoint. */
  | 'token'
  /** Revocation (RFC 7009). */
  | 'revocation'
  /** Where a device begins (RFC 8628). */
  | 'device-authorization'
  /** The page that a person allows a device on. */
  | 'device-verification'
  /** The public keys. */
  | 'jwks'
  /** Any other path. */
  | 'elsewhere';
