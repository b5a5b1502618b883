/** Pieces from this size on are kept as they came; smaller ones are copied into blocks. */
const smallestPiece = 4096;
const blockBytes = 4 * smallestPiece;

/**
 * The bytes of one line whose end has not come: pieces that are joined once, or, over the limit,
 * only both ends of the line.
 *
 * A peer that sends single bytes costs no more memory than its bytes, since small pieces share
 * blocks. The block outlives a line, so that such a peer does not cost a block a line.
 */
export class HeldLine {
  readonly #maxBytes: number;
  readonly #keptBytes: number;
  #size = 0;
  #pieces: Uint8Array[] = [];
  #block: Uint8Array = new Uint8Array(0);
  #blockFrom = 0;
  #blockTo = 0;
  #head: Uint8Array | undefined;
  #tail: Window | undefined;

  /**
   * @param maxBytes - from one more byte on, only the ends are kept
   * @param keptBytes - the length of each end
   */
  constructor(maxBytes: number, keptBytes: number) {
    this.#maxBytes = maxBytes;
    this.#keptBytes = keptBytes;
  }

  /** Bytes of the line so far, dropped ones included. */
  get size(): number {
    return this.#size;
  }

  add(piece: Uint8Array): void {
    this.#size += piece.length;
    if (this.#tail === undefined && this.#size > this.#maxBytes) this.#dropMiddle(piece);
    else if (this.#tail !== undefined) this.#tail.add(piece);
    else if (piece.length < smallestPiece) this.#copy(piece);
    else {
      this.#closePiece();
      this.#pieces.push(piece);
    }
  }

  /** Both ends of a line over the limit; `undefined` within it. */
  ends(): { readonly head: Uint8Array; readonly tail: Uint8Array } | undefined {
    if (this.#head === undefined || this.#tail === undefined) return undefined;
    return { head: this.#head, tail: this.#tail.bytes() };
  }

  /** All bytes of a line within the limit, in memory of their own. */
  join(): Uint8Array {
    this.#closePiece();
    const joined = new Uint8Array(this.#size);
    let at = 0;
    for (const piece of this.#pieces) {
      joined.set(piece, at);
      at += piece.length;
    }
    return joined;
  }

  clear(): void {
    this.#size = 0;
    if (this.#pieces.length > 0) this.#pieces = [];
    this.#blockFrom = 0;
    this.#blockTo = 0;
    this.#head = undefined;
    this.#tail = undefined;
  }

  #copy(piece: Uint8Array): void {
    if (this.#blockTo + piece.length > this.#block.length) {
      this.#closePiece();
      this.#block = new Uint8Array(blockBytes);
      this.#blockFrom = 0;
      this.#blockTo = 0;
    }
    this.#block.set(piece, this.#blockTo);
    this.#blockTo += piece.length;
  }

  /** Makes a piece of what the block holds, so that the pieces stay in order. */
  #closePiece(): void {
    if (this.#blockTo === this.#blockFrom) return;
    this.#pieces.push(this.#block.subarray(this.#blockFrom, this.#blockTo));
    this.#blockFrom = this.#blockTo;
  }

  #dropMiddle(piece: Uint8Array): void {
    this.#closePiece();
    const head = new Uint8Array(Math.min(this.#keptBytes, this.#size));
    const tail = new Window(this.#keptBytes);
    let at = 0;
    for (const kept of [...this.#pieces, piece]) {
      if (at < head.length) head.set(kept.subarray(0, head.length - at), at);
      at += kept.length;
      tail.add(kept);
    }
    this.#head = head;
    this.#tail = tail;
    this.#pieces = [];
  }
}

/** The last bytes of a stream, at a constant cost a byte. */
class Window {
  readonly #length: number;
  readonly #ring: Uint8Array;
  #end = 0;

  constructor(length: number) {
    this.#length = length;
    this.#ring = new Uint8Array(2 * length);
  }

  add(bytes: Uint8Array): void {
    const fresh = bytes.length > this.#length ? bytes.subarray(-this.#length) : bytes;
    if (this.#end + fresh.length > this.#ring.length) {
      this.#ring.copyWithin(0, this.#end - this.#length, this.#end);
      this.#end = this.#length;
    }
    this.#ring.set(fresh, this.#end);
    this.#end += fresh.length;
  }

  bytes(): Uint8Array {
    return this.#ring.subarray(Math.max(0, this.#end - this.#length), this.#end);
  }
}
