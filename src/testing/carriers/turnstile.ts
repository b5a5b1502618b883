/** Lets jobs pass one at a time, in the order in which they came. */
export class Turnstile {
  readonly #waiting: (() => void | Promise<void>)[] = [];
  #isBusy = false;

  /** Runs a job, at once if no other is running. A job must not fail. */
  enter(job: () => void | Promise<void>): void {
    this.#waiting.push(job);
    if (!this.#isBusy) this.#pass();
  }

  #pass(): void {
    this.#isBusy = true;
    for (let job = this.#waiting.shift(); job !== undefined; job = this.#waiting.shift()) {
      const running = job();
      if (running === undefined) continue;
      void running.then(() => this.#pass());
      return;
    }
    this.#isBusy = false;
  }
}
