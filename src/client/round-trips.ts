import {
  ProtocolError,
  readerOf,
  type InputRequest,
  type InputRequiredResult,
  type InputResponse,
  type JsonObject,
  type Results,
} from '../protocol/index.ts';
import { onAbort } from './abort-listeners.ts';
import type { LinkRequest } from './attempt.ts';
import type { Link } from './link.ts';
import { nthWait } from './nth-wait.ts';
import type { ClientSettings } from './options.ts';
import { QuestionFault } from './questions/question-fault.ts';
import type { Questions } from './questions/questions.ts';

/** The waits before a request is sent again although nobody was asked anything new. */
const waitsMs: readonly number[] = [0, 250, 500, 1_000, 2_000, 5_000];

/** What a server asks for in a result. */
export interface InputAsked {
  readonly requests: Readonly<Record<string, InputRequest>> | undefined;
  /** To be sent back as it is; opaque, and not to be kept anywhere. */
  readonly state: string | undefined;
}

/**
 * Multi round-trip requests: a result that asks for input is answered by sending the request once
 * more, with the input.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr | Multi round-trip requests}
 */
export class RoundTrips {
  readonly #link: Link;
  readonly #questions: Questions;
  readonly #settings: ClientSettings;

  constructor(link: Link, questions: Questions, settings: ClientSettings) {
    this.#link = link;
    this.#questions = questions;
    this.#settings = settings;
  }

  /**
   * The request that follows a result which asks for input: the first one's parameters, with every
   * answer.
   *
   * @throws ProtocolError `INVALID_RESULT`, `INPUT_REQUIRED`, `INPUT_FAILED`, `TOO_MANY_ROUNDS`, `CANCELLED`
   */
  async next(result: object, request: LinkRequest): Promise<LinkRequest> {
    const asked = this.read(result, request);
    const { first, count, seen } = request.round ?? { first: request, count: 0, seen: new Set() };
    const { maxRounds } = this.#settings.limits;
    if (count >= maxRounds) {
      const words = `it asked for input ${count + 1} times (limits.maxRounds is ${maxRounds})`;
      throw this.#error('TOO_MANY_ROUNDS', words, request);
    }
    const urls = urlsIn(asked.requests);
    // Who only waits for something to happen elsewhere is not asked without a pause.
    if (isNothingNew(asked.requests, urls, seen)) await this.#wait(count, request);
    const answers = asked.requests && (await this.answers(asked.requests, request));
    const round = { first, count: count + 1, seen: new Set([...seen, ...urls]) };
    return { ...first, params: withInput(first.params, asked.state, answers), round };
  }

  /** What a result asks for; one that asks for nothing is invalid. */
  read(result: object, request: LinkRequest): InputAsked {
    const { revision } = this.#link.server;
    const outcome = readerOf(revision).inputRequired(request.method as keyof Results)?.(result);
    const about = `Invalid result for ${request.method}`;
    if (outcome === undefined) {
      const words = `${about}: resultType: "input_required" is no answer to this method`;
      throw this.#error('INVALID_RESULT', words, request);
    }
    if (!outcome.ok) {
      const where = outcome.path === '' ? '' : `${outcome.path}: `;
      throw this.#error('INVALID_RESULT', `${about}: ${where}${outcome.message}`, request);
    }
    const { inputRequests: requests, requestState: state } = outcome.value;
    if (requests === undefined && state === undefined) {
      const words = `${about}: it asks for input and has neither inputRequests nor requestState`;
      throw this.#error('INVALID_RESULT', words, request);
    }
    return { requests, state };
  }

  /** Has every question answered: people are asked one thing at a time, the rest goes side by side. */
  async answers(
    requests: Readonly<Record<string, InputRequest>>,
    request: LinkRequest,
  ): Promise<Readonly<Record<string, InputResponse>>> {
    const { method, subject, options } = request;
    const asked = Object.entries(requests);
    const { maxInboundRequests } = this.#settings.limits;
    if (asked.length > maxInboundRequests) {
      const words = `it asks ${asked.length} things at once (limits.maxInboundRequests is ${maxInboundRequests})`;
      throw this.#error('INPUT_FAILED', words, request);
    }
    for (const [key, { method: what }] of asked) {
      if (this.#questions.offers(what)) continue;
      const words = `it asks for ${what} (${JSON.stringify(key)}), which this client does not offer`;
      throw this.#error('INPUT_REQUIRED', words, request);
    }
    const stop = new AbortController();
    const end = (): void => stop.abort();
    const { signal } = options;
    const stopListening = signal === undefined ? end : onAbort(signal, end);
    const forgetLink = this.#link.events.whenOver(end);
    if (signal?.aborted === true) end();
    try {
      const answers = asked.map(async ([key, input]): Promise<[string, object]> => {
        const question = { ...input, signal: stop.signal, about: { method, subject } };
        return [key, await this.#questions.answer(question)];
      });
      return Object.fromEntries(await Promise.all(answers)) as Record<string, InputResponse>;
    } catch (error) {
      // Of a connection that is over the request that follows tells how it ended.
      if (this.#link.events.isOver) return {};
      throw this.#failed(error, request);
    } finally {
      // What fails takes the other questions with it.
      end();
      stopListening();
      forgetLink();
    }
  }

  async #wait(count: number, request: LinkRequest): Promise<void> {
    const wait = nthWait(waitsMs, count + 1);
    if (wait > 0) await this.#link.pause(wait, request.options.signal);
  }

  /** Why there is no answer, told to the caller: the server has no ear for it. */
  #failed(error: unknown, request: LinkRequest): ProtocolError {
    const { signal } = request.options;
    if (signal?.aborted === true) {
      const words = `${request.method} was cancelled while it waited for input`;
      return this.#error('CANCELLED', words, request);
    }
    const why = error instanceof QuestionFault ? error.message : 'a handler of this client failed';
    return this.#error(
      'INPUT_FAILED',
      `it asks for input that it cannot have: ${why}`,
      request,
      error,
    );
  }

  #error(
    code: 'INVALID_RESULT' | 'INPUT_REQUIRED' | 'INPUT_FAILED' | 'TOO_MANY_ROUNDS' | 'CANCELLED',
    words: string,
    { method, subject }: LinkRequest,
    cause?: unknown,
  ): ProtocolError {
    const about = { ...this.#settings.about, method, subject };
    const isWhole = code === 'INVALID_RESULT' || code === 'CANCELLED';
    const message = isWhole ? words : `${method}: ${words}`;
    return new ProtocolError(code, message, about, cause === undefined ? undefined : { cause });
  }
}

/** The parameters of a request once more, with what its result asked for and nothing of earlier rounds. */
export function withInput(
  params: JsonObject | undefined,
  state: string | undefined,
  answers: Readonly<Record<string, InputResponse>> | undefined,
): JsonObject {
  return {
    ...params,
    ...(answers !== undefined && { inputResponses: answers }),
    ...(state !== undefined && { requestState: state }),
  };
}

function urlsIn(requests: InputRequiredResult['inputRequests']): readonly string[] {
  const urls: string[] = [];
  for (const { method, params } of Object.values(requests ?? {})) {
    if (method === 'elicitation/create' && params.mode === 'url') urls.push(params.url);
  }
  return urls;
}

/** Whether a result asks for nothing, or only for pages that were shown before. */
function isNothingNew(
  requests: InputRequiredResult['inputRequests'],
  urls: readonly string[],
  seen: ReadonlySet<string>,
): boolean {
  const count = Object.keys(requests ?? {}).length;
  return count === urls.length && urls.every((url) => seen.has(url));
}
