import type { ManagedServer } from './managed-server.ts';
import { noteFor } from './note.ts';
import { isUnderWay, isUsable } from './server-state.ts';

/** Who uses a part of the host's servers: a session, an agent. Each has notes of its own. */
export class Lease {
  readonly servers: readonly ManagedServer[];
  /** What the model of this scope has been told: state and reason by server. */
  readonly #told = new Map<string, string>();

  constructor(servers: readonly ManagedServer[]) {
    this.servers = servers;
  }

  /** One note for each server that cannot be used, unless the model knows that already. */
  takeNotes(): readonly string[] {
    return this.servers.flatMap(({ server: { name }, state, why }) => {
      if (isUnderWay(state)) return [];
      const news = isUsable(state) ? undefined : `${state}: ${why ?? ''}`;
      if (this.#told.get(name) === news) return [];
      if (news === undefined) {
        this.#told.delete(name);
        return [];
      }
      this.#told.set(name, news);
      return [noteFor(name, state, why)];
    });
  }
}
