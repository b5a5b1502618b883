import { Misbehaviour } from '../faults/misbehaviour.ts';
import { toolIn } from './resource/admit.ts';
import type { SignInFault, SignInFaultPlace } from './sign-in-fault.ts';
import type { SignInRequest } from './sign-in-request.ts';

/** What a request met. */
export interface SignInMeeting {
  readonly faults: readonly SignInFault[];
  readonly released: () => Promise<void>;
}

/** Where the servers of a sign-in misbehave. */
export class Misbehaviours {
  readonly #all: {
    readonly misbehaviour: Misbehaviour;
    readonly faults: readonly SignInFault[];
  }[] = [];

  add({ on, name, nth, times }: SignInFaultPlace, faults: readonly SignInFault[]): Misbehaviour {
    const place = {
      on,
      ...(name !== undefined && { name }),
      ...(nth !== undefined && { nth }),
      ...(times !== undefined && { times }),
    };
    const misbehaviour = new Misbehaviour(place, []);
    this.#all.push({ misbehaviour, faults });
    return misbehaviour;
  }

  /** What a request meets: the first misbehaviour that fits it. */
  meet(request: SignInRequest): SignInMeeting {
    const { place: method, parameters } = request;
    const name = method === 'token' ? parameters['grant_type'] : toolIn(request);
    for (const { misbehaviour, faults } of this.#all) {
      if (misbehaviour.meet({ method, params: { name } }) !== undefined) {
        return { faults, released: misbehaviour.released };
      }
    }
    return { faults: [], released: () => Promise.resolve() };
  }
}
