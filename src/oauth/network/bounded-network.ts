import type { OAuthClock } from '../clock.ts';
import { OAuthError } from '../errors.ts';
import type { Network, NetworkRequest, OAuthFetch, OAuthFetchInit } from './network.ts';
import { nameOfPlace } from './quote.ts';
import { readBody } from './read-body.ts';
import { unlessAborted } from './unless-aborted.ts';
import { checkEndpoint } from './url-policy.ts';

/** @public */
export interface BoundedNetworkOptions {
  readonly fetch: OAuthFetch;
  /** Allows plain http to this machine. */
  readonly allowInsecureLoopback: boolean;
  readonly clock: OAuthClock;
  /**
   * How long a request may take, up to the last byte of its answer.
   *
   * @defaultValue 30,000
   */
  readonly timeoutMs?: number;
  /**
   * How many bytes the body of an answer may have, decoded.
   *
   * @defaultValue 1,048,576
   */
  readonly maxBodyBytes?: number;
}

/** The requests of a sign-in over a fetch that is handed in, whatever that does with its signal. */
export class BoundedNetwork implements Network {
  readonly allowsInsecure: boolean;
  readonly #fetch: OAuthFetch;
  readonly #clock: OAuthClock;
  readonly #timeoutMs: number;
  readonly #maxBodyBytes: number;

  constructor(options: BoundedNetworkOptions) {
    this.allowsInsecure = options.allowInsecureLoopback;
    this.#fetch = options.fetch;
    this.#clock = options.clock;
    this.#timeoutMs = options.timeoutMs ?? 30_000;
    this.#maxBodyBytes = options.maxBodyBytes ?? 1_048_576;
  }

  check(url: string, what: string): URL {
    return checkEndpoint(url, what, { allowInsecureLoopback: this.allowsInsecure });
  }

  async fetch(address: string, request: NetworkRequest): Promise<Response> {
    const url = this.check(address, 'the address of a request');
    const place = `${request.method} ${nameOfPlace(url)}`;
    const { signal } = request;
    if (signal?.aborted === true) throw cancelled(place, signal);
    const ending = new AbortController();
    const end = (error: OAuthError) => ending.abort(error);
    const onAbort = () => end(cancelled(place, signal));
    const timer = this.#clock.setTimer(() => {
      end(new OAuthError('TRY_AGAIN', `${place}: no whole answer within ${this.#timeoutMs} ms`));
    }, this.#timeoutMs);
    signal?.addEventListener('abort', onAbort);
    try {
      return await this.#exchange(url, initOf(request, ending.signal), place);
    } catch (error) {
      throw faultOf(ending.signal.aborted ? ending.signal.reason : error, place);
    } finally {
      this.#clock.clearTimer(timer);
      signal?.removeEventListener('abort', onAbort);
    }
  }

  async #exchange(url: URL, init: OAuthFetchInit, place: string): Promise<Response> {
    const { signal } = init;
    const answer = this.#fetch(url.href, init);
    // One that comes when nobody waits any more is let go.
    void answer.then((late) => (signal.aborted ? late.body?.cancel() : undefined)).catch(() => {});
    const response = await unlessAborted(answer, signal);
    const { status, headers } = response;
    if (isRedirect(response)) {
      void response.body?.cancel().catch(() => {});
      throw new OAuthError('URL_REFUSED', `${place}: the answer is a redirect${target(response)}`);
    }
    const body = await readBody(response, this.#maxBodyBytes, signal);
    if (body === undefined) {
      const text = `${place}: the answer is over ${this.#maxBodyBytes} bytes`;
      throw new OAuthError('UNUSABLE_ANSWER', text);
    }
    if (status < 200 || status > 599) {
      throw new OAuthError('UNUSABLE_ANSWER', `${place}: the answer has the status ${status}`);
    }
    const hasNone = status === 204 || status === 205 || status === 304;
    return new Response(hasNone ? null : body, { status, headers });
  }
}

function initOf(request: NetworkRequest, signal: AbortSignal): OAuthFetchInit {
  const { method, headers = {}, body } = request;
  if (method !== 'GET' && method !== 'POST') {
    throw new OAuthError('INVALID_ARGUMENT', 'expected the method GET or POST');
  }
  const init = { method, headers, redirect: 'manual', signal } as const;
  return body === undefined || body === null ? init : { ...init, body };
}

/** Browsers show nothing of a redirect but that it is one; some fetches follow it, whatever they are told. */
function isRedirect({ type, redirected, status }: Response): boolean {
  return type === 'opaqueredirect' || redirected || [301, 302, 303, 307, 308].includes(status);
}

function target(response: Response): string {
  const location = response.headers.get('location') ?? '';
  return URL.canParse(location) ? ` to ${nameOfPlace(new URL(location))}` : '';
}

function cancelled(place: string, signal: AbortSignal | undefined): OAuthError {
  return new OAuthError('CANCELLED', `${place}: cancelled`, { cause: signal?.reason });
}

/**
 * The text of a foreign error can quote what was sent, so it is told by its code alone. An error of
 * ours may stand below one of the fetch.
 */
function faultOf(error: unknown, place: string): OAuthError {
  let code = '';
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    if (at instanceof OAuthError) return at;
    const found = 'code' in at ? at.code : undefined;
    if (typeof found === 'string' && /^[A-Z][A-Z\d_]{2,60}$/.test(found)) code = ` (${found})`;
  }
  return new OAuthError('TRY_AGAIN', `${place}: no answer came${code}`);
}
