/** What to keep of a line that has not ended yet. */
export type Keep = 'all' | 'ends' | 'nothing';

/** Whom a reader of lines tells what it found, synchronously and in order. */
export interface LineReceiver {
  /** A whole line: `text` from `start` to `end`, which took so many bytes. */
  line(text: string, start: number, end: number, bytes: number): void;
  /** A line of which only the ends were kept. */
  ends(head: string, tail: string): void;
  /** A line of which nothing was kept. */
  dropped(): void;
  /**
   * How much to keep of an unfinished line of so many bytes that begins so. Asked whenever a line
   * over 16 KiB grew, until the answer is not `all`.
   */
  keep(bytes: number, beginning: string): Keep;
}

const LF = 10;
const CR = 13;
const COLON = 58;
/** Enough to tell which field a line is: a byte-order mark, a name, a colon and a space. */
const beginningLength = 10;
/** Characters that are kept of either end of a line over its bound; no character takes more than 4 bytes. */
const endLength = 4 * 1024;
const unboundedBytes = endLength * 4;
const shortBytes = 512;
const gatherBytes = 16 * 1024;

/**
 * Cuts bytes into lines of text that end with CR, LF or both, in linear time and with memory in
 * proportion to the bytes, however they are chunked.
 *
 * A chunk is decoded as a whole, since a call of the run-time's text decoder costs more than most
 * lines, and its streaming mode five times a plain call; the bytes of a character that a chunk cuts
 * wait for the next one. Short chunks without a line end are gathered first, so that a line sent
 * byte by byte costs no object a byte.
 */
export class EventLines {
  readonly #receiver: LineReceiver;
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  #afterCr = false;

  /** The unfinished line: decoded pieces, then bytes that are not decoded yet. */
  #texts: string[] = [];
  #textBytes = 0;
  #gathered: Uint8Array | undefined;
  #gatheredBytes = 0;
  #beginning: string | undefined;
  #keep: Keep = 'all';
  #head = '';

  constructor(receiver: LineReceiver) {
    this.#receiver = receiver;
  }

  /** Takes the next bytes of the stream. They are not kept. */
  push(chunk: Uint8Array): void {
    const last = chunk.at(-1);
    if (last === undefined) return;
    const bytes = this.#afterCr && chunk[0] === LF ? chunk.subarray(1) : chunk;
    this.#afterCr = last === CR;
    if (this.#isShort(bytes) && !endsLine(last) && lineEnd(bytes, 0) === -1) this.#gather(bytes);
    else this.#read(this.#ungather(bytes));
    if (this.#textBytes + this.#gatheredBytes > 0) this.#bound();
  }

  #isShort(bytes: Uint8Array): boolean {
    return bytes.length <= shortBytes && this.#gatheredBytes + bytes.length <= gatherBytes;
  }

  #gather(bytes: Uint8Array): void {
    this.#gathered ??= new Uint8Array(gatherBytes);
    this.#gathered.set(bytes, this.#gatheredBytes);
    this.#gatheredBytes += bytes.length;
  }

  #ungather(bytes: Uint8Array): Uint8Array {
    if (this.#gathered === undefined || this.#gatheredBytes === 0) return bytes;
    const all = new Uint8Array(this.#gatheredBytes + bytes.length);
    all.set(this.#gathered.subarray(0, this.#gatheredBytes));
    all.set(bytes, this.#gatheredBytes);
    this.#gatheredBytes = 0;
    return all;
  }

  #read(bytes: Uint8Array): void {
    const length = wholeCharacters(bytes);
    const text = this.#decoder.decode(length === bytes.length ? bytes : bytes.subarray(0, length));
    // No character has fewer bytes than code units, so equal sums mean one byte each.
    const oneByteEach = text.length === length;
    let start = 0;
    let byteStart = 0;
    let lf = text.indexOf('\n');
    let cr = text.indexOf('\r');
    while (lf !== -1 || cr !== -1) {
      const end = cr === -1 || (lf !== -1 && lf < cr) ? lf : cr;
      // A line has at least as many bytes as code units, so its end need not be sought before.
      const byteEnd = oneByteEach ? end : lineEnd(bytes, byteStart + end - start);
      this.#endLine(text, start, end, byteEnd - byteStart);
      const endBytes = end === cr && lf === cr + 1 ? 2 : 1;
      start = end + endBytes;
      byteStart = byteEnd + endBytes;
      // Either is searched for only past the last one found, so no character is searched twice.
      if (lf !== -1 && lf < start) lf = text.indexOf('\n', start);
      if (cr !== -1 && cr < start) cr = text.indexOf('\r', start);
    }
    if (start < text.length) {
      this.#texts.push(start === 0 ? text : text.slice(start));
      this.#textBytes += length - byteStart;
    }
    if (length < bytes.length) this.#gather(bytes.subarray(length));
  }

  #endLine(text: string, start: number, end: number, bytes: number): void {
    if (this.#keep === 'all' && this.#texts.length === 0) {
      return this.#receiver.line(text, start, end, bytes);
    }
    this.#texts.push(text.slice(start, end));
    const line = this.#texts.join('');
    const lineBytes = this.#textBytes + bytes;
    const keep = this.#keep;
    this.#texts = [];
    this.#textBytes = 0;
    this.#beginning = undefined;
    this.#keep = 'all';
    if (keep === 'all') this.#receiver.line(line, 0, line.length, lineBytes);
    else if (keep === 'ends') this.#receiver.ends(this.#head, line);
    else this.#receiver.dropped();
  }

  #bound(): void {
    if (this.#keep === 'all') this.#keep = this.#judge();
    if (this.#keep === 'ends') this.#keepEnd();
    if (this.#keep === 'nothing') {
      this.#texts = [];
      this.#gatheredBytes = 0;
    }
  }

  #judge(): Keep {
    // A comment is dropped as it comes: servers may send them for days to keep a connection alive.
    const first = this.#texts[0]?.charCodeAt(0) ?? this.#gathered?.[0];
    if (first === COLON) return 'nothing';
    const bytes = this.#textBytes + this.#gatheredBytes;
    if (bytes <= unboundedBytes) return 'all';
    this.#beginning ??= this.#soFar().slice(0, beginningLength);
    const keep = this.#receiver.keep(bytes, this.#beginning);
    if (keep === 'ends') this.#head = this.#soFar().slice(0, endLength);
    return keep;
  }

  #soFar(): string {
    const gathered = this.#gathered?.subarray(0, this.#gatheredBytes);
    return this.#texts.join('') + this.#decoder.decode(gathered);
  }

  #keepEnd(): void {
    let first = this.#texts.length;
    for (
      let length = 0;
      first > 0 && length < endLength;
      length += this.#texts[first]?.length ?? 0
    ) {
      first -= 1;
    }
    if (first > 0) this.#texts.splice(0, first);
  }
}

function endsLine(byte: number): boolean {
  return byte === LF || byte === CR;
}

/** Where the first line end is, or -1. */
function lineEnd(bytes: Uint8Array, start: number): number {
  for (let index = start; index < bytes.length; index += 1) {
    if (endsLine(bytes[index] ?? 0)) return index;
  }
  return -1;
}

/** How many of the bytes come before a character that the last of them begin and do not end. */
function wholeCharacters(bytes: Uint8Array): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) break;
    if (byte >= 0xc0) {
      const length = byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
      return length > back ? bytes.length - back : bytes.length;
    }
  }
  return bytes.length;
}
