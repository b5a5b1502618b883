import type { PrivateKey } from 'oauth4webapi';
import type { RegisteredClient } from '../keeping/entry.ts';

/** A client as the token endpoint has to know it. */
export interface TokenClient extends RegisteredClient {
  /** What it signs assertions about itself with. */
  readonly privateKey?: PrivateKey;
}
