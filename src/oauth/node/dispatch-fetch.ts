import type { Dispatcher } from 'undici';
import type { OAuthFetchInit } from '../network/network.ts';

/**
 * One request over a dispatcher of undici. It follows no redirect, and what is not wanted of a body is
 * not read.
 */
export function fetchOver(
  dispatcher: Pick<Dispatcher, 'dispatch'>,
  address: string,
  init: OAuthFetchInit,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const { origin, pathname, search } = new URL(address);
    const { method, body, signal } = init;
    const request = {
      origin,
      path: pathname + search,
      method,
      headers: headersOf(init),
      body: body === undefined ? null : String(body),
    };
    dispatcher.dispatch(request, new Answer({ resolve, reject, signal }));
  });
}

function headersOf({ headers, body }: OAuthFetchInit): Record<string, string> {
  const isForm = body instanceof URLSearchParams;
  return {
    // No encoding is undone here.
    'accept-encoding': 'identity',
    'user-agent': 'garuda-mcp',
    ...(isForm && { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' }),
    ...Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
    ),
  };
}

interface Waiting {
  readonly resolve: (response: Response) => void;
  readonly reject: (error: unknown) => void;
  readonly signal: AbortSignal;
}

/** Becomes a response as undici tells what came. */
class Answer implements Dispatcher.DispatchHandler {
  readonly #waiting: Waiting;
  #controller: Dispatcher.DispatchController | undefined;
  #body: ReadableStreamDefaultController<Uint8Array> | undefined;
  #isOver = false;

  constructor(waiting: Waiting) {
    this.#waiting = waiting;
    if (waiting.signal.aborted) this.#onAbort();
    waiting.signal.addEventListener('abort', this.#onAbort);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#isOver) controller.abort(new Error('aborted'));
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    fields: Readonly<Record<string, string | string[] | undefined>>,
  ): void {
    // Heads below 200 only announce the one that counts.
    if (this.#isOver || status < 200) return;
    const stream = new ReadableStream<Uint8Array>({
      start: (body) => {
        this.#body = body;
      },
      pull: () => {
        if (controller.paused) controller.resume();
      },
      cancel: () => this.#fail(new Error('given up')),
    });
    const headers = new Headers();
    for (const [name, value = []] of Object.entries(fields)) {
      for (const one of [value].flat()) headers.append(name, one);
    }
    const hasNone = status === 204 || status === 205 || status === 304;
    this.#waiting.resolve(new Response(hasNone ? null : stream, { status, headers }));
  }

  onResponseData(controller: Dispatcher.DispatchController, bytes: Uint8Array): void {
    // Whoever resumes undici may get a piece without bytes, and would pause for it again, and so on.
    if (this.#isOver || bytes.length === 0) return;
    this.#body?.enqueue(bytes);
    if ((this.#body?.desiredSize ?? 1) <= 0) controller.pause();
  }

  onResponseEnd(): void {
    if (this.#isOver) return;
    this.#finish();
    this.#body?.close();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#fail(error);
  }

  readonly #onAbort = (): void => this.#fail(this.#waiting.signal.reason);

  #fail(error: unknown): void {
    if (this.#isOver) return;
    this.#finish();
    this.#waiting.reject(error);
    this.#body?.error(error);
    this.#controller?.abort(new Error('aborted'));
  }

  #finish(): void {
    this.#isOver = true;
    this.#waiting.signal.removeEventListener('abort', this.#onAbort);
  }
}
