import type { JsonObject } from '../../protocol/index.ts';
import type { LinkRequest } from '../attempt.ts';
import type { Change } from '../changes.ts';
import { isWithin } from '../is-within.ts';
import type { ClientSettings } from '../options.ts';
import { pause } from '../pause.ts';
import type { CacheOptions } from './cache-options.ts';
import { MemoryStore, type CacheStore } from './cache-store.ts';
import { canonical } from './canonical.ts';

/** No result is kept for longer than this, whatever its server says. */
const longestMs = 24 * 60 * 60 * 1_000;

/** How long a store may take to answer. */
const patienceMs = 1_000;

/** Keys that are remembered, so that their entries can be dropped; the oldest goes first, with its entry. */
const maxKnown = 10_000;

/** Which results there are to be kept, and which change makes them stale. */
const kindOf: Readonly<Record<string, Change['kind']>> = {
  'tools/list': 'tools',
  'prompts/list': 'prompts',
  'resources/list': 'resources',
  'resources/templates/list': 'resources',
  'resources/read': 'resource',
};

interface Known {
  readonly method: string;
  readonly uri: unknown;
}

/**
 * Results that may be used again, as long as their server said and no change made them stale.
 * Nothing is asked for that nobody wants, and nothing stale is given.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/caching | Caching}
 */
export class ResultCache {
  readonly #settings: ClientSettings;
  readonly #store: CacheStore;
  readonly #options: CacheOptions;
  readonly #known = new Map<string, Known>();
  /** Counts what made results stale: one that was asked for before is not kept. */
  #changes = 0;
  #isBroken = false;

  constructor(settings: ClientSettings, options: CacheOptions) {
    this.#settings = settings;
    this.#options = options;
    this.#store = options.store ?? new MemoryStore(settings.clock);
  }

  /** Whether the result of a request can be kept at all. */
  covers({ method, options, round }: LinkRequest): boolean {
    // What is asked for in a way of its own may be answered in a way of its own.
    const isPlain = options.capabilities === undefined && options.meta === undefined;
    return !this.#isBroken && isPlain && round === undefined && Object.hasOwn(kindOf, method);
  }

  /** A result that is kept and still fresh. */
  async find(request: LinkRequest, revision: string): Promise<JsonObject | undefined> {
    for (const scope of ['private', 'public'] as const) {
      const key = this.#keyOf(request, revision, scope);
      const text = await this.#ask(() => this.#store.get(key));
      if (typeof text !== 'string') continue;
      this.#remember(key, request);
      try {
        return JSON.parse(text) as JsonObject;
      } catch (error) {
        this.#failed(error);
      }
    }
    return undefined;
  }

  /** What keeps the result of a request that goes out now, if nothing makes it stale before it is there. */
  keeper(request: LinkRequest, revision: string): (result: object) => void {
    const before = this.#changes;
    return (result) => {
      const ttlMs = ttlOf(result);
      if (ttlMs === 0 || before !== this.#changes) return;
      const { cacheScope } = result as { readonly cacheScope?: unknown };
      const key = this.#keyOf(request, revision, cacheScope === 'public' ? 'public' : 'private');
      this.#remember(key, request);
      void this.#ask(() => this.#store.set(key, JSON.stringify(result), ttlMs));
    };
  }

  /** Something is not what it was. */
  changed(change: Change): void {
    this.#changes += 1;
    for (const [key, known] of this.#known) {
      if (isStale(known, change)) this.#drop(key);
    }
  }

  /** Drops every page of a list; whether there were any. */
  dropList(method: string): boolean {
    const before = this.#known.size;
    for (const [key, known] of this.#known) {
      if (known.method === method) this.#drop(key);
    }
    return this.#known.size < before;
  }

  #keyOf(request: LinkRequest, revision: string, scope: 'public' | 'private'): string {
    const { server = '', partition = '' } = this.#options;
    const user = typeof partition === 'function' ? partition() : partition;
    const { method, params = {} } = request;
    return JSON.stringify([
      server,
      scope,
      scope === 'private' ? user : '',
      revision,
      method,
      canonical(params),
    ]);
  }

  #remember(key: string, { method, params }: LinkRequest): void {
    this.#known.delete(key);
    this.#known.set(key, { method, uri: params?.['uri'] });
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= maxKnown) return;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    this.#known.delete(key);
    void this.#ask(() => this.#store.delete(key));
  }

  /** A store that fails, or takes for ever, costs the keeping of results and nothing else. */
  async #ask<T>(act: () => T | Promise<T>): Promise<T | undefined> {
    if (this.#isBroken) return undefined;
    try {
      const answer = act();
      if (!(answer instanceof Promise)) return answer;
      const over = new AbortController();
      const late = pause(this.#settings.clock, patienceMs, over.signal).then(() => {
        if (!over.signal.aborted) throw new Error(`the store took more than ${patienceMs} ms`);
        return undefined;
      });
      try {
        return await Promise.race([answer, late]);
      } finally {
        over.abort();
      }
    } catch (error) {
      this.#failed(error);
      return undefined;
    }
  }

  #failed(error: unknown): void {
    if (!this.#isBroken) this.#settings.report({ kind: 'cache-failed', error });
    this.#isBroken = true;
  }
}

/** How long a result may be kept; without a usable word of it not at all. */
function ttlOf(result: object): number {
  const { ttlMs } = result as { readonly ttlMs?: unknown };
  if (typeof ttlMs !== 'number' || !(ttlMs > 0)) return 0;
  return Math.min(ttlMs, longestMs);
}

function isStale({ method, uri }: Known, change: Change): boolean {
  const kind = kindOf[method];
  if (change.kind === 'missed') return true;
  if (change.kind !== 'resource') return kind === change.kind;
  return kind === 'resource' && typeof uri === 'string' && isWithin(change.uri, uri);
}
