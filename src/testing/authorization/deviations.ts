/**
 * A way in which the servers of a sign-in are not what they should be, for as long as it is set.
 *
 * @public
 */
export type SignInDeviation = keyof typeof signInDeviations;

/** Every deviation, and what it does. @public */
export const signInDeviations = {
  'pkce-not-advertised': 'the metadata says nothing of PKCE',
  'pkce-plain-only': 'the metadata knows no method but plain',
  'issuer-of-another': 'the metadata has the issuer of somebody else',
  'issuer-slash':
    'the issuer in the metadata has a slash behind that the resource does not name, or has not the one it names',
  'resource-of-another': 'the metadata of the resource is that of another origin',
  'resource-of-parent':
    'the metadata of the resource is that of its whole origin, without a slash behind',
  'resource-refused': 'every request with a resource parameter is refused, as by Entra',
  'redirect-ports-refused': 'a redirect URI with a port is refused at registration',
  'iss-missing': 'the answer of a sign-in has no iss, though the metadata says that it has',
  'iss-wrong': 'the answer has the iss of somebody else',
  'iss-normalized': 'the iss of the answer has a slash behind that the issuer has not',
  'iss-not-advertised': 'the metadata says nothing of iss',
  'state-wrong': 'the answer has another state',
  'state-missing': 'the answer has no state',
  'errors-poisoned': 'the words of an error have control characters, markup, orders and no end',
  'endpoints-script': 'the authorization endpoint is a javascript: URL',
  'endpoints-private': 'the token endpoint is at a link-local address',
  'endpoints-plain': 'the token endpoint is on plain http at a public name',
  'endpoints-file': 'the authorization endpoint is a file: URL',
  'step-up-for-ever': 'a tool that needs a scope is refused with every token',
  'tokens-refused': 'every token is refused as invalid',
  'scopes-fewer': 'only the first scope that is asked for is granted',
  'scope-left-out': 'the token answer does not say the scope',
  'lifetime-left-out': 'the token answer does not say when it ends',
  'token-type-odd': 'the token answer has an unknown token_type',
  'refresh-token-left-out': 'no refresh token is given',
  'refresh-token-kept': 'a refresh answers without a refresh token, and the old one stays good',
  'bound-tokens-unbound': 'a token asked for with a proof is given as Bearer',
  'exchange-type-wrong': 'a token exchange answers with another type than was asked for',
  'devices-slow': 'a device that polls is told once to slow down',
} as const;
