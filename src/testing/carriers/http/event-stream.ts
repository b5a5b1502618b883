import type { ServerResponse } from 'node:http';
import { cutReply } from './cut-reply.ts';

const maxKept = 10_000;

/** How a stream is resumed. */
export interface Resumption {
  /** After which wait, if the server names one. */
  readonly retryMs: number | undefined;
}

/**
 * A stream of events, which may outlive the reply that carries it: what nobody reads is kept for the
 * next reply, and where it can be resumed, everything.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#resumability-and-redelivery | Resumability and redelivery}
 */
export class EventStream {
  readonly name: string;
  readonly #resumption: Resumption | undefined;
  #kept: { readonly n: number; readonly event: string }[] = [];
  #count = 0;
  /** Up to which event a reply has carried it. */
  #told = 0;
  #response: ServerResponse | undefined;
  #isOver = false;

  /** Without a resumption it ends with its reply. */
  constructor(name: string, resumption: Resumption | undefined) {
    this.name = name;
    this.#resumption = resumption;
  }

  /** Whether a reply carries it now. */
  get isAttached(): boolean {
    const response = this.#response;
    return response !== undefined && !response.destroyed && !response.writableEnded;
  }

  get backlog(): number {
    return this.#response?.writableLength ?? 0;
  }

  /** A text as the next event of this stream. */
  frame(text: string): string {
    const data = text.split('\n').map((line) => `data: ${line}\n`);
    return this.#keep(`${data.join('')}\n`);
  }

  push(text: string): void {
    this.write(Buffer.from(this.frame(text)));
  }

  /** Bytes of what was framed, or of something that is no event. */
  write(bytes: Uint8Array): void {
    if (this.#response === undefined || !this.isAttached) return;
    if (bytes.length > 0) this.#response.write(bytes);
    this.#told = this.#count;
    if (this.#resumption === undefined) this.#kept = [];
  }

  /** A reply carries it from now on, beginning with `first`, and then what stands behind a place. */
  attach(response: ServerResponse, after: number = this.#told, first = ''): void {
    this.#response = response;
    if (!response.hasHeader('content-type'))
      response.setHeader('content-type', 'text/event-stream');
    response.setHeader('cache-control', 'no-store');
    if (first === '') response.flushHeaders();
    else response.write(first);
    // An event without data gives a position at once (2025-11-25/basic/transports, Sending Messages).
    if (this.#count === 0 && this.#resumption !== undefined) this.#prime(this.#resumption.retryMs);
    const missed = this.#kept.filter(({ n }) => n > after).map(({ event }) => event);
    this.write(Buffer.from(missed.join('')));
    if (this.#isOver) response.end();
  }

  /** Gives the client a position, tells it when to come back, and closes the reply. */
  close(retryMs: number): void {
    this.#prime(retryMs);
    this.write(Buffer.from(this.#kept.at(-1)?.event ?? ''));
    this.#response?.end();
    this.#response = undefined;
  }

  /** Nothing more will come. */
  finish(): void {
    this.#isOver = true;
    this.#response?.end();
  }

  /** Ends the reply in the middle; nothing more will come, and whoever wants the rest resumes it. */
  cut(how: 'end' | 'reset'): void {
    if (this.#response !== undefined) cutReply(this.#response, how);
    this.#isOver = true;
    this.#response = undefined;
  }

  #prime(retryMs: number | undefined): void {
    this.#keep(`${retryMs === undefined ? '' : `retry: ${retryMs}\n`}data:\n\n`);
  }

  #keep(lines: string): string {
    const n = (this.#count += 1);
    const event = this.#resumption !== undefined ? `id: ${this.name}.${n}\n${lines}` : lines;
    this.#kept.push({ n, event });
    if (this.#kept.length > maxKept) this.#kept.shift();
    return event;
  }
}
