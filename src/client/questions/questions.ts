import type {
  ElicitFormParams,
  ElicitParams,
  ElicitResult,
  ElicitUrlParams,
} from '../../protocol/index.ts';
import { answerToForm } from './form-answer.ts';
import type { QuestionContext, QuestionHandlers } from './handlers.ts';
import { pageFault } from './page-fault.ts';
import type { Question } from './question.ts';
import { QuestionFault, questionCodes } from './question-fault.ts';
import { QuestionRunner, type RunnerParts } from './question-runner.ts';
import { faultOfRoots } from './roots-fault.ts';
import { faultOfSample, faultOfSampling } from './sampling-faults.ts';
import { VisitedPages } from './visited-pages.ts';

/**
 * Answers what a server asks, whichever way it asks: checks the question, runs the handler within its
 * bounds, checks the answer.
 */
export class Questions {
  readonly #handlers: QuestionHandlers;
  readonly #runner: QuestionRunner;
  readonly #pages = new VisitedPages();
  /** The last form or page that is being shown; the next one waits for it. */
  #shown: Promise<unknown> = Promise.resolve();

  constructor(handlers: QuestionHandlers, parts: RunnerParts) {
    this.#handlers = handlers;
    this.#runner = new QuestionRunner(parts);
  }

  /** Whether there is a handler for a method at all. */
  offers(method: string): boolean {
    const { onElicit, onElicitUrl, onSample, onListRoots } = this.#handlers;
    switch (method) {
      case 'elicitation/create':
        return onElicit !== undefined || onElicitUrl !== undefined;
      case 'sampling/createMessage':
        return onSample !== undefined;
      case 'roots/list':
        return onListRoots !== undefined;
      default:
        return false;
    }
  }

  /** Answers a question. Rejects with a {@link QuestionFault} where there is no answer. */
  async answer(question: Question): Promise<object> {
    this.#runner.mayAsk(question);
    switch (question.method) {
      case 'elicitation/create':
        return await this.#elicit(question, question.params);
      case 'sampling/createMessage':
        return await this.#sample(question);
      case 'roots/list':
        return await this.#listRoots(question);
    }
  }

  /** The server says that the user is through with a page. */
  completed(params: unknown): void {
    this.#pages.completed(params);
  }

  /** Resolves when the server says that the user is through with this page. */
  completion(id: string): Promise<void> {
    return this.#pages.expect(id);
  }

  async #elicit(question: Question, params: ElicitParams): Promise<ElicitResult> {
    return params.mode === 'url'
      ? await this.#visit(question, params)
      : await this.#fillIn(question, params);
  }

  async #fillIn(question: Question, form: ElicitFormParams): Promise<ElicitResult> {
    const { onElicit } = this.#handlers;
    if (onElicit === undefined) throw undeclared('elicitation.form');
    const answer = await this.#inTurn(question, (context) => onElicit(form, context));
    mustBeAnswer(answer);
    const outcome = answerToForm(form.requestedSchema, answer);
    if ('fault' in outcome) throw misfit('onElicit', outcome.fault);
    return outcome.answer;
  }

  async #visit(question: Question, page: ElicitUrlParams): Promise<ElicitResult> {
    const { onElicitUrl } = this.#handlers;
    if (onElicitUrl === undefined) throw undeclared('elicitation.url');
    const fault = pageFault(page.url);
    if (fault !== undefined) throw new QuestionFault(questionCodes.invalidParams, fault);
    const { elicitationId } = page;
    const more =
      elicitationId === undefined ? {} : { completed: this.#pages.expect(elicitationId) };
    const answer = await this.#inTurn(question, (context) =>
      onElicitUrl(page, { ...context, ...more }),
    );
    mustBeAnswer(answer);
    return { action: answer.action };
  }

  async #sample(
    question: Extract<Question, { readonly method: 'sampling/createMessage' }>,
  ): Promise<object> {
    const { onSample, sampling } = this.#handlers;
    if (onSample === undefined) throw undeclared('sampling');
    const { params } = question;
    const fault = faultOfSampling(params, sampling);
    if (fault !== undefined) throw new QuestionFault(questionCodes.invalidParams, fault);
    const result = await this.#runner.run(question, (context) => onSample(params, context));
    if (result === undefined)
      throw new QuestionFault(questionCodes.refused, 'the user refused the request for a message');
    const misfits = faultOfSample(result, params);
    if (misfits !== undefined) throw misfit('onSample', misfits);
    return result;
  }

  async #listRoots(question: Question): Promise<object> {
    const { onListRoots } = this.#handlers;
    if (onListRoots === undefined) throw undeclared('roots');
    const roots = await this.#runner.run(question, (context) => onListRoots(context));
    const fault = faultOfRoots(roots);
    if (fault !== undefined) throw misfit('onListRoots', fault);
    return { roots };
  }

  /** Shows a person one thing at a time. Who does not answer in time has put it aside. */
  async #inTurn(
    question: Question,
    show: (context: QuestionContext) => ElicitResult | Promise<ElicitResult>,
  ): Promise<ElicitResult> {
    const before = this.#shown;
    const mine = before.then(async () =>
      question.signal.aborted
        ? { action: 'cancel' as const }
        : await this.#runner.run(question, show, { action: 'cancel' as const }),
    );
    this.#shown = mine.catch(() => undefined);
    return await mine;
  }
}

function undeclared(capability: string): QuestionFault {
  return new QuestionFault(
    questionCodes.invalidParams,
    `this client did not declare ${capability}`,
  );
}

/** An answer of ours that is none is a fault of this program, and no business of the server. */
function misfit(handler: string, fault: string): Error {
  return new TypeError(`${handler} gave no usable answer: ${fault}`);
}

function mustBeAnswer(answer: unknown): void {
  const { action } = (answer ?? {}) as Partial<ElicitResult>;
  if (action === 'accept' || action === 'decline' || action === 'cancel') return;
  throw misfit('the handler', 'action must be "accept", "decline" or "cancel"');
}
