import type { ClientCapabilities, JsonObject, Revision } from '../../protocol/index.ts';

/** What decides whether two requests have the same answer. */
export interface CacheSubject {
  readonly server: string;
  /** On whose behalf it is asked; unknown where it is not defined. */
  readonly partition: string | undefined;
  readonly revision: Revision;
  readonly method: string;
  readonly params: JsonObject | undefined;
  readonly capabilities: ClientCapabilities;
}

/** Under which keys an answer is kept. */
export interface CacheKeys {
  /** Absent where nobody knows on whose behalf the server is asked. */
  readonly private: string | undefined;
  readonly public: string;
}

/**
 * The keys of a request. Params of the same members are the same in any order.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/caching#cache-key | Cache key}
 */
export function cacheKeys(subject: CacheSubject): CacheKeys {
  const { server, partition, revision, method, params = {}, capabilities } = subject;
  // A partition is a string, and so never the `null` of those who share.
  const keyFor = (owner: string | null): string =>
    sortedJson(['garuda-mcp/1', server, owner, revision, method, params, capabilities]);
  return { private: partition === undefined ? undefined : keyFor(partition), public: keyFor(null) };
}

/** JSON in which the order of members says nothing. */
function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_name, member: unknown) => {
    if (typeof member !== 'object' || member === null || Array.isArray(member)) return member;
    return Object.fromEntries(
      Object.entries(member).toSorted(([one], [other]) => (one < other ? -1 : 1)),
    );
  });
}
