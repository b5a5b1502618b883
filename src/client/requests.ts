import {
  ProtocolError,
  quote,
  type JsonObject,
  type ListEntries,
  type Results,
} from '../protocol/index.ts';
import type { LinkRequest, ReadResult } from './attempt.ts';
import type { ResultCache } from './cache/result-cache.ts';
import type { Extensions, ScopedContext } from './extension.ts';
import type { Link } from './link.ts';
import type { ClientSettings } from './options.ts';
import type { CallToolOptions, RequestOptions } from './request-options.ts';
import type { ListPage } from './pages.ts';
import { readPage, readResult, type Reading } from './read-result.ts';
import type { RoundTrips } from './round-trips.ts';

/** What requests go through. */
export interface RequestParts {
  readonly link: Link;
  readonly settings: ClientSettings;
  readonly roundTrips: RoundTrips;
  readonly extensions: Extensions;
  readonly cache: ResultCache | undefined;
}

/**
 * Sends requests and reads their results, whatever it takes from the one to the other: a result may
 * ask for input, or be of a kind that an extension follows.
 *
 * Where nothing of that happens, a result is read in the turn in which it arrives.
 */
export class Requests {
  readonly #parts: RequestParts;
  readonly #readers = new Map<keyof Results, ReadResult<unknown>>();

  constructor(parts: RequestParts) {
    this.#parts = parts;
  }

  get era(): Link['server']['era'] {
    return this.#parts.link.server.era;
  }

  /** Sends a request and gives its result in the form of its method. */
  ask<Method extends keyof Results>(
    request: LinkRequest & { readonly method: Method },
  ): Promise<Results[Method]> {
    return this.send(request, this.#reader(request.method));
  }

  /** Sends a request and reads its complete result with `read`. */
  send<T>(request: LinkRequest, read: ReadResult<T>): Promise<T> {
    return this.#parts.link.request(request, read);
  }

  /** Reads a resource. */
  read(
    request: LinkRequest & { readonly method: 'resources/read' },
  ): Promise<Results['resources/read']> {
    return this.#kept(request, this.readAs('resources/read'));
  }

  /** Whether a list failed because of what was kept of it: it is to be read from its beginning. */
  wasMisled(error: unknown): boolean {
    return this.#parts.cache?.hasMisled(error) === true;
  }

  /** Asks for one page of a list. */
  page<Method extends keyof ListEntries>(
    method: Method,
    cursor: string | undefined,
    options: RequestOptions,
  ): Promise<ListPage<ListEntries[Method]>> {
    const params = cursor === undefined ? undefined : { cursor };
    const request = { method, params, options, repeatable: true, progress: false };
    return this.#kept(request, (result) =>
      readPage(result, this.#reading(method), this.#parts.settings),
    );
  }

  /** Sends a request of an extension and gives its result as it is. */
  raw(
    method: string,
    params: JsonObject | undefined,
    options: CallToolOptions,
    scope?: unknown,
  ): Promise<JsonObject> {
    const repeatable = options.repeatable === true;
    const request = { method, params, options, repeatable, progress: false, scope };
    return this.send(
      request,
      this.complete((result) => result as JsonObject),
    );
  }

  /** A reader of complete results that goes on from the others until there is one. */
  complete<T>(read: ReadResult<T>): ReadResult<T> {
    const reader: ReadResult<T> = (result, request) => {
      const type = this.typeOf(result);
      if (type === 'complete') return read(result, request);
      return this.#goOn(type, result, request, reader);
    };
    return reader;
  }

  /**
   * Every result of the modern era says of what kind it is; one that does not is complete
   * (2026-07-28/basic, ResultType). In the legacy era the word has no meaning.
   */
  typeOf(result: object): unknown {
    const type = (result as JsonObject)['resultType'];
    if (type === undefined || this.#parts.link.era.name === 'legacy') return 'complete';
    return type;
  }

  async #goOn<T>(
    type: unknown,
    result: object,
    request: LinkRequest,
    read: ReadResult<T>,
  ): Promise<T> {
    const { link, roundTrips, extensions } = this.#parts;
    if (type === 'input_required')
      return await link.request(await roundTrips.next(result, request), read);
    const extended = extensions.resultType(type, request.method);
    if (extended === undefined) throw this.#unknownType(type, request);
    const { method, subject, options } = request;
    const context: ScopedContext = {
      method,
      subject,
      options,
      scope: request.scope,
      request: (name, params, own = {}) => this.raw(name, params, own, request.scope),
      answer: (requests) => roundTrips.answers(requests, request),
    };
    const followed = await extended.follow(result as JsonObject, context);
    // What an extension leads to is the result itself, and says nothing of its kind.
    const { resultType: _, ...plain } = followed;
    return await read(plain, request);
  }

  /** How the results of a method are read; the same function for each of its calls. */
  #reader<Method extends keyof Results>(method: Method): ReadResult<Results[Method]> {
    let read = this.#readers.get(method) as ReadResult<Results[Method]> | undefined;
    if (read === undefined) {
      read = this.complete(this.readAs(method));
      this.#readers.set(method, read);
    }
    return read;
  }

  /** Reads a complete result in the form of its method. */
  readAs<Method extends keyof Results>(
    method: Method,
  ): (result: object, request: LinkRequest) => Results[Method] {
    return (result, { subject }) =>
      readResult(result, { ...this.#reading(method), subject }, this.#parts.settings);
  }

  /** Takes a result that is kept, or asks for one and keeps it if it may be. */
  #kept<T>(request: LinkRequest, read: (result: object, request: LinkRequest) => T): Promise<T> {
    const { cache, link } = this.#parts;
    const ask = (readOn: ReadResult<T>): Promise<T> => this.send(request, this.complete(readOn));
    return cache?.takes(request, link) === true
      ? cache.answer(request, link.server, { read, ask })
      : ask(read);
  }

  #reading<Method extends string>(method: Method): Reading<Method> {
    return { method, revision: this.#parts.link.server.revision };
  }

  #unknownType(type: unknown, { method, subject }: LinkRequest): ProtocolError {
    // Anything but a text may be nested too deep to be written.
    const got = typeof type === 'string' ? quote(type) : 'something else than a string';
    const words = `Invalid result for ${method}: resultType: expected "complete", got ${got}`;
    return new ProtocolError('INVALID_RESULT', words, {
      ...this.#parts.settings.about,
      method,
      subject,
    });
  }
}
