import {
  MessageDecoder,
  type Channel,
  type ChannelFailure,
  type ChannelReceiver,
  type Limits,
  type MessageHead,
} from '../../protocol/index.ts';
import type { Ending } from '../faults/delivery.ts';
import type { Core } from '../server/core.ts';
import { Pipe } from './pipe.ts';

/**
 * A channel to a scripted server in this process. What the server says goes through bytes, as on a
 * real pipe, so that it can say what is no message.
 */
export class MemoryChannel implements Channel {
  readonly kind = 'pipe';
  readonly #receiver: ChannelReceiver;
  readonly #decoder: MessageDecoder;
  readonly #pipe: Pipe;
  #isClosed = false;

  constructor(core: Core, receiver: ChannelReceiver, { maxMessageBytes }: Limits) {
    this.#receiver = receiver;
    const decodeUtf8 = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
    this.#decoder = new MessageDecoder(receiver, { maxMessageBytes, decodeUtf8 });
    this.#pipe = new Pipe(core, {
      backlog: 0,
      write: (bytes) => {
        if (!this.#isClosed) this.#decoder.push(bytes);
      },
      end: (ending) => this.#ended(ending),
    });
  }

  send(text: string, head: MessageHead): void {
    // A turn later, as on every channel: the caller is not done with the message.
    queueMicrotask(() => {
      if (this.#isClosed) return head.delivered?.({ kind: 'closed' });
      head.delivered?.();
      this.#pipe.take(JSON.parse(text));
    });
  }

  abandon(): void {}

  adopt(): void {}

  listen(): void {}

  async close(): Promise<void> {
    await Promise.resolve();
    this.#close({ kind: 'closed' });
  }

  #ended(ending: Ending): void {
    const exit = ending.kind === 'exit' ? ending.exit : { code: null, signal: null, stderr: '' };
    const stderr = exit.stderr.split('\n').filter((line) => line !== '');
    if (!this.#isClosed) this.#decoder.end();
    this.#close({ kind: 'exited', exitCode: exit.code, signal: exit.signal, stderr });
  }

  #close(failure: ChannelFailure): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#pipe.end();
    this.#receiver.closed(failure);
  }
}
