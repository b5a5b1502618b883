import type { Answer, Question } from './question.ts';

/**
 * Asks a person.
 *
 * @public
 */
export interface Prompt {
  /** @param signal - nobody waits for the answer any more */
  ask(question: Question, signal: AbortSignal): Promise<Answer>;
}

/** For where there is nobody to ask: everything is denied. @public */
export const denyAll: Prompt = { ask: () => Promise.resolve('deny') };
