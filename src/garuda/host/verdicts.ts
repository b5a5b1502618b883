import type { ServerDescription } from '../../client/index.ts';
import type { RegisteredServer } from '../registry/definition.ts';

/**
 * What earlier connections found out about servers, so that one that does not answer the question for its era is
 * not asked it at every start.
 */
export interface Verdicts {
  of(server: RegisteredServer): Promise<ServerDescription | undefined>;
  /** Never rejects: what cannot be kept is found out again. */
  keep(server: RegisteredServer, description: ServerDescription): Promise<void>;
}
