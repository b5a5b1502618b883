import type { KnownClient } from '../issuer/clients.ts';
import type { Visit } from '../issuer/visit.ts';

/** A request to the token endpoint, of a client that has authenticated. */
export interface TokenRequest {
  readonly visit: Visit;
  readonly client: KnownClient;
  /** The thumbprint of the key that its proof was made with. */
  readonly thumbprint: string | undefined;
}

/** Answers a grant with a token answer, or throws an OAuthRefusal. */
export type TakeGrant = (request: TokenRequest) => object;
