import { all, legacy, modern, type Rows } from './row.ts';

/** Standard input and output. */
export const stdioRows = {
  'STD-01': {
    level: 'SHOULD',
    revisions: legacy,
    behaviour: 'The client speaks stdio.',
    source: '2025-11-25/basic/transports',
    status: 'claimed',
  },
  'STD-02': {
    level: 'MUST',
    revisions: all,
    behaviour:
      'A message is one line of UTF-8 without a newline in it; CRLF and characters cut by a chunk are read right.',
    source: '2026-07-28/basic/transports/stdio',
    status: 'claimed',
  },
  'STD-03': {
    level: 'MUST NOT',
    revisions: all,
    behaviour: "Nothing but MCP messages is written to the server's stdin.",
    source: '2026-07-28/basic/transports/stdio §Sending Messages',
    status: 'claimed',
  },
  'STD-04': {
    level: 'MUST',
    revisions: modern,
    behaviour:
      'On the one pipe answers are sorted by id, progress by token, and changes by subscription.',
    source: '2026-07-28/basic/transports/stdio §Receiving Messages',
    status: 'claimed',
  },
  'STD-05': {
    level: 'SHOULD NOT',
    revisions: all,
    behaviour: 'stderr is always drained and never taken for a failure.',
    source: '2026-07-28/basic/transports/stdio §Receiving Messages',
    status: 'claimed',
  },
  'STD-06': {
    level: 'INT',
    revisions: all,
    behaviour: 'A line that is no message is skipped and reported, and lines have a bound.',
    source: 'INT reports from the field',
    status: 'claimed',
  },
  'STD-07': {
    level: 'SHOULD NOT',
    revisions: all,
    behaviour: 'No sign-in is run for a stdio server; its credentials are in its environment.',
    source: '2026-07-28/basic/authorization/index §Protocol Requirements',
    status: 'claimed',
  },
  'STD-08': {
    level: 'SHOULD',
    revisions: modern,
    behaviour: 'A modern stdio server is stopped by closing stdin, then by a wait, then by force.',
    source: '2026-07-28/basic/transports/stdio §Shutdown',
    status: 'claimed',
  },
  'STD-09': {
    level: 'SHOULD',
    revisions: legacy,
    behaviour:
      'A legacy stdio server is stopped by closing stdin, a wait, SIGTERM, a wait, SIGKILL.',
    source: '2025-11-25/basic/lifecycle §Shutdown',
    status: 'claimed',
  },
  'STD-10': {
    level: 'MAY',
    revisions: all,
    behaviour:
      'A server that closes its stdout or exits fails every call under way with a connection error.',
    source: '2026-07-28/basic/transports/stdio §Shutdown',
    status: 'claimed',
  },
  'STD-11': {
    level: 'SHOULD',
    revisions: modern,
    behaviour:
      'A server that exits unasked can be started again; lost calls are not repeated unless the caller said so.',
    source: '2026-07-28/basic/transports/stdio §Unexpected Termination',
    status: 'claimed',
  },
  'STD-12': {
    level: 'MUST',
    revisions: modern,
    behaviour: 'After a restart every active subscription is opened again under a new id.',
    source:
      '2026-07-28/basic/patterns/subscriptions; 2026-07-28/basic/transports/stdio §Unexpected Termination',
    status: 'claimed',
  },
  'STD-13': {
    level: 'DER',
    revisions: legacy,
    behaviour:
      'After the restart of a legacy server come a new handshake, the log level and the resource subscriptions.',
    source: '2025-11-25/basic/lifecycle §Initialization',
    status: 'claimed',
  },
  'STD-14': {
    level: 'SHOULD NOT',
    revisions: modern,
    behaviour:
      'One modern server process serves many callers at once and does not end with any one of them.',
    source: '2026-07-28/basic/index §Statelessness',
    status: 'claimed',
  },
  'STD-15': {
    level: 'MUST',
    revisions: all,
    behaviour:
      'A command that someone else offers runs only after it was shown whole, marked as dangerous and approved.',
    source:
      '2026-07-28/tutorials/security/security_best_practices §Local MCP Server Compromise; SEP-1024',
    status: {
      excluded:
        'the duty of a host: the library starts the command that its caller names and takes none from elsewhere',
    },
  },
  'STD-16': {
    level: 'SHOULD',
    revisions: modern,
    behaviour:
      'A custom channel carries the same messages, with the same framing by lines where it is a byte stream.',
    source: '2026-07-28/basic/transports/index §Custom Transports',
    status: 'claimed',
  },
} as const satisfies Rows;
