import { all, modern, since20250326, since20250618, since20251125, type Rows } from './row.ts';

/** Client identity and the authorization request. */
export const authorizationClientRows = {
  'AUTH-20': {
    level: 'SHOULD',
    revisions: since20251125,
    behaviour:
      'The client identity is looked for in order: configured, metadata document, dynamic registration, the user.',
    source: '2026-07-28/basic/authorization/client-registration',
    status: 'claimed',
  },
  'AUTH-21': {
    level: 'SHOULD',
    revisions: all,
    behaviour: 'A configured client id and secret are used without registering.',
    source: '2026-07-28/basic/authorization/client-registration §Pre-registration',
    status: 'claimed',
  },
  'AUTH-22': {
    level: 'MUST',
    revisions: since20251125,
    behaviour: "A metadata document's URL serves as the client id where the server supports it.",
    source: '2026-07-28/basic/authorization/client-registration §Client ID Metadata Documents',
    status: 'claimed',
  },
  'AUTH-23': {
    level: 'MAY',
    revisions: since20250326,
    behaviour:
      'Where nothing better is there the client registers itself, with its redirect URIs and grants.',
    source: '2026-07-28/basic/authorization/client-registration §Dynamic Client Registration',
    status: 'claimed',
  },
  'AUTH-24': {
    level: 'MUST',
    revisions: modern,
    behaviour: 'A registration says whether the client is a native or a web application.',
    source:
      '2026-07-28/basic/authorization/client-registration §Application Type and Redirect URI Constraints',
    status: 'claimed',
  },
  'AUTH-25': {
    level: 'MUST',
    revisions: modern,
    behaviour: 'A refused registration ends in an error that says what was refused.',
    source:
      '2026-07-28/basic/authorization/client-registration §Application Type and Redirect URI Constraints',
    status: 'claimed',
  },
  'AUTH-26': {
    level: 'SHOULD',
    revisions: modern,
    behaviour: 'A registration that wants refresh tokens lists that grant.',
    source: '2026-07-28/basic/authorization/index §Refresh Tokens',
    status: 'claimed',
  },
  'AUTH-27': {
    level: 'MUST',
    revisions: modern,
    behaviour: 'Stored clients belong to the issuer that they were made for.',
    source: '2026-07-28/basic/authorization/client-registration §Authorization Server Binding',
    status: 'claimed',
  },
  'AUTH-28': {
    level: 'MUST',
    revisions: modern,
    behaviour:
      'When the server moves to another issuer no client or token of the old one goes there.',
    source: '2026-07-28/basic/authorization/client-registration §Authorization Server Binding',
    status: 'claimed',
  },
  'AUTH-29': {
    level: 'STATED',
    revisions: all,
    behaviour:
      'The token endpoint is met with the client authentication that was registered, else one that it supports.',
    source: 'RFC 6749 §2.3; RFC 8414 §2',
    status: 'claimed',
  },
  'AUTH-30': {
    level: 'DER',
    revisions: since20250326,
    behaviour: 'A registered client that expired or is refused as invalid registers once more.',
    source: 'RFC 7591 §3.2.1',
    status: 'claimed',
  },
  'AUTH-40': {
    level: 'MUST',
    revisions: all,
    behaviour: 'The code grant always has PKCE with S256 and a fresh random verifier.',
    source: '2026-07-28/basic/authorization/security-considerations §Authorization Code Protection',
    status: 'claimed',
  },
  'AUTH-41': {
    level: 'MUST',
    revisions: since20250618,
    behaviour: 'The same canonical resource stands in every authorization and token request.',
    source: '2026-07-28/basic/authorization/index §Resource Parameter Implementation',
    status: 'claimed',
  },
  'AUTH-42': {
    level: 'SHOULD',
    revisions: all,
    behaviour: 'A fresh `state` goes out, and a response without it or with another is discarded.',
    source: '2026-07-28/basic/authorization/security-considerations §Open Redirection',
    status: 'claimed',
  },
  'AUTH-43': {
    level: 'MUST',
    revisions: modern,
    behaviour:
      'Issuer, verifier and state of an attempt are kept together before the user is sent away.',
    source: '2026-07-28/basic/authorization/index §Authorization Response Validation',
    status: 'claimed',
  },
  'AUTH-44': {
    level: 'MUST',
    revisions: all,
    behaviour: 'The redirect URI is the registered one exactly, on TLS or loopback.',
    source: '2026-07-28/basic/authorization/security-considerations §Communication Security',
    status: 'claimed',
  },
  'AUTH-45': {
    level: 'MUST',
    revisions: all,
    behaviour: 'The authorization URL is checked and opened without a shell.',
    source:
      '2026-07-28/tutorials/security/security_best_practices §OAuth Authorization URL Validation',
    status: 'claimed',
  },
  'AUTH-46': {
    level: 'SHOULD',
    revisions: since20251125,
    behaviour:
      "Scopes come from the challenge, else from the resource's metadata, else none are sent.",
    source: '2026-07-28/basic/authorization/index §Scope Selection Strategy',
    status: 'claimed',
  },
  'AUTH-47': {
    level: 'MUST NOT',
    revisions: modern,
    behaviour: 'Challenged scopes are taken as they are, whether or not the metadata lists them.',
    source: '2026-07-28/basic/authorization/index §Scope Selection Strategy',
    status: 'claimed',
  },
  'AUTH-48': {
    level: 'MAY',
    revisions: modern,
    behaviour: "`offline_access` is asked for only where the server's metadata lists it.",
    source: '2026-07-28/basic/authorization/index §Refresh Tokens; SEP-2207',
    status: 'claimed',
  },
} as const satisfies Rows;
