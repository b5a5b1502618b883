import type { JsonObject, RequestId } from '../protocol/index.ts';
import type { WatchFilter } from './watch-filter.ts';

/**
 * Something of the server that is not what it was.
 *
 * @public
 */
export type Change =
  /** The list of tools, prompts or resources (with their templates). */
  | { readonly kind: 'tools' | 'prompts' | 'resources' }
  /** A watched resource, or a part of one. */
  | { readonly kind: 'resource'; readonly uri: string }
  /** The server was out of sight for a while: anything that is watched may have changed. */
  | { readonly kind: 'missed' }
  /** The server does not tell of this part of what is watched: ask for it now and then. */
  | { readonly kind: 'unsupported'; readonly filter: WatchFilter };

/** Which changes somebody wants to know of, and where they go. */
export interface ChangeListener {
  readonly wants: (change: Change) => boolean;
  readonly tell: (change: Change) => void;
}

/** One subscription of the modern era. */
export interface Subscription {
  readonly listener: ChangeListener;
  /** Its first word, with what of the filter the server will tell of, if that was said. */
  readonly heard: (honoured: unknown) => void;
}

const lists: Readonly<Record<string, Change>> = {
  'notifications/tools/list_changed': { kind: 'tools' },
  'notifications/prompts/list_changed': { kind: 'prompts' },
  'notifications/resources/list_changed': { kind: 'resources' },
};

/** Changes of single resources that are kept while nobody listens; more make one `missed`. */
const maxEarly = 1_000;

/**
 * Hands changes to those who listen. What comes before anybody listens for it is kept, each change
 * once, and told to the first who does.
 */
export class Changes {
  readonly #listeners = new Set<ChangeListener>();
  readonly #observers = new Set<(change: Change) => void>();
  readonly #early = new Map<string, Change>();
  readonly #subscriptions = new Map<RequestId, Subscription>();

  /** Takes a notification; `false` if it tells of no change. */
  notified(method: string, params: unknown): boolean {
    const subscription = this.#subscriptionIn(params);
    const isFirst = method === 'notifications/subscriptions/acknowledged';
    subscription?.heard(isFirst ? (params as JsonObject)['notifications'] : undefined);
    if (isFirst) return true;
    const change = lists[method] ?? resourceIn(method, params);
    if (change === undefined) return false;
    this.#tell(change, subscription?.listener);
    return true;
  }

  /** Shows every change to one who keeps things that it makes stale; nobody else misses it for that. */
  observe(see: (change: Change) => void): void {
    this.#observers.add(see);
  }

  /** The server was out of sight: this may have changed unheard. */
  missed(changes: readonly Change[]): void {
    for (const change of changes) {
      for (const see of this.#observers) see(change);
    }
  }

  /** What belongs to a subscription is its listener's alone (2026-07-28/basic/patterns/subscriptions, Receiving Notifications). */
  #tell(change: Change, only: ChangeListener | undefined): void {
    for (const see of this.#observers) see(change);
    const all = only === undefined ? [...this.#listeners] : [only];
    const listeners = all.filter((listener) => listener.wants(change));
    if (listeners.length === 0 && only === undefined) this.#keep(change);
    for (const listener of listeners) listener.tell(change);
  }

  /** Whether anybody listens for a change. */
  isWatched(change: Change): boolean {
    return [...this.#listeners].some((listener) => listener.wants(change));
  }

  add(listener: ChangeListener): void {
    this.#listeners.add(listener);
    for (const [key, change] of this.#early) {
      if (!listener.wants(change)) continue;
      this.#early.delete(key);
      listener.tell(change);
    }
  }

  remove(listener: ChangeListener): void {
    this.#listeners.delete(listener);
  }

  /** Hears what the server says of one subscription of the modern era, until that is taken back. */
  follow(id: RequestId, subscription: Subscription): () => void {
    this.#subscriptions.set(id, subscription);
    return () => this.#subscriptions.delete(id);
  }

  #keep(change: Change): void {
    if (this.#early.size < maxEarly) this.#early.set(keyOf(change), change);
    else this.#early.set('missed', { kind: 'missed' });
  }

  #subscriptionIn(params: unknown): Subscription | undefined {
    if (this.#subscriptions.size === 0) return undefined;
    const { _meta } = (params ?? {}) as { readonly _meta?: JsonObject | null };
    return this.#subscriptions.get(_meta?.['io.modelcontextprotocol/subscriptionId'] as RequestId);
  }
}

/** Two changes of one key are one. */
export function keyOf(change: Change): string {
  return change.kind === 'resource' ? `resource ${change.uri}` : change.kind;
}

function resourceIn(method: string, params: unknown): Change | undefined {
  if (method !== 'notifications/resources/updated') return undefined;
  const uri = (params as { readonly uri?: unknown } | null | undefined)?.uri;
  return typeof uri === 'string' ? { kind: 'resource', uri } : undefined;
}
