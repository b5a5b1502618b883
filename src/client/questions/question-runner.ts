import type { Clock, Limits } from '../../protocol/index.ts';
import { onAbort } from '../abort-listeners.ts';
import type { QuestionContext } from './handlers.ts';
import { QuestionFault, questionCodes } from './question-fault.ts';
import type { Question } from './question.ts';

/** What running a handler takes. */
export interface RunnerParts {
  /** The label of the server. */
  readonly server: string;
  readonly clock: Clock;
  readonly limits: Limits;
  /** How long a handler may take. */
  readonly timeoutMs: number;
}

/** Runs handlers: each within its time, until it is wanted no more, and not too many of them. */
export class QuestionRunner {
  readonly #parts: RunnerParts;
  /** When the questions of the last minute came, oldest first. */
  readonly #asked: number[] = [];

  constructor(parts: RunnerParts) {
    this.#parts = parts;
  }

  /** @throws QuestionFault when the server asks too often: a person cannot be flooded */
  mayAsk({ method }: Question): void {
    const { clock, limits } = this.#parts;
    const now = clock.now();
    while ((this.#asked[0] ?? now) <= now - 60_000) this.#asked.shift();
    if (this.#asked.length >= limits.maxQuestionsPerMinute) {
      const words = `${method}: more than ${limits.maxQuestionsPerMinute} questions within a minute`;
      throw new QuestionFault(questionCodes.failed, words);
    }
    this.#asked.push(now);
  }

  /**
   * Runs a handler.
   *
   * @param whenLate - the answer when its time is over; without it that is a fault
   */
  async run<Answer>(
    question: Question,
    handle: (context: QuestionContext) => Answer | Promise<Answer>,
    whenLate?: Answer,
  ): Promise<Answer> {
    const { clock, timeoutMs, server } = this.#parts;
    const { method, signal } = question;
    const stop = new AbortController();
    const context = { server, signal: stop.signal, ...question.about };
    const late = `${method} was not answered within ${timeoutMs} ms (questionTimeoutMs)`;
    let end = (): void => {};
    const over = new Promise<Answer>((resolve, reject) => {
      const timer = clock.setTimer(() => {
        if (whenLate === undefined) reject(new QuestionFault(questionCodes.failed, late));
        else resolve(whenLate);
      }, timeoutMs);
      const stopListening = onAbort(signal, () =>
        reject(new QuestionFault(questionCodes.failed, `${method} is wanted no more`)),
      );
      end = (): void => {
        clock.clearTimer(timer);
        stopListening();
      };
    });
    try {
      // A handler may throw at once: that is its rejection.
      const work = Promise.resolve(context).then(handle);
      return await Promise.race([work, over]);
    } finally {
      end();
      stop.abort();
    }
  }
}
