import type { Agreement, Channel, MessageHead, RequestId } from '../../protocol/index.ts';
import { plainFailure } from './plain-failure.ts';
import type { RecordedEvent } from './wire-record.ts';

/** A channel that records what this side does with it. */
export class TappedChannel implements Channel {
  readonly kind: Channel['kind'];
  readonly #channel: Channel;
  readonly #record: (event: RecordedEvent) => void;
  #sent = 0;
  #isClosing = false;

  constructor(channel: Channel, record: (event: RecordedEvent) => void) {
    this.kind = channel.kind;
    this.#channel = channel;
    this.#record = record;
  }

  send(text: string, head: MessageHead): void {
    const n = (this.#sent += 1);
    const { kind, method, id, delivered } = head;
    const named = { n, head: kind, method, ...(id !== undefined && { id }) };
    this.#record({ event: 'sent', ...named, message: parse(text) });
    if (delivered === undefined) return this.#channel.send(text, head);
    this.#channel.send(text, {
      ...head,
      delivered: (failure) => {
        if (failure === undefined) this.#record({ event: 'accepted', n });
        else this.#record({ event: 'refused', n, failure: plainFailure(failure) });
        delivered(failure);
      },
    });
  }

  abandon(id: RequestId): void {
    this.#record({ event: 'abandon', id });
    this.#channel.abandon(id);
  }

  adopt(agreement: Agreement): void {
    const { era, revision } = agreement;
    this.#record({ event: 'adopt', era, revision });
    this.#channel.adopt(agreement);
  }

  listen(): void {
    this.#record({ event: 'listen' });
    this.#channel.listen();
  }

  close(): Promise<void> {
    if (!this.#isClosing) this.#record({ event: 'close' });
    this.#isClosing = true;
    return this.#channel.close();
  }
}

/** The message, or its text where it is none: this is not the place where that is found out. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
