const decoder = new TextDecoder();

/** Collects the bytes of a body up to a bound. */
export class BodyCollector {
  readonly #maxBytes: number;
  readonly #chunks: Uint8Array[] = [];
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Takes the next bytes, those past the bound left out; `false` once there were such. */
  add(bytes: Uint8Array): boolean {
    const room = this.#maxBytes - this.#bytes;
    const taken = bytes.length > room ? bytes.subarray(0, room) : bytes;
    this.#chunks.push(taken);
    this.#bytes += taken.length;
    return bytes.length <= room;
  }

  /** What was collected, read as UTF-8 without its byte-order mark. */
  text(): string {
    const [first] = this.#chunks;
    if (this.#chunks.length === 1) return decoder.decode(first);
    const whole = new Uint8Array(this.#bytes);
    let at = 0;
    for (const chunk of this.#chunks) {
      whole.set(chunk, at);
      at += chunk.length;
    }
    return decoder.decode(whole);
  }
}
