/**
 * An output that is longer than what a model is given at once.
 *
 * @public
 */
export interface KeptOutput {
  readonly server: string;
  readonly tool: string;
  /** Cleaned, whole. */
  readonly text: string;
}

/**
 * Keeps long outputs, so that a model can read on in them.
 *
 * @public
 */
export interface OutputKeeper {
  /** Gives the name by which the output is found again: letters, digits, `_` and `-`. `undefined`: it is not kept. */
  keep(output: KeptOutput): Promise<string | undefined>;
  /** `undefined`: there is none of that name, or no longer. */
  find(name: string): Promise<KeptOutput | undefined>;
}

/**
 * How much a keeper in memory holds.
 *
 * @public
 */
export interface MemoryKeeperOptions {
  /** @defaultValue 20 */
  readonly maxOutputs?: number;
  /** UTF-16 units in all. @defaultValue 16,000,000 */
  readonly maxLength?: number;
}

/**
 * Keeps outputs in memory. The oldest ones make room for new ones.
 *
 * @public
 */
export class MemoryKeeper implements OutputKeeper {
  readonly #maxOutputs: number;
  readonly #maxLength: number;
  /** The oldest first. */
  readonly #outputs = new Map<string, KeptOutput>();
  #length = 0;
  #kept = 0;

  constructor(options: MemoryKeeperOptions = {}) {
    this.#maxOutputs = options.maxOutputs ?? 20;
    this.#maxLength = options.maxLength ?? 16_000_000;
  }

  keep(output: KeptOutput): Promise<string | undefined> {
    if (output.text.length > this.#maxLength) return Promise.resolve(undefined);
    this.#kept += 1;
    const name = `output-${this.#kept}`;
    this.#outputs.set(name, output);
    this.#length += output.text.length;
    for (const [old, { text }] of this.#outputs) {
      if (this.#outputs.size <= this.#maxOutputs && this.#length <= this.#maxLength) break;
      this.#outputs.delete(old);
      this.#length -= text.length;
    }
    return Promise.resolve(name);
  }

  find(name: string): Promise<KeptOutput | undefined> {
    return Promise.resolve(this.#outputs.get(name));
  }
}
