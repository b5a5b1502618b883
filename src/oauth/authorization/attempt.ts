import {
  type AuthorizationServer,
  generateRandomCodeVerifier,
  generateRandomState,
} from 'oauth4webapi';

/**
 * One try at a sign-in, recorded before anybody is sent to the authorization server: its answer is held against
 * this, and the code goes where this says.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization/index#authorization-response-validation | Authorization response validation}
 */
export interface Attempt {
  readonly issuer: string;
  /** Whether the metadata says that every answer names the issuer (RFC 9207). */
  readonly promisesIssuer: boolean;
  readonly clientId: string;
  readonly redirectUri: string;
  /** Left out where a tolerance says so. */
  readonly resource: string | undefined;
  readonly scope: string | undefined;
  /** Cannot be guessed, and is used once. */
  readonly state: string;
  /** Of PKCE (RFC 7636): 43 random characters. */
  readonly verifier: string;
}

/** What an attempt is for. */
export interface AttemptOrder {
  readonly server: AuthorizationServer;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly resource: string | undefined;
  readonly scope: string | undefined;
}

export function beginAttempt(order: AttemptOrder): Attempt {
  const { server, ...rest } = order;
  return {
    ...rest,
    issuer: server.issuer,
    promisesIssuer: server.authorization_response_iss_parameter_supported === true,
    state: generateRandomState(),
    verifier: generateRandomCodeVerifier(),
  };
}
