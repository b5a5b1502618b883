import {
  PeerError,
  type ClientCapabilities,
  type JsonObject,
  type McpError,
} from '../../protocol/index.ts';
import type { LinkRequest, ReadResult } from '../attempt.ts';
import { faultOfOptions } from '../check-options.ts';
import type { Link } from '../link.ts';
import type { ClientSettings } from '../options.ts';
import type { ServerDescription } from '../server-description.ts';
import { cacheKeys, type CacheKeys } from './cache-key.ts';
import type { CacheOptions } from './cache-options.ts';
import { hintIn } from './hint.ts';
import { Invalidations } from './invalidations.ts';
import { MemoryCache } from './memory-cache.ts';
import { StoreAccess } from './store-access.ts';

/** What a cache works with. */
export interface ResultCacheParts {
  readonly options: CacheOptions;
  readonly settings: ClientSettings;
  /** What a request declares that declares nothing of its own. */
  readonly capabilities: ClientCapabilities;
}

/** How a result is asked for, and what is made of it. */
export interface Exchange<T> {
  readonly read: ReadResult<T>;
  readonly ask: (read: ReadResult<T>) => Promise<T>;
}

/** The list that an error of these requests raises doubts about. */
const doubted: Readonly<Record<string, string>> = {
  'tools/call': 'tools/list',
  'prompts/get': 'prompts/list',
  'resources/read': 'resources/list',
};

/** Unknown method or name, unusable parameters or cursor, header fields that are not expected. */
const doubts: ReadonlySet<number> = new Set([-32601, -32602, -32020]);

/**
 * Results of lists and reads, given again for as long as the server says that they are fresh.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/caching | Caching}
 */
export class ResultCache {
  readonly invalidations: Invalidations;
  readonly #parts: ResultCacheParts;
  readonly #store: StoreAccess;
  /** In a store that others see the time is everybody's, else it is one that never jumps. */
  readonly #now: () => number;
  /** Whether there may be anything at all: as long as a server allows nothing, nothing is looked for. */
  #mayHold: boolean;
  readonly #misled = new WeakSet<McpError>();

