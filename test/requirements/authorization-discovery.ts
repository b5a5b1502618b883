import { all, since20250618, since20251125, type Rows } from './row.ts';

/** From a challenge to the metadata of an authorization server. */
export const authorizationDiscoveryRows = {
  'AUTH-01': {
    level: 'MUST',
    revisions: since20250618,
    behaviour:
      'Any legal form of a challenge header is parsed: several schemes, several headers, escapes and unknown parameters.',
    source:
      '2026-07-28/basic/authorization/authorization-server-discovery §Protected Resource Metadata Discovery Requirements',
    status: 'claimed',
  },
  'AUTH-02': {
    level: 'MUST',
    revisions: since20251125,
    behaviour: 'The metadata URL in a challenge is used, wherever it points.',
    source:
      '2026-07-28/basic/authorization/authorization-server-discovery §Protected Resource Metadata Discovery Requirements',
    status: 'claimed',
  },
  'AUTH-03': {
    level: 'MUST',
    revisions: since20251125,
    behaviour:
      "Without one the well-known URL with the endpoint's path comes first, then the root, until one answers.",
    source:
      '2026-07-28/basic/authorization/authorization-server-discovery §Protected Resource Metadata Discovery Requirements',
    status: 'claimed',
  },
  'AUTH-04': {
    level: 'MUST',
    revisions: since20250618,
    behaviour:
      "The authorization server is chosen from the resource's metadata, and each has its own clients and tokens.",
    source:
      '2026-07-28/basic/authorization/authorization-server-discovery §Authorization Server Location',
    status: 'claimed',
  },
  'AUTH-05': {
    level: 'MUST',
    revisions: since20250618,
    behaviour:
      'Metadata about another resource ends the sign-in before anything is registered or opened.',
    source: 'RFC 9728 §3.3; conformance client/auth/resource-mismatch',
    status: 'claimed',
  },
  'AUTH-06': {
    level: 'DER',
    revisions: since20250618,
    behaviour: 'Metadata is fetched bare and within bounds, and read again on every 401.',
    source:
      '2026-07-28/tutorials/security/security_best_practices §Server-Side Request Forgery (SSRF)',
    status: 'claimed',
  },
  'AUTH-07': {
    level: 'STATED',
    revisions: ['2025-03-26'],
    behaviour: 'A server without resource metadata is treated as the 2025-03-26 revision says.',
    source: '2025-03-26/basic/authorization §Server Metadata Discovery',
    status: 'claimed',
  },
  'AUTH-08': {
    level: 'DER',
    revisions: all,
    behaviour: 'A server that asks for no sign-in gets none, and none is probed for.',
    source: '2026-07-28/basic/authorization/index §Overview',
    status: 'claimed',
  },
  'AUTH-10': {
    level: 'MUST',
    revisions: since20251125,
    behaviour: 'For an issuer with a path three metadata URLs are tried in their order.',
    source:
      '2026-07-28/basic/authorization/authorization-server-discovery §Authorization Server Metadata Discovery',
    status: 'claimed',
  },
  'AUTH-11': {
    level: 'MUST',
    revisions: since20251125,
    behaviour:
      'For an issuer without a path two metadata URLs are tried, and root documents serve no other issuer.',
    source:
      '2026-07-28/basic/authorization/authorization-server-discovery §Authorization Server Metadata Discovery',
    status: 'claimed',
  },
  'AUTH-12': {
    level: 'MUST',
    revisions: since20250618,
    behaviour: 'Metadata whose issuer is not the one asked for is not used.',
    source:
      '2026-07-28/basic/authorization/authorization-server-discovery §Authorization Server Metadata Discovery; RFC 8414 §3.3',
    status: 'claimed',
  },
  'AUTH-13': {
    level: 'DER',
    revisions: since20251125,
    behaviour:
      'A refused or broken metadata URL leads to the next one, and a mismatched document is never used.',
    source:
      '2026-07-28/basic/authorization/authorization-server-discovery §Authorization Server Metadata Discovery',
    status: 'claimed',
  },
  'AUTH-14': {
    level: 'MUST',
    revisions: since20251125,
    behaviour:
      'A server whose metadata does not offer PKCE with S256 gets no authorization request.',
    source: '2026-07-28/basic/authorization/security-considerations §Authorization Code Protection',
    status: 'claimed',
  },
  'AUTH-15': {
    level: 'MUST',
    revisions: all,
    behaviour:
      'Endpoints of an authorization server use TLS; loopback is allowed only by an explicit setting.',
    source:
      '2026-07-28/basic/authorization/security-considerations §Communication Security; 2026-07-28/tutorials/security/security_best_practices §OAuth Authorization URL Validation',
    status: 'claimed',
  },
  'AUTH-16': {
    level: 'STATED',
    revisions: since20251125,
    behaviour: 'All metadata fields that a sign-in needs are read, OpenID ones too.',
    source: 'RFC 8414 §2',
    status: 'claimed',
  },
} as const satisfies Rows;
