import { BytePieces } from './byte-pieces.ts';
import { ByteWindow } from './byte-window.ts';
import type { DecodeUtf8 } from './decode-utf8.ts';

/** What was kept of a line. */
export type Held =
  /** All its bytes. */
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  /** All its text; a line so long is decoded while it comes, so that its bytes can be let go. */
  | ({ readonly kind: 'text'; readonly text: string; readonly size: number } & Ends)
  /** Its first and its last bytes: it is over the limit, or too long for a string. */
  | ({ readonly kind: 'ends' } & Ends);

interface Ends {
  readonly head: Uint8Array;
  readonly tail: Uint8Array;
}

/** What bounds a {@link HeldLine}. */
export interface HeldLineOptions {
  /** From one more byte on, only the ends are kept. */
  readonly maxBytes: number;
  /** The length of each end. */
  readonly keptBytes: number;
  readonly decodeUtf8: DecodeUtf8;
}

/** From this size on a line is decoded in parts. */
const partBytes = 1024 * 1024;

/** The line whose end has not come. */
export class HeldLine {
  readonly #options: HeldLineOptions;
  readonly #pieces = new BytePieces();
  #size = 0;
  /** The decoded beginning of a long line. */
  #text = '';
  #head: Uint8Array | undefined;
  #dropped: ByteWindow | undefined;

  constructor(options: HeldLineOptions) {
    this.#options = options;
  }

  /** Bytes of the line so far, dropped ones included. */
  get size(): number {
    return this.#size;
  }

  add(piece: Uint8Array): void {
    this.#size += piece.length;
    if (this.#dropped !== undefined) {
      this.#dropped.add(piece);
      return;
    }
    this.#pieces.add(piece);
    if (this.#size > this.#options.maxBytes) this.#drop(this.#pieces.join());
    else if (this.#pieces.size >= partBytes + this.#options.keptBytes) this.#decodePart();
  }

  /** The line, which ends here. The next one begins. */
  take(): Held {
    const held = this.#close();
    this.#size = 0;
    this.#text = '';
    this.#head = undefined;
    this.#dropped = undefined;
    return held;
  }

  #close(): Held {
    const size = this.#size;
    const bytes = this.#dropped?.bytes() ?? this.#pieces.join();
    const head = this.#head;
    if (head === undefined) return { kind: 'bytes', bytes };
    const tail = bytes.subarray(-this.#options.keptBytes);
    const rest = this.#dropped === undefined ? this.#decode(bytes) : undefined;
    if (rest === undefined) return { kind: 'ends', head, tail };
    return { kind: 'text', text: rest, size, head, tail };
  }

  /** Decodes all but the last bytes, which are the tail if the line turns out too long. */
  #decodePart(): void {
    const bytes = this.#pieces.join();
    this.#head ??= bytes.slice(0, this.#options.keptBytes);
    const end = characterStart(bytes, bytes.length - this.#options.keptBytes);
    const text = this.#decode(bytes.subarray(0, end));
    if (text === undefined) {
      this.#drop(bytes);
    } else {
      this.#text = text;
      this.#pieces.add(bytes.slice(end));
    }
  }

  #decode(bytes: Uint8Array): string | undefined {
    try {
      return this.#text + this.#options.decodeUtf8(bytes);
    } catch {
      // Every engine has a longest string, and a limit may be set above it.
      return undefined;
    }
  }

  #drop(bytes: Uint8Array): void {
    this.#head ??= bytes.slice(0, this.#options.keptBytes);
    this.#text = '';
    this.#dropped = new ByteWindow(this.#options.keptBytes);
    this.#dropped.add(bytes);
  }
}

/** Where a character starts at or shortly before an index, so that a cut there changes no decoding. */
function characterStart(bytes: Uint8Array, index: number): number {
  for (let at = index; at > index - 4; at -= 1) {
    if (((bytes[at] ?? 0) & 0xc0) !== 0x80) return at;
  }
  // Four continuation bytes in a row belong to no character together.
  return index;
}
