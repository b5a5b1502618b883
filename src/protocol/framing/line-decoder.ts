import type { DecodeUtf8 } from './decode-utf8.ts';
import { HeldLine } from './held-line.ts';

/** Whom a {@link LineDecoder} tells what it found, synchronously and in order. Must not throw. */
export interface LineReceiver {
  /** The text of a line, without its end. Never empty. */
  line(text: string): void;
  /**
   * A line over the limit, or too long for a string: its first and its last bytes as text, with
   * whatever stands around the message.
   */
  overlong(head: string, tail: string): void;
}

/** What bounds a {@link LineDecoder}. */
export interface LineDecoderOptions {
  /** Bytes of a line, its end not counted. */
  readonly maxLineBytes: number;
  /** Bytes that are kept of each end of a line over the limit. Default 4,096. */
  readonly keptBytes?: number;
  readonly decodeUtf8: DecodeUtf8;
}

const lineFeed = 10;
const carriageReturn = 13;

/**
 * Cuts bytes into lines, in time linear in the bytes, however they are cut into chunks and however
 * long a line is: only a new chunk is searched, and what spans chunks is joined once.
 *
 * LF ends a line; one CR before it and a byte-order mark in front are dropped, and a line with
 * nothing else is ignored. Over the limit only that line is lost.
 */
export class LineDecoder {
  readonly #maxLineBytes: number;
  readonly #keptBytes: number;
  readonly #decodeUtf8: DecodeUtf8;
  readonly #receiver: LineReceiver;
  /** The line whose end has not come. */
  readonly #held: HeldLine;

  constructor(receiver: LineReceiver, options: LineDecoderOptions) {
    this.#receiver = receiver;
    this.#maxLineBytes = options.maxLineBytes;
    this.#keptBytes = options.keptBytes ?? 4096;
    this.#decodeUtf8 = options.decodeUtf8;
    this.#held = new HeldLine({
      // A line of the full length may still have a byte-order mark and a CR around it. An end that is
      // kept is never shorter than it may be, or it would depend on the chunks what is found in it.
      maxBytes: Math.max(options.maxLineBytes + 4, this.#keptBytes),
      keptBytes: this.#keptBytes,
      decodeUtf8: options.decodeUtf8,
    });
  }

  /** Takes the next bytes. They may be kept: the caller must not write into them again. */
  push(chunk: Uint8Array): void {
    let start = 0;
    for (;;) {
      const end = chunk.indexOf(lineFeed, start);
      if (end === -1) break;
      if (this.#held.size === 0) {
        this.#read(chunk, start, end);
      } else {
        if (end > start) this.#held.add(chunk.subarray(start, end));
        this.#readHeld();
      }
      start = end + 1;
    }
    if (start < chunk.length) this.#held.add(start === 0 ? chunk : chunk.subarray(start));
  }

  /** No more bytes will come: what is left counts as a line. */
  end(): void {
    if (this.#held.size > 0) this.#readHeld();
  }

  #readHeld(): void {
    const held = this.#held.take();
    if (held.kind === 'bytes') return this.#read(held.bytes, 0, held.bytes.length);
    const line = held.kind === 'text' ? this.#within(held.text, held.size) : undefined;
    if (line === undefined) this.#overlong(held.head, held.tail);
    else this.#receiver.line(line);
  }

  /** A decoded line without its end and its mark, unless it is over the limit. */
  #within(text: string, size: number): string | undefined {
    const hasMark = text.startsWith('\ufeff');
    const hasReturn = text.endsWith('\r');
    const length = size - (hasMark ? 3 : 0) - (hasReturn ? 1 : 0);
    if (length > this.#maxLineBytes) return undefined;
    return hasMark || hasReturn ? text.slice(hasMark ? 1 : 0, hasReturn ? -1 : undefined) : text;
  }

  #read(bytes: Uint8Array, from: number, to: number): void {
    const start = from + byteOrderMarkLength(bytes, from, to);
    const end = to > start && bytes[to - 1] === carriageReturn ? to - 1 : to;
    if (end === start) return;
    const text = end - start > this.#maxLineBytes ? undefined : this.#decode(bytes, start, end);
    if (text === undefined) {
      this.#overlong(
        bytes.subarray(from, Math.min(to, from + this.#keptBytes)),
        bytes.subarray(Math.max(from, to - this.#keptBytes), to),
      );
    } else {
      this.#receiver.line(text);
    }
  }

  #decode(bytes: Uint8Array, start: number, end: number): string | undefined {
    try {
      return this.#decodeUtf8(bytes.subarray(start, end));
    } catch {
      // Every engine has a longest string, and a limit may be set above it.
      return undefined;
    }
  }

  #overlong(head: Uint8Array, tail: Uint8Array): void {
    this.#receiver.overlong(this.#decodeUtf8(head), this.#decodeUtf8(tail));
  }
}

function byteOrderMarkLength(bytes: Uint8Array, from: number, to: number): number {
  if (bytes[from] !== 0xef || to - from < 3) return 0;
  return bytes[from + 1] === 0xbb && bytes[from + 2] === 0xbf ? 3 : 0;
}
