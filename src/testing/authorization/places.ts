/**
 * Where a request of a sign-in goes. Each is a place that can misbehave.
 *
 * @public
 */
export type SignInPlace = keyof typeof places;

/** Every place, and what stands there. */
const places = {
  mcp: 'the MCP endpoint',
  'resource-metadata': 'its metadata, where the challenge says',
  'resource-metadata-at-path': 'its metadata, at the well-known address with its path',
  'resource-metadata-at-root': 'its metadata, at the well-known address without a path',
  'oauth-metadata': 'the metadata of the authorization server (RFC 8414)',
  'oidc-metadata': 'the same of OpenID Connect, with the path of the issuer behind',
  'oidc-metadata-appended': 'the same of OpenID Connect, behind the path of the issuer',
  registration: 'dynamic registration (RFC 7591)',
  authorization: 'the page that a person signs in on',
  'pushed-authorization': 'authorization requests that are pushed (RFC 9126)',
  token: 'the token endpoint',
  revocation: 'revocation (RFC 7009)',
  'device-authorization': 'where a device begins (RFC 8628)',
  'device-verification': 'the page that a person allows a device on',
  jwks: 'the public keys',
  elsewhere: 'any other path',
} as const;
