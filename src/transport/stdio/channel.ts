import {
  MessageDecoder,
  type Channel,
  type ChannelFailure,
  type ChannelReceiver,
  type Limits,
  type MessageHead,
} from '../../protocol/index.ts';
import { decodeUtf8 } from './decode-utf8.ts';
import { discreetReceiver } from './discreet-receiver.ts';
import { systemCode } from './launch.ts';
import { Outbox, type Accepted } from './outbox.ts';
import { RunningServer, type ServerOwner, type ServerTerms } from './running-server.ts';

/** A channel to a server that runs as a child of this program. */
export class StdioChannel implements Channel {
  readonly kind = 'pipe';
  readonly #receiver: ChannelReceiver;
  readonly #limits: Limits;
  readonly #decoder: MessageDecoder;
  readonly #server: RunningServer;
  readonly #outbox: Outbox | undefined;
  /** What was sent to a server that turned out not to start. */
  readonly #unstarted: MessageHead[] = [];
  /** Why nothing can be sent any more. */
  #over: ChannelFailure | undefined;
  #hasClosed = false;
  #closing: Promise<void> | undefined;

  constructor(terms: Omit<ServerTerms, 'limits'>, receiver: ChannelReceiver, limits: Limits) {
    this.#receiver = receiver;
    this.#limits = limits;
    const { maxMessageBytes } = limits;
    const { secrets = [] } = terms;
    const heard = secrets.length === 0 ? receiver : discreetReceiver(receiver, secrets);
    this.#decoder = new MessageDecoder(heard, { maxMessageBytes, decodeUtf8 });
    this.#server = new RunningServer({ ...terms, limits }, this.#owner());
    const { stdin } = this.#server;
    this.#outbox = stdin && new Outbox(stdin, limits.maxUnsentBytes);
  }

  send(text: string, head: MessageHead): void {
    if (this.#over !== undefined) {
      this.#refuse(head, this.#over);
    } else if (this.#outbox === undefined) {
      this.#unstarted.push(head);
    } else if (!this.#outbox.put(text, acceptance(head))) {
      const maxBytes = this.#limits.maxUnsentBytes;
      this.#refuse(head, { kind: 'peer-not-reading', maxBytes });
    }
  }

  /** On a pipe an answer comes or does not; the engine tells one that nobody waits for. */
  abandon(): void {}

  adopt(): void {}

  listen(): void {}

  close(): Promise<void> {
    this.#closing ??= this.#stop();
    return this.#closing;
  }

  async #stop(): Promise<void> {
    this.#over ??= { kind: 'closed' };
    await this.#server.stop();
    this.#close({ kind: 'closed' });
  }

  #owner(): ServerOwner {
    return {
      output: (chunk) => this.#decoder.push(chunk),
      ended: (failure) => {
        this.#over ??= failure;
        for (const head of this.#unstarted.splice(0)) this.#refuse(head, failure);
        if (this.#closing === undefined) this.#decoder.end();
        this.#close(failure);
      },
      endInput: () => this.#outbox?.end(),
    };
  }

  #close(failure: ChannelFailure): void {
    if (this.#hasClosed) return;
    this.#hasClosed = true;
    this.#receiver.closed(failure);
  }

  /** A turn later, since the caller of `send` is not done with the message. */
  #refuse(head: MessageHead, failure: ChannelFailure): void {
    queueMicrotask(() => {
      if (head.delivered !== undefined) head.delivered(failure);
      // A channel that is over fails every call by its end.
      else if (this.#over !== undefined) return;
      else if (head.kind === 'request') {
        if (head.id !== undefined) this.#receiver.failed(head.id, failure);
      } else {
        this.#receiver.report({ kind: 'undelivered', method: head.method, failure });
      }
    });
  }
}

function acceptance(head: MessageHead): Accepted | undefined {
  const { delivered } = head;
  if (delivered === undefined) return undefined;
  return (error) => {
    if (error === undefined || error === null) delivered();
    else delivered({ kind: 'unreachable', systemCode: systemCode(error), detail: error.message });
  };
}
