/** Pieces from this size on are kept as they came; smaller ones are copied into blocks. */
const smallestPiece = 4096;
const blockBytes = 4 * smallestPiece;

/**
 * Bytes that came in pieces and are joined once.
 *
 * A peer that sends single bytes costs no more memory than its bytes, since small pieces share
 * blocks. The last block is used again after a join, so that such a peer does not cost a block a line.
 */
export class BytePieces {
  #size = 0;
  #pieces: Uint8Array[] = [];
  #block: Uint8Array = new Uint8Array(0);
  /** What of the block belongs to no piece yet. */
  #blockFrom = 0;
  #blockTo = 0;

  get size(): number {
    return this.#size;
  }

  add(piece: Uint8Array): void {
    this.#size += piece.length;
    if (piece.length < smallestPiece) {
      this.#copy(piece);
    } else {
      this.#closePiece();
      this.#pieces.push(piece);
    }
  }

  /** Takes all bytes out, in memory of their own. */
  join(): Uint8Array {
    this.#closePiece();
    const joined = new Uint8Array(this.#size);
    let at = 0;
    for (const piece of this.#pieces) {
      joined.set(piece, at);
      at += piece.length;
    }
    this.#size = 0;
    this.#pieces = [];
    this.#blockFrom = 0;
    this.#blockTo = 0;
    return joined;
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
}
