import type { Client } from '../../client/index.ts';
import type { Tool } from '../../protocol/index.ts';

/** A server that was started, and what it offers. */
export interface Started {
  readonly client: Client;
  readonly tools: readonly Tool[];
}

/** A server that is not started because a person or a rule does not want it. */
export class StartRefusal extends Error {
  override readonly name = 'StartRefusal';
  readonly state: 'denied' | 'blocked' | 'failed';

  constructor(state: StartRefusal['state'], why: string) {
    super(why);
    this.state = state;
  }
}
