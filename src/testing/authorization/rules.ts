/**
 * What a client can do wrong, as the servers of a sign-in judge it.
 *
 * @public
 */
export type SignInRule = keyof typeof signInRules;

/** Every rule, and where it is written. @public */
export const signInRules = {
  'resource-missing': 'RFC 8707 §2: authorization and token requests name the resource',
  'resource-unknown': 'RFC 8707 §2: it is the one that the metadata of the resource names',
  'resource-changed': 'RFC 8707 §2.2: the token request names what was authorized',
  'challenge-missing': 'RFC 7636 §4.3: a code is asked for with a challenge',
  'challenge-method': 'RFC 7636 §4.2: S256, for whoever can',
  'verifier-missing': 'RFC 7636 §4.5: the verifier comes with the code',
  'verifier-shape': 'RFC 7636 §4.1: 43 to 128 unreserved characters',
  'verifier-wrong': 'RFC 7636 §4.6: the verifier is that of the challenge',
  'state-missing': 'RFC 6749 §10.12: an authorization request has a state',
  'state-reused': 'RFC 6749 §10.12: each has its own',
  'response-type': 'RFC 6749 §4.1.1: response_type is code',
  'code-unknown': 'RFC 6749 §4.1.3: the code is one that was issued here',
  'code-reused': 'RFC 6749 §4.1.2: a code is used once',
  'code-of-another-client': 'RFC 6749 §4.1.3: a code is used by the client that asked',
  'code-after-wrong-answer':
    'RFC 9207 §2.4: a code is not used whose answer has another issuer or state',
  'redirect-uri-missing': 'RFC 6749 §4.1.3: it is named with the code as it was before',
  'redirect-uri-unregistered': 'RFC 6749 §3.1.2.3: it is a registered one',
  'redirect-uri-changed': 'RFC 6749 §4.1.3: it is the same with the code',
  'client-unknown': 'RFC 6749 §2.2: a client id is one that this server gave or accepts',
  'client-of-another-issuer':
    'MCP, Authorization Server Binding: a client id stays with its issuer',
  'client-authentication-wrong': 'RFC 6749 §2.3: the secret or assertion is right',
  'client-authentication-method': 'RFC 7591 §2: a client authenticates as it was registered',
  'client-authentication-twice': 'RFC 6749 §2.3: one method in a request',
  'refresh-token-unknown': 'RFC 6749 §6: a refresh token is one that was issued here',
  'refresh-token-reused': 'RFC 9700 §4.14.2: a rotated refresh token is not used again',
  'refresh-token-of-another-client': 'RFC 6749 §6: it is used by its client',
  'scope-widened': 'RFC 6749 §6: a refresh asks for no more than was granted',
  'secret-in-query': 'RFC 6749 §2.3.1: no secret in a URL',
  'token-in-query': 'MCP, Token Requirements: no access token in a URL',
  'credentials-needless': 'MCP: nobody but its resource gets the access token',
  'not-a-form': 'RFC 6749 §3.2: a POST with a form',
  'parameter-twice': 'RFC 6749 §3.1: no parameter but resource comes twice',
  'registration-incomplete':
    'RFC 7591 §2: redirect URIs, for a client that has an authorization code',
  'application-type-missing': 'MCP, Application Type: native or web',
  'pushing-missing': 'RFC 9126 §5: pushed first, where the server requires that',
  'request-uri-unknown': 'RFC 9126 §4: a request URI is used once, by its client',
  'grant-not-offered': 'RFC 8414 §2: a grant is one that the metadata lists',
  'assertion-wrong': 'RFC 7523 §3: signed by its issuer, for this server, not expired, new',
  'exchange-wrong':
    'MCP, Enterprise-Managed Authorization: ID token in, ID-JAG out, for this server',
  'proof-missing': 'RFC 9449 §7.1: a bound token comes with a proof',
  'proof-wrong': 'RFC 9449 §4.3: the proof is of this request, key and token',
  'proof-reused': 'RFC 9449 §11.1: each request has its own proof',
  'scheme-wrong': 'RFC 9449 §7.1: a bound token is sent under DPoP, another one under Bearer',
  'polled-too-soon': 'RFC 8628 §3.5: a device keeps the interval',
  'token-of-another-resource': 'RFC 8707 §3: a token goes to the resource that it is for',
} as const;

/** Something that a client did wrong. @public */
export interface SignInViolation {
  readonly rule: SignInRule;
  /** What was expected, and what came; no secret is in it. */
  readonly detail: string;
  /** The request, by its place among all. */
  readonly request: number;
}
