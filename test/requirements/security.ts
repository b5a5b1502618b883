import { all, type Rows } from './row.ts';

/** Duties of care outside sign-in. */
export const securityRows = {
  'SEC-01': {
    level: 'MUST',
    revisions: all,
    behaviour:
      'For a sign-in only `https:` URLs, and `http:` ones on loopback, are opened or fetched.',
    source:
      '2026-07-28/tutorials/security/security_best_practices §OAuth Authorization URL Validation',
    status: 'claimed',
  },
  'SEC-02': {
    level: 'MUST NOT',
    revisions: all,
    behaviour: 'A URL is opened by a program with arguments and never through a shell.',
    source:
      '2026-07-28/tutorials/security/security_best_practices §OAuth Authorization URL Validation',
    status: 'claimed',
  },
  'SEC-03': {
    level: 'MUST',
    revisions: all,
    behaviour:
      'A URL that a server names can be held to public addresses, checked after resolution and on every redirect.',
    source:
      '2026-07-28/tutorials/security/security_best_practices §Server-Side Request Forgery (SSRF)',
    status: 'claimed',
  },
  'SEC-04': {
    level: 'MUST',
    revisions: all,
    behaviour:
      'URLs that come from servers are checked before use, and suspicious ones are reported.',
    source:
      '2026-07-28/tutorials/security/security_best_practices §OAuth Authorization URL Validation',
    status: 'claimed',
  },
  'SEC-05': {
    level: 'MUST',
    revisions: all,
    behaviour: 'A command from elsewhere runs only with consent.',
    source:
      '2026-07-28/tutorials/security/security_best_practices §Local MCP Server Compromise; SEP-1024',
    status: {
      excluded:
        'the duty of a host: the library starts the command that its caller names and takes none from elsewhere',
    },
  },
  'SEC-06': {
    level: 'MUST NOT',
    revisions: all,
    behaviour:
      "A server's words about itself and its tools are not trusted; the host chooses what the model sees.",
    source: '2026-07-28/basic/index §_meta; 2026-07-28/schema §ToolAnnotations',
    status: 'claimed',
  },
  'SEC-07': {
    level: 'DER',
    revisions: all,
    behaviour:
      'Messages, lines, events, headers, pages, rounds, streams and schemas all have bounds.',
    source: 'DER hostile peers',
    status: 'claimed',
  },
} as const satisfies Rows;
