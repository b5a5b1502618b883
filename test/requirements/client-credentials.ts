import { modern, since20251125, type Rows } from './row.ts';

/** Sign-in without a user, by client credentials. */
export const clientCredentialRows = {
  'CC-01': {
    level: 'MUST',
    revisions: since20251125,
    behaviour:
      'A client without a user gets its token by client credentials, with resource and scope, and no registration.',
    source: 'ext-auth/draft/oauth-client-credentials §Client Credentials Flow',
    status: 'claimed',
  },
  'CC-02': {
    level: 'SHOULD',
    revisions: since20251125,
    behaviour: 'It signs in by a JWT made with its private key: short-lived, with a fresh id.',
    source: 'ext-auth/draft/oauth-client-credentials §Client Authentication Methods',
    status: 'claimed',
  },
  'CC-03': {
    level: 'CONF',
    revisions: since20251125,
    behaviour: 'The audience of that JWT is the issuer.',
    source:
      'conformance client/auth/client-credentials; ext-auth/draft/oauth-client-credentials §Client Authentication Methods',
    status: 'claimed',
  },
  'CC-04': {
    level: 'MAY',
    revisions: since20251125,
    behaviour: 'Or it signs in by a secret, in the way that the server supports.',
    source: 'ext-auth/draft/oauth-client-credentials §Client Authentication Methods',
    status: 'claimed',
  },
  'CC-05': {
    level: 'DER',
    revisions: since20251125,
    behaviour: 'An expired token is asked for anew, and step-up may ask for the union.',
    source: '2026-07-28/basic/authorization/index §Step-Up Authorization Flow',
    status: 'claimed',
  },
  'CC-06': {
    level: 'STATED',
    revisions: modern,
    behaviour: 'The extension is declared in the capabilities of requests.',
    source: 'ext-auth/draft/oauth-client-credentials §Extension Requirements',
    status: 'claimed',
  },
} as const satisfies Rows;
