import { Buffer } from 'node:buffer';
import type { Writable } from 'node:stream';

/** Told once whether a text was accepted: nothing, or the error of the stream. */
export type Accepted = (error?: Error | null) => void;

/** A batch of this many characters is written without waiting for the end of the turn. */
const largestBatch = 1024 * 1024;

const shortBatch = 16 * 1024;

const lineFeed = Buffer.from('\n');

/**
 * Writes lines to a stream: those of one turn with one write, since a write for each is the largest
 * cost of a busy pipe.
 *
 * No write is waited for: a peer that does not read fills the outbox up to its limit, and from there
 * on {@link Outbox.put} refuses.
 */
export class Outbox {
  readonly #stream: Writable;
  readonly #maxBytes: number;
  #batch = '';
  #accepted: Accepted[] = [];
  #ended = false;

  constructor(stream: Writable, maxBytes: number) {
    this.#stream = stream;
    this.#maxBytes = maxBytes;
  }

  /**
   * Takes one line, unless more than the limit would wait with it. One line is always taken when
   * nothing waits.
   */
  put(text: string, accepted?: Accepted): boolean {
    if (!this.#hasRoom(text)) return false;
    if (accepted !== undefined) this.#accepted.push(accepted);
    if (text.length >= largestBatch) {
      this.flush();
      this.#writeLong(text);
      return true;
    }
    if (this.#batch === '') process.nextTick(this.#flushLater);
    this.#batch += text + '\n';
    if (this.#batch.length >= largestBatch) this.flush();
    return true;
  }

  /** Writes what has been put, and then the end of the stream. */
  end(): void {
    if (this.#ended) return;
    this.flush();
    this.#ended = true;
    this.#stream.end();
  }

  flush(): void {
    const batch = this.#batch;
    if (batch === '') return;
    this.#batch = '';
    // As bytes where others wait, so that the stream counts what waits in bytes. A short batch that
    // is written at once is not counted, and as text it spares a copy.
    const isShort = batch.length < shortBatch && this.#stream.writableLength === 0;
    this.#stream.write(isShort ? batch : Buffer.from(batch), this.#takeAccepted());
  }

  readonly #flushLater = (): void => this.flush();

  #hasRoom(text: string): boolean {
    const { writableLength } = this.#stream;
    // A character is at most three bytes, so that short lines need no count.
    const atMost = writableLength + 3 * (this.#batch.length + text.length);
    if (atMost <= this.#maxBytes) return true;
    this.flush();
    const waiting = this.#stream.writableLength;
    return waiting === 0 || waiting + Buffer.byteLength(text) <= this.#maxBytes;
  }

  /** Without the copy that joining the line end to it would cost. */
  #writeLong(text: string): void {
    this.#stream.cork();
    this.#stream.write(Buffer.from(text));
    this.#stream.write(lineFeed, this.#takeAccepted());
    this.#stream.uncork();
  }

  #takeAccepted(): Accepted | undefined {
    const accepted = this.#accepted;
    if (accepted.length === 0) return undefined;
    this.#accepted = [];
    return (error) => {
      for (const each of accepted) each(error);
    };
  }
}
