import { since20251125, type Rows } from './row.ts';

/** Sign-in that a user's enterprise manages. */
export const enterpriseManagedRows = {
  'EMA-01': {
    level: 'STATED',
    revisions: since20251125,
    behaviour:
      'The application hands in the identity assertion of its user and the settings of the identity provider.',
    source: 'ext-auth/draft/enterprise-managed-authorization §3. User Authentication',
    status: 'claimed',
  },
  'EMA-02': {
    level: 'MUST',
    revisions: since20251125,
    behaviour:
      'The assertion is exchanged at the identity provider for a grant that names issuer and resource.',
    source: 'ext-auth/draft/enterprise-managed-authorization §4. Token Exchange',
    status: 'claimed',
  },
  'EMA-03': {
    level: 'MUST',
    revisions: since20251125,
    behaviour: 'The grant is checked by its types, kept out of logs and never used as a token.',
    source: 'ext-auth/draft/enterprise-managed-authorization §4.2 Token Exchange Response',
    status: 'claimed',
  },
  'EMA-04': {
    level: 'MUST',
    revisions: since20251125,
    behaviour:
      "The grant is exchanged for a token with the client's credentials at the MCP authorization server.",
    source: 'ext-auth/draft/enterprise-managed-authorization §5. Access Token Request',
    status: 'claimed',
  },
  'EMA-05': {
    level: 'STATED',
    revisions: since20251125,
    behaviour: 'Metadata shows whether a server takes such grants.',
    source: 'ext-auth/draft/enterprise-managed-authorization §5. Access Token Request',
    status: 'claimed',
  },
  'EMA-06': {
    level: 'MUST NOT',
    revisions: since20251125,
    behaviour: 'No page is opened for the user, and an expired token repeats the exchange.',
    source:
      'ext-auth/draft/enterprise-managed-authorization §2. Identity Assertion Authorization Grant Overview',
    status: 'claimed',
  },
  'EMA-07': {
    level: 'STATED',
    revisions: since20251125,
    behaviour:
      'The official scenario passes with the issuer as audience and the whole URL as resource.',
    source: 'conformance client/auth/enterprise-managed-authorization',
    status: 'claimed',
  },
} as const satisfies Rows;
