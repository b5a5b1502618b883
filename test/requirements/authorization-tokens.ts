import { all, modern, since20250618, since20251125, type Rows } from './row.ts';

/** The authorization response, tokens and later challenges. */
export const authorizationTokenRows = {
  'AUTH-50': {
    level: 'MUST',
    revisions: modern,
    behaviour:
      'The `iss` of a response is compared where present, and required where the server promised it.',
    source: '2026-07-28/basic/authorization/index §Authorization Response Validation',
    status: 'claimed',
  },
  'AUTH-51': {
    level: 'MUST NOT',
    revisions: modern,
    behaviour: '`iss` is compared character by character, with no normalisation.',
    source: '2026-07-28/basic/authorization/index §Authorization Response Validation',
    status: 'claimed',
  },
  'AUTH-52': {
    level: 'MUST NOT',
    revisions: modern,
    behaviour: 'After a wrong `iss` nothing of the response is used or shown, its error included.',
    source: '2026-07-28/basic/authorization/index §Authorization Response Validation',
    status: 'claimed',
  },
  'AUTH-53': {
    level: 'DER',
    revisions: all,
    behaviour:
      'The loopback receiver takes one request on its exact path, ends in time and reflects nothing.',
    source: 'DER loopback receivers',
    status: 'claimed',
  },
  'AUTH-60': {
    level: 'MUST',
    revisions: since20250618,
    behaviour:
      "The code goes to the recorded server's token endpoint alone, with verifier, redirect URI and resource.",
    source: '2026-07-28/basic/authorization/index §Authorization Flow Steps',
    status: 'claimed',
  },
  'AUTH-61': {
    level: 'MUST',
    revisions: all,
    behaviour: 'The token stands in the header of every request and never in a URL.',
    source: '2026-07-28/basic/authorization/index §Token Requirements',
    status: 'claimed',
  },
  'AUTH-62': {
    level: 'MUST NOT',
    revisions: since20250618,
    behaviour: 'A token goes only to the resource that it was issued for.',
    source: '2026-07-28/basic/authorization/index §Token Handling',
    status: 'claimed',
  },
  'AUTH-63': {
    level: 'MUST',
    revisions: all,
    behaviour:
      'Tokens are stored safely, by resource, issuer, client and principal, and are in no log.',
    source: '2026-07-28/basic/authorization/security-considerations §Token Theft',
    status: 'claimed',
  },
  'AUTH-64': {
    level: 'MUST NOT',
    revisions: modern,
    behaviour: 'Without a refresh token an expired one leads to a new sign-in.',
    source: '2026-07-28/basic/authorization/index §Refresh Tokens',
    status: 'claimed',
  },
  'AUTH-65': {
    level: 'DER',
    revisions: all,
    behaviour:
      'A refresh happens once for all who wait, stores what it got as one step, and drops only what is refused.',
    source: '2026-07-28/basic/authorization/security-considerations §Token Theft; RFC 6749 §6',
    status: 'claimed',
  },
  'AUTH-66': {
    level: 'DER',
    revisions: all,
    behaviour: 'Granted scopes are recorded, and a token type that we cannot use is refused.',
    source: 'RFC 6749 §5.1',
    status: 'claimed',
  },
  'AUTH-70': {
    level: 'MUST',
    revisions: all,
    behaviour: 'A 401 leads to one refresh or sign-in and one repeat; a second one is the error.',
    source: '2026-07-28/basic/authorization/index §Error Handling',
    status: 'claimed',
  },
  'AUTH-71': {
    level: 'SHOULD',
    revisions: since20251125,
    behaviour: 'A 403 for want of scope leads to a sign-in for the union of old and new scopes.',
    source: '2026-07-28/basic/authorization/index §Step-Up Authorization Flow',
    status: 'claimed',
  },
  'AUTH-72': {
    level: 'SHOULD',
    revisions: since20251125,
    behaviour:
      'Step-up ends after a few tries, and at once where the token has the scopes already.',
    source: '2026-07-28/basic/authorization/index §Step-Up Authorization Flow',
    status: 'claimed',
  },
  'AUTH-73': {
    level: 'DER',
    revisions: modern,
    behaviour: 'A 403 without a challenge starts no sign-in.',
    source: '2026-07-28/basic/transports/streamable-http §Security & Endpoint',
    status: 'claimed',
  },
  'AUTH-74': {
    level: 'DER',
    revisions: modern,
    behaviour:
      'Step-up asks for a new authorization, once for all who wait, and the old token serves meanwhile.',
    source: '2026-07-28/basic/authorization/index §Step-Up Authorization Flow',
    status: 'claimed',
  },
  'AUTH-75': {
    level: 'DER',
    revisions: all,
    behaviour:
      'A stream that the server ends because its token aged is opened again with a fresh one.',
    source: '2026-07-28/basic/authorization/index §Token Requirements',
    status: 'claimed',
  },
} as const satisfies Rows;
