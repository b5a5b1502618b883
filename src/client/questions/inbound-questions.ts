import {
  readerOf,
  type InboundRequest,
  type JsonObject,
  type Revision,
} from '../../protocol/index.ts';
import type { Report } from '../report.ts';
import { QuestionFault, questionCodes } from './question-fault.ts';
import type { Question } from './question.ts';
import type { Questions } from './questions.ts';

/** What answering requests of a legacy server takes. */
export interface InboundParts {
  readonly questions: Questions;
  /** The revision that is spoken. */
  readonly revision: () => Revision;
  /** Refuses what comes while no call of ours is under way. */
  readonly strict: boolean;
  readonly report: (report: Report) => void;
}

const relatedTask = 'io.modelcontextprotocol/related-task';

/** Questions that come as requests, as in the legacy era. */
export class InboundQuestions {
  readonly #parts: InboundParts;

  constructor(parts: InboundParts) {
    this.#parts = parts;
  }

  /** Answers a request of the server, or refuses it; what it takes back gets neither. */
  answer(request: InboundRequest): void {
    const { report } = this.#parts;
    const { method } = request;
    const withdrawn = new AbortController();
    request.onWithdrawn = (): void => withdrawn.abort();
    const refused = (error: unknown): void => {
      if (withdrawn.signal.aborted) return;
      if (error instanceof QuestionFault) {
        report({ kind: 'question-refused', method, why: error.message });
        return request.refuse({ code: error.code, message: error.message });
      }
      // What a handler throws is our business: the server learns that it failed, not why.
      report({ kind: 'callback-failed', callback: method, error });
      request.refuse({ code: questionCodes.failed, message: `${method} failed in this client` });
    };
    this.#answerTo(request, withdrawn.signal)
      .then((result) => request.answer(belongingTo(request.params, result)))
      .catch(refused);
  }

  async #answerTo(request: InboundRequest, signal: AbortSignal): Promise<object> {
    const { questions, revision, strict } = this.#parts;
    const method = request.method as Question['method'];
    const parser = questions.offers(method) ? readerOf(revision()).params(method) : undefined;
    // The receiver answers a method that it does not know, or never offered, with this code
    // (JSON-RPC 2.0, section 5.1).
    if (parser === undefined)
      throw new QuestionFault(questionCodes.unknown, `${method} is not offered by this client`);
    if (strict && !request.whileCalling) {
      const words = `${method} belongs to no request of this client`;
      throw new QuestionFault(questionCodes.invalidRequest, words);
    }
    const params = parser(request.params);
    if (!params.ok) {
      const words = `${method}: ${params.path}: ${params.message}`;
      throw new QuestionFault(questionCodes.invalidParams, words);
    }
    return await questions.answer({ method, params: params.value, signal } as Question);
  }
}

/** What belongs to a task says so (2025-11-25/basic/utilities/tasks, Associating Task-Related Messages). */
function belongingTo(params: unknown, result: object): object {
  const asked = (params as { readonly _meta?: JsonObject } | null | undefined)?._meta;
  const task = asked?.[relatedTask];
  if (task === undefined) return result;
  const { _meta } = result as { readonly _meta?: JsonObject };
  return { ...result, _meta: { ..._meta, [relatedTask]: task } };
}