  constructor(parts: ResultCacheParts) {
    const { options, settings } = parts;
    const { clock, limits, report } = settings;
    this.#parts = parts;
    this.#mayHold = options.store !== undefined;
    this.#now = options.store === undefined ? (): number => clock.now() : (): number => Date.now();
    this.#store = new StoreAccess({
      store: options.store ?? new MemoryCache(limits),
      clock,
      report,
    });
    this.invalidations = new Invalidations(this.#now);
  }

  /**
   * Whether the answer to a request may come from here or stay here. In the legacy era there are no
   * hints; what cannot be sent, or not any longer, is for the link to say.
   */
  takes({ method, options }: LinkRequest, { server, isClosing }: Link): boolean {
    if (server.era === 'legacy' || isClosing) return false;
    if (faultOfOptions(options, this.#parts.settings.about.server, method) !== undefined)
      return false;
    // What is asked for with metadata of its own may be answered in a way of its own.
    if (options.meta !== undefined) return false;
    return options.cache !== 'bypass' && options.signal?.aborted !== true;
  }

  /** Gives a result that is kept and fresh; else asks, and keeps the answer if it may be kept. */
  answer<T>(
    request: LinkRequest,
    { revision }: ServerDescription,
    exchange: Exchange<T>,
  ): Promise<T> {
    const { options, capabilities } = this.#parts;
    const { method, params } = request;
    const partition = this.#partition();
    const server = options.server ?? '';
    const declared = request.options.capabilities ?? capabilities;
    const subject = { server, partition, revision, method, params, capabilities: declared };
    let made: CacheKeys | undefined;
    const keys = (): CacheKeys => (made ??= cacheKeys(subject));
    const ask = (): Promise<T> => this.#ask(exchange, { request, partition, keys });
    if (request.options.cache === 'refresh' || !this.#mayHold) return ask();
    return this.#findOrAsk(request, keys(), exchange.read, ask);
  }

  /** Takes an error of the server's: it may mean that what is kept is out of date. */
  failed(error: McpError, { method, subject, params, options }: LinkRequest): void {
    if (!(error instanceof PeerError) || !doubts.has(error.code)) return;
    if (method === 'resources/read' && subject !== undefined)
      this.invalidations.changed({ kind: 'resource', uri: subject });
    const isPage = params !== undefined && Object.hasOwn(params, 'cursor');
    const list = doubted[method] ?? (isPage ? method : undefined);
    if (list === undefined) return;
    this.invalidations.forget(list);
    const mayBeKept = this.#mayHold && (options.cache ?? 'use') === 'use';
    if (isPage && error.code === -32602 && mayBeKept) this.#misled.add(error);
  }

  /** Whether a list failed because of a cursor that an earlier answer gave: it is to be read from its beginning. */
  hasMisled(error: unknown): boolean {
    return this.#misled.has(error as McpError);
  }

  /** The connection is over. */
  close(): void {
    this.#store.close();
  }

  async #findOrAsk<T>(
    request: LinkRequest,
    keys: CacheKeys,
    read: ReadResult<T>,
    ask: () => Promise<T>,
  ): Promise<T> {
    for (const key of [keys.private, keys.public]) {
      const text = key === undefined ? undefined : await this.#find(key, request);
      if (key === undefined || text === undefined) continue;
      try {
        return await read(JSON.parse(text) as JsonObject, request);
      } catch {
        // What cannot be read is no answer: a store may give anything.
        this.#store.delete(key);
      }
    }
    return await ask();
  }

  async #find(key: string, request: LinkRequest): Promise<string | undefined> {
    const entry = await this.#store.get(key, request.options.signal);
    if (entry === undefined) return undefined;
    const { text, askedAt, until } = entry;
    const now = this.#now();
    const isFresh = askedAt <= now && now < until;
    if (isFresh && this.invalidations.allows(request, askedAt)) return text;
    this.#store.delete(key);
    return undefined;
  }

  #ask<T>({ read, ask }: Exchange<T>, asked: Asked): Promise<T> {
    const askedAt = this.#now();
    return ask((result, last) => {
      const value = read(result, last);
      // What rests on input is not in the key (2026-07-28/server/utilities/caching, Cache Key: such
      // results must not be cached); what an extension led to says of itself that it is no such result.
      const isWhole =
        last.round === undefined && (result as JsonObject)['resultType'] === 'complete';
      if (isWhole) this.#keep(result, asked, askedAt);
      return value;
    });
  }

  #keep(result: object, { request, partition, keys }: Asked, askedAt: number): void {
    const { ttlMs, isPublic } = hintIn(result, this.#parts.settings.limits.maxCacheMs);
    if (ttlMs === 0 && !this.#mayHold) return;
    const now = this.#now();
    if (askedAt > now || !this.invalidations.allows(request, askedAt)) return;
    const owned = keys();
    const key = isPublic ? owned.public : owned.private;
    // Whoever the user is by now, the answer may be another's.
    const isKept = ttlMs > 0 && (isPublic || this.#partition() === partition);
    // An answer takes the place of an earlier one, also where it may not be kept.
    for (const old of [owned.private, owned.public]) {
      if (old !== undefined && !(isKept && old === key) && this.#mayHold) this.#store.delete(old);
    }
    if (!isKept || key === undefined) return;
    try {
      this.#store.set(key, { text: JSON.stringify(result), askedAt, until: now + ttlMs });
      this.#mayHold = true;
    } catch (error) {
      // Text may be nested more deeply than it can be written again.
      this.#store.report(error);
    }
  }

  /** On whose behalf the server is asked now. */
  #partition(): string | undefined {
    const { store, partition } = this.#parts.options;
    if (partition === undefined) return store === undefined ? '' : undefined;
    if (typeof partition === 'string') return partition;
    try {
      const now: unknown = partition();
      if (now === undefined || typeof now === 'string') return now;
      throw new TypeError('cache.partition must give a string, or undefined');
    } catch (error) {
      this.#store.report(error);
      return undefined;
    }
  }
}

/** A request that went out, and where its answer is kept. */
interface Asked {
  readonly request: LinkRequest;
  readonly partition: string | undefined;
  readonly keys: () => CacheKeys;
}
