import type { JsonObject, RequestId, Target } from '../../protocol/index.ts';
import { MemoryChannel } from '../carriers/memory-channel.ts';
import type { HttpServing } from '../carriers/http/http-serving.ts';
import { WebServer } from '../carriers/http/web-server.ts';
import { StdioProgram } from '../carriers/stdio/stdio-program.ts';
import type { Fault } from '../faults/fault.ts';
import type { FaultPlace, Misbehaviour } from '../faults/misbehaviour.ts';
import type { ServerScript } from '../script/server-script.ts';
import { changeIn, type ServerChange } from './change.ts';
import { Core } from './core.ts';
import type { ReceivedMessage } from './received.ts';

/**
 * A server that does what a script says, in memory, as a process and over HTTP, with any number of
 * clients; and that misbehaves where a test asks for it.
 *
 * @public
 */
export class ScriptedServer {
  readonly #core: Core;

  /** @internal */
  constructor(script: ServerScript) {
    this.#core = new Core(script);
  }

  /** Every message that came, in order. */
  get received(): readonly ReceivedMessage[] {
    return this.#core.received.all;
  }

  /** The `count`th message of a method, once it is there. The test's own limit bounds the wait. */
  until(method: string, count = 1): Promise<ReceivedMessage> {
    return this.#core.received.nth((message) => message.method === method, count);
  }

  /** This server in the same process, on a pipe: a target for `connect`. */
  inMemory(label = 'scripted'): Target {
    const open: Target['open'] = (receiver, limits) =>
      new MemoryChannel(this.#core, receiver, limits);
    return { label, kind: 'pipe', open };
  }

  /** This server as a program that `stdio` can start, and any other client too. */
  overStdio(): Promise<StdioProgram> {
    return StdioProgram.open(this.#core);
  }

  /** This server on HTTP, on the loopback interface of this machine. */
  overHttp(serving: HttpServing = {}): Promise<WebServer> {
    return WebServer.open(this.#core, serving);
  }

  /** Does something wrong with the requests of a place. Of several that fit a request the first one counts. */
  misbehave(place: FaultPlace, ...faults: readonly Fault[]): Misbehaviour {
    return this.#core.misbehave(place, faults);
  }

  /** Says something that answers nothing to every client that it can reach so. */
  notify(method: string, params?: JsonObject): void {
    const message = { jsonrpc: '2.0', method, ...(params !== undefined && { params }) };
    for (const { say } of this.#core.conversations) say(message);
  }

  /**
   * Asks the client of the legacy era that came last: elicitation, sampling, roots.
   *
   * @throws Refusal when the client refuses, or is gone
   */
  async ask(method: string, params?: JsonObject): Promise<JsonObject> {
    const last = [...this.#core.conversations].findLast(({ revision }) => revision !== undefined);
    if (last === undefined) throw new Error('there is no client of the legacy era');
    return last.ask(method, params, last.say);
  }

  /** Tells of a change whoever wants to hear of it: a subscription, or a client of the legacy era. */
  changed(what: ServerChange): void {
    const { wants, message, hears } = changeIn(what);
    for (const conversation of this.#core.conversations) {
      for (const { filter, say } of conversation.listenings.values()) {
        if (wants(filter)) say(message);
      }
      if (conversation.revision !== undefined && hears(conversation)) conversation.say(message);
    }
  }

  /** Ends every subscription of the modern era, as a server does that is going away. */
  endSubscriptions(): void {
    for (const { listenings } of this.#core.conversations) {
      for (const { end } of listenings.values()) end();
    }
  }

  /** The ids of the open subscriptions of the modern era. */
  get subscriptions(): readonly RequestId[] {
    const ids: RequestId[] = [];
    for (const { listenings } of this.#core.conversations) ids.push(...listenings.keys());
    return ids;
  }
}

/**
 * A server for tests of a client: see {@link ServerScript} for what it can be told.
 *
 * @public
 */
export function scriptedServer(script: ServerScript = {}): ScriptedServer {
  return new ScriptedServer(script);
}
