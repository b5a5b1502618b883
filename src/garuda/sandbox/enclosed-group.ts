import { constants } from 'node:os';
import type { Enclosed, ProcessExit, StoppableGroup } from '../../transport/aside.ts';

/** What bubblewrap says is short. */
const maxStatus = 65_536;

/**
 * A server in bubblewrap. A signal to the wrapper's own group would end the wrapper and leave the server without a
 * word, so the group inside is signalled, by the number that the wrapper tells. Its leader is the first process of a process
 * namespace: it ignores SIGTERM, which all others of the group get, and with SIGKILL the whole namespace ends, whatever
 * groups its processes have made.
 */
export class EnclosedServer implements Enclosed {
  readonly group: StoppableGroup;
  #inside: StoppableGroup | undefined;
  readonly #groupOf: (leader: number) => StoppableGroup;
  #told = '';

  constructor(wrapper: StoppableGroup, groupOf: (leader: number) => StoppableGroup) {
    this.#groupOf = groupOf;
    this.group = {
      signal: (signal, waits) => {
        this.#inside?.signal(signal, waits);
        // A wrapper that has told nothing yet holds nothing yet.
        if (signal === 'SIGKILL' || this.#inside === undefined) wrapper.signal(signal, waits);
      },
      isEmpty: () => (this.#inside?.isEmpty() ?? true) && wrapper.isEmpty(),
    };
  }

  status(chunk: Uint8Array): void {
    if (this.#inside !== undefined || this.#told.length > maxStatus) return;
    this.#told += Buffer.from(chunk).toString('latin1');
    const leader = /"child-pid": (\d+)/u.exec(this.#told)?.[1];
    if (leader !== undefined) this.#inside = this.#groupOf(Number(leader));
  }

  exitOf({ code, signal }: ProcessExit): ProcessExit {
    const by = code === null || code <= 128 ? undefined : signalNames.get(code - 128);
    return by === undefined ? { code, signal } : { code: null, signal: by };
  }
}

/** A wrapper that ends as the server did has no other way to say by which signal that was than this number. */
const signalNames: ReadonlyMap<number, string> = new Map(
  // Of two names for one number the first is the usual one.
  Object.entries(constants.signals)
    .toReversed()
    .map(([name, number]) => [number, name]),
);
