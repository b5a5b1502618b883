import {
  PeerError,
  readerOf,
  type ElicitUrlParams,
  type McpError,
  type Revision,
} from '../protocol/index.ts';
import { onAbort } from './abort-listeners.ts';
import type { LinkRequest } from './attempt.ts';
import { nthWait } from './nth-wait.ts';
import type { ClientSettings } from './options.ts';
import { pause } from './pause.ts';
import type { Questions } from './questions/questions.ts';

/** The code by which a server of 2025-11-25 says that the user must visit pages first. */
const pagesFirst = -32042;

/** How long a page that a person agreed to visit is given before the request is tried again. */
const waitsMs: readonly number[] = [1_000, 2_000, 4_000, 8_000, 16_000, 30_000];

/**
 * Requests that are refused until the user has been to a page: sends the user there, and says when
 * the request may be tried again.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#url-elicitation-required-error | URL elicitation required}
 */
export class PagesFirst {
  readonly #questions: Questions;
  readonly #settings: ClientSettings;
  /** The pages that a person agreed to for a request. */
  readonly #agreed = new WeakMap<LinkRequest, Set<string>>();

  constructor(questions: Questions, settings: ClientSettings) {
    this.#questions = questions;
    this.#settings = settings;
  }

  /** Whether the user agreed to every page that the error names, after some time for each to be visited. */
  async visit(
    error: McpError,
    request: LinkRequest,
    tries: number,
    revision: Revision,
  ): Promise<boolean> {
    const pages = pagesIn(error, revision);
    const { clock, limits } = this.#settings;
    if (pages.length === 0 || tries > limits.maxRounds) return false;
    if (!this.#questions.offers('elicitation/create')) return false;
    const agreed = this.#agreed.get(request) ?? new Set();
    this.#agreed.set(request, agreed);
    const stop = new AbortController();
    const { signal } = request.options;
    const stopListening = signal && onAbort(signal, () => stop.abort());
    if (signal?.aborted === true) stop.abort();
    try {
      const waits = pages.map(async (page) => {
        const id = page.elicitationId ?? page.url;
        // What is said before the user has agreed counts too.
        const completed = this.#questions.completion(id);
        if (!agreed.has(id)) {
          if (!(await this.#isAgreed(page, request, stop.signal))) return false;
          agreed.add(id);
        }
        const wait = nthWait(waitsMs, tries);
        await Promise.race([completed, pause(clock, wait, stop.signal)]);
        return true;
      });
      const outcomes = await Promise.all(waits);
      return outcomes.every(Boolean);
    } finally {
      stop.abort();
      stopListening?.();
    }
  }

  async #isAgreed(
    page: ElicitUrlParams,
    { method, subject }: LinkRequest,
    signal: AbortSignal,
  ): Promise<boolean> {
    const about = { method, subject };
    const question = { method: 'elicitation/create' as const, params: page, signal, about };
    try {
      const answer = await this.#questions.answer(question);
      return (answer as { readonly action?: unknown }).action === 'accept';
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      this.#settings.report({ kind: 'question-refused', method: 'elicitation/create', why });
      return false;
    }
  }
}

function pagesIn(error: McpError, revision: Revision): readonly ElicitUrlParams[] {
  if (!(error instanceof PeerError) || error.code !== pagesFirst) return [];
  const parsed = readerOf(revision).errorData(pagesFirst)?.(error.data);
  if (parsed?.ok !== true) return [];
  return parsed.value['elicitations'] as readonly ElicitUrlParams[];
}
