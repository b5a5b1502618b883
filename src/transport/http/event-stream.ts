import { type DataEdges, EventData } from './event-data.ts';
import { EventLines, type Keep } from './event-lines.ts';

/** Whom a decoder tells what a stream held, synchronously and in order. */
export interface EventStreamReceiver {
  /** An event whose data is not empty. */
  event(event: ServerSentEvent): void;
  /** A block without data named a position in the stream; `''` forgets the one before. */
  position(id: string): void;
  /** How long to wait before the stream is opened again. */
  retry(afterMs: number): void;
  /** An event over the bound was dropped; the stream goes on. */
  tooLarge(event: OversizedEvent): void;
}

/** One event. */
export interface ServerSentEvent {
  /** `message` where the server named none. */
  readonly event: string;
  readonly data: string;
  /** The position in the stream after this event, where the server gave one. */
  readonly id: string | undefined;
}

/** An event over the bound, and what was kept of its data. */
export interface OversizedEvent extends DataEdges {
  readonly event: string;
  readonly id: string | undefined;
}

/** By how much a line may be longer than the data in it: a byte-order mark and `data: `. */
const prefixBytes = 9;
const dataPrefix = /^\uFEFF?data: ?/;

/**
 * Decodes a stream of server-sent events, in linear time for any chunking. An event that the end of
 * the stream cuts off is no event.
 *
 * @see {@link https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation | HTML, interpreting an event stream}
 */
export class EventStreamDecoder {
  readonly #receiver: EventStreamReceiver;
  readonly #maxLineBytes: number;
  readonly #lines: EventLines;
  readonly #data: EventData;
  #event = '';
  #id: string | undefined;
  #atStart = true;

  /**
   * @param receiver - is told what the stream holds
   * @param maxMessageBytes - bytes of the data of one event; a line of another field over it is ignored
   */
  constructor(receiver: EventStreamReceiver, maxMessageBytes: number) {
    this.#receiver = receiver;
    this.#maxLineBytes = maxMessageBytes + prefixBytes;
    this.#data = new EventData(maxMessageBytes);
    this.#lines = new EventLines({
      line: (text, start, end, bytes) => this.#takeLine(text, start, end, bytes),
      ends: (head, tail) => this.#takeEnds(head, tail),
      dropped: () => {
        // Only in front of the first line is a byte-order mark one, whatever that line was.
        this.#atStart = false;
      },
      keep: (bytes, beginning) => this.#keep(bytes, beginning),
    });
  }

  /** Takes the next bytes of the stream. They are not kept. */
  push(bytes: Uint8Array): void {
    this.#lines.push(bytes);
  }

  #keep(bytes: number, beginning: string): Keep {
    if (!dataPrefix.test(beginning)) return bytes > this.#maxLineBytes ? 'nothing' : 'all';
    return this.#data.overflows(bytes - prefixBytes) ? 'ends' : 'all';
  }

  #takeEnds(head: string, tail: string): void {
    this.#atStart = false;
    this.#data.addEnds(head.replace(dataPrefix, ''), tail.replace(dataPrefix, ''));
  }

  #takeLine(text: string, start: number, end: number, bytes: number): void {
    if (this.#atStart) {
      this.#atStart = false;
      if (text.charCodeAt(start) === 0xfeff) return this.#takeLine(text, start + 1, end, bytes - 3);
    }
    if (start === end) return this.#dispatch();
    if (text.startsWith('data:', start)) {
      const from = valueStart(text, start + 5, end);
      return this.#data.add(text.slice(from, end), bytes - (from - start));
    }
    if (bytes <= this.#maxLineBytes) this.#takeField(text.slice(start, end));
  }

  #takeField(line: string): void {
    const colon = line.indexOf(':');
    const name = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(valueStart(line, colon + 1, line.length));
    if (name === 'data') this.#data.add('', 0);
    else if (name === 'event') this.#event = value;
    else if (name === 'id' && !value.includes('\0')) this.#id = value;
    else if (name === 'retry' && /^\d+$/.test(value)) {
      this.#receiver.retry(Math.min(Number(value), Number.MAX_SAFE_INTEGER));
    }
  }

  #dispatch(): void {
    const event = this.#event === '' ? 'message' : this.#event;
    const id = this.#id;
    const data = this.#data.take();
    this.#event = '';
    this.#id = undefined;
    if (typeof data === 'object') this.#receiver.tooLarge({ event, id, ...data });
    else if (data !== '') this.#receiver.event({ event, data, id });
    else if (id !== undefined) this.#receiver.position(id);
  }
}

function valueStart(text: string, from: number, end: number): number {
  return from < end && text.charCodeAt(from) === 32 ? from + 1 : from;
}
