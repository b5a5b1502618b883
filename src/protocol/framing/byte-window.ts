/** The last bytes of a stream, at a constant cost a byte. */
export class ByteWindow {
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
