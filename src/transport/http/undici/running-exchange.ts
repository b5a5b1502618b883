import type { ExchangeFault, ExchangeHandle, ExchangeReply, ExchangeRequest } from '../exchange.ts';
import type { ExchangeHandler } from './any-undici.ts';
import type { ConnectionGate } from './connection-gate.ts';
import { faultOf } from './fault.ts';
import { readHead, type RawHead } from './head.ts';
import type { Way } from './way.ts';

/** What all exchanges on one way share. */
export interface Shared {
  readonly gate: ConnectionGate;
  readonly running: Set<RunningExchange>;
}

/** One exchange, which undici tells what came. */
export class RunningExchange implements ExchangeHandle, ExchangeHandler {
  readonly #shared: Shared;
  readonly #request: ExchangeRequest;
  readonly #reply: ExchangeReply;
  #abort: (() => void) | undefined;
  #holdsPlace = false;
  #isOver = false;

  constructor(shared: Shared, request: ExchangeRequest, reply: ExchangeReply) {
    this.#shared = shared;
    this.#request = request;
    this.#reply = reply;
    shared.running.add(this);
  }

  /** Sends the request as soon as there is room for it. */
  begin(way: Way): void {
    if (this.#isOver) return;
    this.#shared.gate.enter(() => {
      this.#holdsPlace = true;
      if (this.#isOver) return this.#leave();
      try {
        way.dispatch(this.#request, this);
      } catch (error) {
        this.onError(error);
      }
    });
  }

  abort(): void {
    if (this.#isOver) return;
    this.#finish();
    this.#abort?.();
  }

  /** Ends the exchange with a fault of our own. */
  break(detail: string): void {
    if (this.#isOver) return;
    this.#break({ systemCode: undefined, detail, beforeSent: this.#abort === undefined });
    this.#abort?.();
  }

  /** undici is about to write the request. To throw takes it back and leaves the connection as it is. */
  onConnect(abort: () => void): void {
    if (this.#isOver) throw new Error('aborted');
    this.#abort = abort;
  }

  onHeaders(status: number, head: RawHead): boolean {
    this.head(status, readHead(head));
    return true;
  }

  head(status: number, headers: Readonly<Record<string, string>>): void {
    // Heads below 200 only announce the one that counts.
    if (this.#isOver || status < 200) return;
    if (headers['content-type']?.toLowerCase().startsWith('text/event-stream') === true)
      this.#leave();
    this.#reply.head(status, headers);
  }

  onData(bytes: Uint8Array): boolean {
    if (!this.#isOver) this.#reply.chunk(bytes);
    return true;
  }

  onComplete(): void {
    if (this.#isOver) return;
    this.#finish();
    this.#reply.end();
  }

  onError(error: unknown): void {
    this.#break(faultOf(error, this.#request.url.host, this.#abort !== undefined));
  }

  #break(fault: ExchangeFault): void {
    if (this.#isOver) return;
    this.#finish();
    this.#reply.broke(fault);
  }

  #finish(): void {
    this.#isOver = true;
    this.#shared.running.delete(this);
    this.#leave();
  }

  #leave(): void {
    if (!this.#holdsPlace) return;
    this.#holdsPlace = false;
    this.#shared.gate.leave();
  }
}
