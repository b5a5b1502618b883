import { legacy, modern, type Rows } from './row.ts';

/** Results that may be used again. */
export const cachingRows = {
  'CCH-01': {
    level: 'MUST',
    binds: 'server',
    revisions: modern,
    behaviour:
      '`ttlMs` and `cacheScope` of lists and resource reads are kept to; discovery is asked for whenever it is needed.',
    source:
      '2026-07-28/server/utilities/caching §Cacheable Results; 2026-07-28/schema §ListToolsResult',
    status: 'claimed',
  },
  'CCH-02': {
    level: 'SHOULD',
    revisions: modern,
    behaviour:
      'A result is fresh for its `ttlMs` from its arrival; an absent, negative or malformed one counts as zero, a huge one is cut.',
    source: '2026-07-28/server/utilities/caching §Time-to-Live (TTL) Field',
    status: 'claimed',
  },
  'CCH-03': {
    level: 'MUST NOT',
    revisions: modern,
    behaviour: 'A cached result serves only the same endpoint, version, method and params.',
    source: '2026-07-28/server/utilities/caching §Cache Key',
    status: 'claimed',
  },
  'CCH-04': {
    level: 'MUST NOT',
    revisions: modern,
    behaviour:
      'A private result, or one of unknown scope, never serves another authorization context.',
    source: '2026-07-28/server/utilities/caching §Cache Scope Field',
    status: 'claimed',
  },
  'CCH-05': {
    level: 'SHOULD NOT',
    revisions: modern,
    behaviour: 'The end of a TTL triggers no request by itself.',
    source: '2026-07-28/server/utilities/caching §Freshness Calculation',
    status: 'claimed',
  },
  'CCH-06': {
    level: 'MAY',
    revisions: modern,
    behaviour:
      'A caller can refresh or bypass the cache, and an error that hints at a stale list drops it.',
    source: '2026-07-28/server/utilities/caching §Freshness Calculation',
    status: 'claimed',
  },
  'CCH-07': {
    level: 'STATED',
    revisions: modern,
    behaviour: 'A change notification drops the cached results that it concerns at once.',
    source: '2026-07-28/server/utilities/caching §Interaction with Notifications',
    status: 'claimed',
  },
  'CCH-08': {
    level: 'SHOULD',
    revisions: modern,
    behaviour:
      'Each page has its own clock; an invalid cursor drops all pages and the list starts anew.',
    source: '2026-07-28/server/utilities/caching §Interaction with Pagination',
    status: 'claimed',
  },
  'CCH-09': {
    level: 'MUST NOT',
    revisions: modern,
    behaviour: 'Requests that carry input responses or request state bypass the cache.',
    source: '2026-07-28/server/utilities/caching §Cache Key',
    status: 'claimed',
  },
  'CCH-10': {
    level: 'STATED',
    revisions: legacy,
    behaviour:
      'In the legacy era nothing is cached by TTL; a list-changed notification is the sign to read again.',
    source: '2025-11-25/server/tools §List Changed Notification',
    status: 'claimed',
  },
  'CCH-11': {
    level: 'SHOULD',
    binds: 'server',
    revisions: modern,
    behaviour: 'Tools keep the order in which the server lists them.',
    source: '2026-07-28/changelog §Minor changes',
    status: 'claimed',
  },
} as const satisfies Rows;
