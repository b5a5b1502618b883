/** Numbers that look random and follow from a seed and a stream: each case has a stream of its own. */
export class Random {
  #state: number;

  constructor(seed: number, stream: number) {
    this.#state = scramble(scramble(seed >>> 0) ^ scramble(stream + 0x9e3779b9));
  }

  /** A whole number from 0 up to, but not including, `limit`. */
  below(limit: number): number {
    this.#state = (this.#state + 0x9e3779b9) >>> 0;
    return Math.floor((scramble(this.#state) / 2 ** 32) * limit);
  }

  between(least: number, most: number): number {
    return least + this.below(most - least + 1);
  }

  /** True once in so many times. */
  oneIn(times: number): boolean {
    return this.below(times) === 0;
  }

  pick<T>(choices: readonly T[]): T {
    return choices[this.below(choices.length)] as T;
  }
}

function scramble(value: number): number {
  let bits = value | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x21f0aaad);
  bits = Math.imul(bits ^ (bits >>> 15), 0x735a2d97);
  return (bits ^ (bits >>> 15)) >>> 0;
}
