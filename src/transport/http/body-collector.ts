const decoder = new TextDecoder();

/** So many pieces in a row that are each smaller than so many bytes are made one. */
const mostSmallPieces = 256;

/**
 * Collects the bytes of a body up to a bound. The memory that it takes stays in proportion to them,
 * also where a server sends single bytes, each of which comes as an object of its own.
 */
export class BodyCollector {
  readonly #maxBytes: number;
  readonly #chunks: Uint8Array[] = [];
  #bytes = 0;
  /** How many of the last pieces are small. */
  #small = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Takes the next bytes, those past the bound left out; `false` once there were such. */
  add(bytes: Uint8Array): boolean {
    const room = this.#maxBytes - this.#bytes;
    const taken = bytes.length > room ? bytes.subarray(0, room) : bytes;
    this.#chunks.push(taken);
    this.#bytes += taken.length;
    this.#small = taken.length < mostSmallPieces ? this.#small + 1 : 0;
    if (this.#small === mostSmallPieces) {
      this.#chunks.push(join(this.#chunks.splice(-mostSmallPieces)));
      this.#small = 0;
    }
    return bytes.length <= room;
  }

  /** What was collected, read as UTF-8 without its byte-order mark. */
  text(): string {
    const [first] = this.#chunks;
    return decoder.decode(this.#chunks.length === 1 ? first : join(this.#chunks));
  }
}

function join(chunks: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(chunks.reduce((bytes, chunk) => bytes + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
