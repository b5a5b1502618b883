import { Conversation } from '../../server/conversation.ts';
import { Turnstile } from '../turnstile.ts';
import { EventStream, type Resumption } from './event-stream.ts';

const maxStreams = 1_000;

/** What a server keeps for one client of the legacy era. */
export class Session {
  readonly id: string;
  readonly conversation: Conversation;
  /** Carries what belongs to no request, and waits for a client that reads it. */
  readonly standing: EventStream;
  /** Keeps apart what is said on it. */
  readonly turnstile: Turnstile = new Turnstile();
  readonly #streams = new Map<string, EventStream>();
  readonly #resumption: Resumption | undefined;
  #opened = 0;

  constructor(id: string, resumption: Resumption | undefined) {
    this.id = id;
    this.#resumption = resumption;
    const standing = this.openStream();
    this.standing = standing;
    this.conversation = new Conversation((message) => {
      this.turnstile.enter(() => standing.push(JSON.stringify(message)));
    });
  }

  /** A stream for a reply; it can be found again for as long as there are not too many newer ones. */
  openStream(): EventStream {
    const stream = new EventStream(`s${this.#opened++}`, this.#resumption);
    this.#streams.set(stream.name, stream);
    const [oldest] = [...this.#streams.keys()].slice(1);
    if (this.#streams.size > maxStreams && oldest !== undefined) this.#streams.delete(oldest);
    return stream;
  }

  /** Where an event stands: its stream, and its place there. */
  find(eventId: string): { readonly stream: EventStream; readonly place: number } | undefined {
    const [name = '', place] = eventId.split('.');
    const stream = this.#streams.get(name);
    return stream && { stream, place: Number(place) };
  }
}
