const LF = 0x0a;

/** Cuts lines out of pieces: each byte is looked at once, and each line joined once. */
export class LineCutter {
  #held = [];
  #onLine;

  /** @param {(line: string) => void} onLine */
  constructor(onLine) {
    this.#onLine = onLine;
  }

  feed(bytes) {
    let from = 0;
    for (let end; (end = bytes.indexOf(LF, from)) !== -1; from = end + 1) {
      if (this.#held.length === 0) this.#onLine(bytes.utf8Slice(from, end));
      else this.#join(bytes.subarray(from, end));
    }
    if (from < bytes.length) this.#held.push(bytes.subarray(from));
  }

  #join(last) {
    const line = Buffer.concat([...this.#held, last]);
    this.#held = [];
    this.#onLine(line.utf8Slice(0, line.length));
  }
}
