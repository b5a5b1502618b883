import type { RequestId } from '../../protocol/index.ts';
import type { Ending } from '../faults/delivery.ts';
import type { Outlet } from '../faults/outlet.ts';
import { Conversation } from '../server/conversation.ts';
import { nothing, type Core } from '../server/core.ts';
import { Turnstile } from './turnstile.ts';

/** The end of a pipe on the side of a server. */
export interface PipeSink {
  /** Bytes that nobody has taken yet. */
  readonly backlog: number;
  write(bytes: Uint8Array): void;
  end(ending: Ending): void;
}

/** One client on a pipe: a message a line, in both directions. */
export class Pipe {
  readonly conversation: Conversation;
  readonly #core: Core;
  readonly #sink: PipeSink;
  readonly #turnstile = new Turnstile();
  #isOpen = true;

  constructor(core: Core, sink: PipeSink) {
    this.#core = core;
    this.#sink = sink;
    this.conversation = new Conversation((message) => this.#say(message));
    core.conversations.add(this.conversation);
  }

  /** Takes a message of the client. */
  take(value: unknown): void {
    if (!this.#isOpen) return;
    const { method, params } = (value ?? {}) as {
      readonly method?: unknown;
      readonly params?: object;
    };
    const isRequest = typeof method === 'string' && 'id' in (value as { id?: RequestId });
    const meeting = isRequest ? this.#core.meet({ method, params: { ...params } }) : nothing;
    this.#core.take(value, {
      conversation: this.conversation,
      headers: {},
      say: (message) => this.#say(message),
      outlet: this.#outlet(),
      meeting,
    });
  }

  /** The client is gone, or the server is. */
  end(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#core.conversations.delete(this.conversation);
    this.conversation.end();
  }

  #say(message: object): void {
    this.#turnstile.enter(() => this.#write(Buffer.from(frame(JSON.stringify(message)))));
  }

  #write(bytes: Uint8Array): void {
    if (this.#isOpen && bytes.length > 0) this.#sink.write(bytes);
  }

  #outlet(): Outlet {
    const isOpen = (): boolean => this.#isOpen;
    const sink = this.#sink;
    return {
      carrier: 'pipe',
      get isOpen() {
        return isOpen();
      },
      get backlog() {
        return sink.backlog;
      },
      prepare: () => {},
      frame,
      noise: (text) => text,
      exclusively: (job) => this.#turnstile.enter(job),
      write: (bytes) => this.#write(bytes),
      done: () => {},
      end: (ending) => {
        if (!this.#isOpen) return;
        this.end();
        this.#sink.end(ending);
      },
    };
  }
}

function frame(text: string): string {
  return `${text}\n`;
}
