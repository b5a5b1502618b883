/**
 * Where results are kept. Synchronous or asynchronous; it may forget anything at any time.
 *
 * One that throws, or takes longer than a second, fails no call: it is reported once, and left alone
 * for a minute.
 *
 * @public
 */
export interface CacheStore {
  readonly get: (key: string) => CacheEntry | undefined | Promise<CacheEntry | undefined>;
  readonly set: (key: string, entry: CacheEntry) => unknown;
  readonly delete: (key: string) => unknown;
}

/**
 * A result that is kept: plain JSON. The times are milliseconds since 1970, by the clock of the
 * machine that asked; processes that share a store need clocks that agree.
 *
 * @public
 */
export interface CacheEntry {
  /** The result as JSON text, so that nobody who was given it can change what is kept. */
  readonly text: string;
  /** When the server was asked. What it says of changes later than that concerns the entry. */
  readonly askedAt: number;
  /** When it is no longer fresh; a store may drop it then. */
  readonly until: number;
}

/** Whether a store gave back what was put into it. */
export function isCacheEntry(value: unknown): value is CacheEntry {
  if (typeof value !== 'object' || value === null) return false;
  const { text, askedAt, until } = value as Partial<CacheEntry>;
  return typeof text === 'string' && typeof askedAt === 'number' && typeof until === 'number';
}
