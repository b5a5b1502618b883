/** How long runs may be repeated in all: on a machine that is never quiet the bench would take twice its time. */
export class Repeats {
  #leftMs;

  constructor(limitMs) {
    this.#leftMs = limitMs;
  }

  mayRepeat() {
    return this.#leftMs > 0;
  }

  async count(run) {
    const start = performance.now();
    const outcome = await run();
    this.#leftMs -= performance.now() - start;
    return outcome;
  }
}
