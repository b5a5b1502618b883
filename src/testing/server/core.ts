import {
  classifyMessage,
  type Clock,
  type Incoming,
  type JsonObject,
  type RequestId,
} from '../../protocol/index.ts';
import { deliver } from '../faults/deliver.ts';
import { planDelivery } from '../faults/delivery.ts';
import type { Fault } from '../faults/fault.ts';
import type { Candidate, FaultPlace } from '../faults/misbehaviour.ts';
import { Misbehaviour } from '../faults/misbehaviour.ts';
import { misfitOf } from '../faults/misfit.ts';
import type { Outlet } from '../faults/outlet.ts';
import { wireErrorOf } from '../script/refusal.ts';
import type { ServerScript } from '../script/server-script.ts';
import { answerTo } from './answer.ts';
import type { Conversation } from './conversation.ts';
import type { Say } from './lane.ts';
import { Arrivals, received, type ReceivedMessage } from './received.ts';
import { systemClock } from './system-clock.ts';

/** What a request met of the server's misbehaviour. */
export interface Meeting {
  readonly faults: readonly Fault[];
  readonly released: () => Promise<void>;
}

/** No misbehaviour. */
export const nothing: Meeting = { faults: [], released: () => Promise.resolve() };

/** From where a message came, and where the answer goes. */
export interface Origin {
  readonly conversation: Conversation;
  readonly headers: Readonly<Record<string, string>>;
  /** Says what belongs to the message. */
  readonly say: Say;
  /** Where the answer to a request goes. */
  readonly outlet: Outlet;
  readonly meeting: Meeting;
}

/** An answer, or why a script's result is none. */
function sendable(answer: object): object {
  try {
    JSON.stringify(answer);
    return answer;
  } catch (error) {
    const { id } = answer as { readonly id?: unknown };
    return { jsonrpc: '2.0', id, error: wireErrorOf(error) };
  }
}

/** A scripted server as its carriers know it: takes messages, and answers them well or badly. */
export class Core {
  readonly script: ServerScript;
  readonly received: Arrivals<ReceivedMessage> = new Arrivals();
  readonly conversations: Set<Conversation> = new Set();
  readonly #clock: Clock;
  readonly #misbehaviours: Misbehaviour[] = [];
  #awaitingAnswer: (() => void)[] = [];

  constructor(script: ServerScript) {
    this.script = script;
    this.#clock = script.clock ?? systemClock;
  }

  misbehave(place: FaultPlace, faults: readonly Fault[]): Misbehaviour {
    const misbehaviour = new Misbehaviour(place, faults);
    this.#misbehaviours.push(misbehaviour);
    return misbehaviour;
  }

  /** What a request meets: the first misbehaviour that fits it. */
  meet(candidate: Candidate): Meeting {
    for (const misbehaviour of this.#misbehaviours) {
      const faults = misbehaviour.meet(candidate);
      if (faults !== undefined) return { faults, released: misbehaviour.released };
    }
    return nothing;
  }

  take(value: unknown, origin: Origin): void {
    this.received.add(received(value, origin.headers));
    const incoming = classifyMessage(value);
    switch (incoming.kind) {
      case 'request':
        void this.#answer(incoming, origin);
        return;
      case 'notification':
        return this.#notified(incoming, origin.conversation);
      case 'result':
      case 'error':
        origin.conversation.answered(value as JsonObject);
        return;
      case 'invalid': {
        const error = { code: -32_600, message: incoming.why };
        origin.say({ jsonrpc: '2.0', id: incoming.id ?? null, error });
      }
    }
  }

  async #answer(
    { id, method, params }: Extract<Incoming, { kind: 'request' }>,
    { conversation, say, outlet, meeting }: Origin,
  ): Promise<void> {
    const request = { id, method, params: (params ?? {}) as JsonObject };
    const misfit = misfitOf(meeting.faults, outlet.carrier);
    const answer =
      misfit === undefined
        ? await answerTo(this.script, request, { conversation, say })
        : { jsonrpc: '2.0', id, error: { code: -32_603, message: misfit } };
    if (answer === undefined) {
      if (!conversation.listenings.has(id)) outlet.done();
      return;
    }
    await this.send(answer, outlet, misfit === undefined ? meeting : nothing);
  }

  /** Lets an answer leave, with what its request has met. */
  async send(answer: object, outlet: Outlet, { faults, released }: Meeting): Promise<void> {
    const delivery = planDelivery(sendable(answer), faults);
    const others = this.#awaitingAnswer;
    if (delivery.wait !== 'next-answer') this.#awaitingAnswer = [];
    const nextAnswer = (): Promise<void> =>
      new Promise((resolve) => {
        this.#awaitingAnswer.push(resolve);
      });
    await deliver(delivery, outlet, { clock: this.#clock, released, nextAnswer });
    if (delivery.wait !== 'next-answer') for (const go of others) go();
  }

  #notified(
    { method, params }: Extract<Incoming, { kind: 'notification' }>,
    conversation: Conversation,
  ): void {
    if (method !== 'notifications/cancelled') return;
    const { requestId } = (params ?? {}) as { readonly requestId?: RequestId };
    if (requestId !== undefined) conversation.cancel(requestId);
  }
}
