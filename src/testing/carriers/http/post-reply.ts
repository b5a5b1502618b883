import type { ServerResponse } from 'node:http';
import type { Delivery, Ending } from '../../faults/delivery.ts';
import type { Outlet } from '../../faults/outlet.ts';
import { Turnstile } from '../turnstile.ts';
import { cutReply } from './cut-reply.ts';
import type { EventStream } from './event-stream.ts';

/** The reply to a request: JSON, or a stream of events as soon as there is more to say than the answer. */
export class PostReply implements Outlet {
  readonly carrier = 'http';
  readonly #response: ServerResponse;
  readonly #stream: EventStream;
  readonly #statusOf: (code: number | undefined) => number;
  readonly #turnstile = new Turnstile();
  #begun: 'json' | 'events' | undefined;

  constructor(
    response: ServerResponse,
    stream: EventStream,
    statusOf: (code: number | undefined) => number,
  ) {
    this.#response = response;
    this.#stream = stream;
    this.#statusOf = statusOf;
  }

  get isOpen(): boolean {
    return !this.#response.destroyed || this.#stream.isAttached;
  }

  get backlog(): number {
    return this.#response.writableLength;
  }

  /** Says what belongs to the request and is not its answer. */
  readonly say = (message: object): void => {
    this.#turnstile.enter(() => {
      this.beginEvents();
      this.#stream.push(JSON.stringify(message));
      // The end of a subscription is its answer.
      if ('result' in message) this.#stream.finish();
    });
  };

  beginEvents(): void {
    if (this.#begun !== undefined) return;
    this.#begun = 'events';
    this.#stream.attach(this.#response);
  }

  prepare({ texts, flood, resumeMs, code }: Delivery): void {
    if (resumeMs !== undefined) {
      this.beginEvents();
      this.#stream.close(resumeMs);
    }
    if (texts.length !== 1 || flood !== undefined) this.beginEvents();
    if (this.#begun !== undefined) return;
    this.#begun = 'json';
    this.#response.statusCode = this.#statusOf(code);
    if (this.#response.hasHeader('content-type')) return;
    this.#response.setHeader('content-type', 'application/json');
  }

  frame(text: string): string {
    return this.#begun === 'events' ? this.#stream.frame(text) : text;
  }

  noise(text: string): string {
    // A line with a colon in front is a comment in a stream of events.
    return this.#begun === 'events' ? `:${text.trimEnd().replaceAll('\n', '\n:')}\n` : text;
  }

  exclusively(job: () => void | Promise<void>): void {
    this.#turnstile.enter(job);
  }

  write(bytes: Uint8Array): void {
    if (this.#begun === 'events') this.#stream.write(bytes);
    else if (bytes.length > 0 && !this.#response.destroyed) this.#response.write(bytes);
  }

  done(): void {
    if (this.#begun === 'events') this.#stream.finish();
    else this.#response.end();
  }

  end(ending: Ending): void {
    if (ending.kind !== 'cut') return;
    if (this.#begun === 'events') this.#stream.cut(ending.how);
    else cutReply(this.#response, ending.how);
  }
}
