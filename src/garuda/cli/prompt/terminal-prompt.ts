import { foldLine } from '../output/fold-line.ts';
import { renderQuestion, type Answer, type Prompt, type Question } from '../../trust/index.ts';

/** Where a person is asked. */
export interface PromptScreen {
  /** How wide it is at this moment, where that is known. */
  readonly columns: () => number | undefined;
  /** Shows a line. */
  readonly tell: (line: string) => Promise<void>;
  /** Asks for one line. @throws the reason of the signal */
  readonly ask: (question: string, signal: AbortSignal) => Promise<string>;
}

/** A person who answers three times with what is no answer does not agree. */
const mostTries = 3;

/** Asks the person at the terminal. What is no clear yes is a no. */
export class TerminalPrompt implements Prompt {
  readonly #screen: PromptScreen;

  constructor(screen: PromptScreen) {
    this.#screen = screen;
  }

  async ask(question: Question, signal: AbortSignal): Promise<Answer> {
    const columns = this.#screen.columns();
    const lines = renderQuestion(question).flatMap((line) => foldLine(line, columns));
    for (const line of lines) await this.#screen.tell(line);
    const choices = question.answers.map((answer) => words[answer]).join(', ');
    for (let tries = 0; tries < mostTries; tries += 1) {
      signal.throwIfAborted();
      const typed = await this.#screen.ask(`${choices} [no]: `, signal);
      const answer = answerOf(typed, question.answers);
      if (answer !== undefined) return answer;
    }
    return 'deny';
  }
}

const words: Readonly<Record<Answer, string>> = {
  once: 'yes (this time)',
  remember: 'always',
  deny: 'no',
};

function answerOf(typed: string, answers: readonly Answer[]): Answer | undefined {
  const word = typed.trim().toLowerCase();
  const meant = meanings.get(word);
  return meant !== undefined && answers.includes(meant) ? meant : undefined;
}

const meanings: ReadonlyMap<string, Answer> = new Map([
  ['', 'deny'],
  ['n', 'deny'],
  ['no', 'deny'],
  ['y', 'once'],
  ['yes', 'once'],
  ['a', 'remember'],
  ['always', 'remember'],
]);
