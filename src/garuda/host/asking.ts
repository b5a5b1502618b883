import type { Answer, Prompt, Question } from '../trust/index.ts';
import { unlessAborted } from './wait.ts';

/** People are asked one thing at a time, and nothing that nobody waits for any more. */
export class OneAtATime implements Prompt {
  readonly #prompt: Prompt;
  #last: Promise<unknown> = Promise.resolve();

  constructor(prompt: Prompt) {
    this.#prompt = prompt;
  }

  async ask(question: Question, signal: AbortSignal): Promise<Answer> {
    const asked = this.#last.then(() => {
      signal.throwIfAborted();
      return unlessAborted(this.#prompt.ask(question, signal), signal);
    });
    this.#last = asked.catch(() => undefined);
    return await asked;
  }
}
