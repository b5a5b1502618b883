import type { DPoPHandle, JWK } from 'oauth4webapi';

/** A key that tokens are bound to, and the nonces that servers want in its proofs. */
export interface DpopKey {
  /** What oauth4webapi signs requests to the token endpoint with. */
  readonly handle: DPoPHandle;
  /** A proof for one request to the resource; every request has its own. */
  proof(method: string, url: string, accessToken: string | undefined): Promise<string>;
  /** Remembers the nonce that the server of this URL gave last. */
  learnNonce(url: string, nonce: string): void;
  /** The private key, to be kept with the tokens. */
  export(): Promise<JWK>;
}
