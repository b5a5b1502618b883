import { all, modern, since20250618, streamableLegacy, type Rows } from './row.ts';

/** What breaks MCP clients in the field, and what is right there. */
export const fieldFaultRows = {
  'W-01': {
    revisions: all,
    behaviour:
      'An event stream that ends, resets or goes idle without the response fails its call at once, or resumes where it can.',
    source: 'reports from the field: Streamable HTTP',
    status: 'claimed',
  },
  'W-02': {
    revisions: streamableLegacy,
    behaviour:
      'A forgotten session is opened anew once; lists and reads are repeated, calls only where marked repeatable.',
    source: 'reports from the field: Streamable HTTP',
    status: 'claimed',
  },
  'W-03': {
    revisions: streamableLegacy,
    behaviour:
      'A GET stream that keeps closing is opened again with back-off and a budget, and its loss is then told.',
    source: 'reports from the field: Streamable HTTP',
    status: 'claimed',
  },
  'W-04': {
    revisions: all,
    behaviour:
      '`Retry-After` of a 429 or 503 is waited for within bounds, and what is repeatable is repeated.',
    source: 'reports from the field: Streamable HTTP',
    status: 'claimed',
  },
  'W-05': {
    revisions: all,
    behaviour:
      'Redirects are refused, or followed for 307 and 308 on the same origin if set; no secret leaves the origin.',
    source: 'reports from the field: Streamable HTTP',
    status: 'claimed',
  },
  'W-06': {
    revisions: all,
    behaviour: "A silent stream is cut by no idle limit shorter than the call's own.",
    source: 'reports from the field: Streamable HTTP',
    status: 'claimed',
  },
  'W-07': {
    revisions: all,
    behaviour: 'Many calls on one long-lived signal keep memory and listeners constant.',
    source: 'reports from the field: Streamable HTTP',
    status: 'claimed',
  },
  'W-08': {
    revisions: all,
    behaviour:
      'Odd content types and odd answers to notifications are tolerated where clear, else the error quotes the type.',
    source: 'reports from the field: Streamable HTTP',
    status: 'claimed',
  },
  'W-09': {
    revisions: all,
    behaviour: 'Proxy settings, private certificate authorities and client certificates are used.',
    source: 'reports from the field: Streamable HTTP',
    status: 'claimed',
  },
  'W-10': {
    revisions: all,
    behaviour:
      'Pages that never end or repeat a cursor are bounded and reported; an empty cursor is a cursor.',
    source: 'reports from the field: Streamable HTTP',
    status: 'claimed',
  },
  'W-11': {
    revisions: all,
    behaviour:
      'A malformed tool is left out, one with an unusable schema is unvalidated; both are reported and the others stay.',
    source: 'reports from the field: Streamable HTTP',
    status: 'claimed',
  },
  'W-12': {
    revisions: since20250618,
    behaviour: 'Output schemas of all three dialects are validated without generating code.',
    source: 'reports from the field: Streamable HTTP',
    status: 'claimed',
  },
  'W-20': {
    revisions: all,
    behaviour:
      'Every message is found between banners, blank lines, CRLF and cut characters, and the noise is reported once.',
    source: 'reports from the field: standard input and output',
    status: 'claimed',
  },
  'W-21': {
    revisions: all,
    behaviour:
      'A message behind text on its line is found if that is unambiguous, else the call fails with that reason.',
    source: 'reports from the field: standard input and output',
    status: 'claimed',
  },
  'W-22': {
    revisions: all,
    behaviour:
      'A huge message is read in linear time; one over the limit costs its call and not the session.',
    source: 'reports from the field: standard input and output',
    status: 'claimed',
  },
  'W-23': {
    revisions: all,
    behaviour:
      'A server that exits is told by code or signal, its last stderr lines and the call that met it.',
    source: 'reports from the field: standard input and output',
    status: 'claimed',
  },
  'W-24': {
    revisions: all,
    behaviour:
      'The whole tree of a server behind a launcher or a shell ends, even if it ignores SIGTERM.',
    source: 'reports from the field: standard input and output',
    status: 'claimed',
  },
  'W-25': {
    revisions: all,
    behaviour:
      'A broken pipe or a late error of a process is never an unhandled rejection or event.',
    source: 'reports from the field: standard input and output',
    status: 'claimed',
  },
  'W-26': {
    revisions: all,
    behaviour:
      'A server gets what programs need of the environment, plus what was given, and nothing else.',
    source: 'reports from the field: standard input and output',
    status: 'claimed',
  },
  'W-27': {
    revisions: all,
    behaviour:
      'How a command starts on Windows is planned from platform, command and environment alone.',
    source: 'reports from the field: standard input and output',
    status: 'claimed',
  },
  'W-28': {
    revisions: all,
    behaviour: 'Keys at the terminal do not reach the server.',
    source: 'reports from the field: standard input and output',
    status: 'claimed',
  },
  'W-30': {
    revisions: all,
    behaviour:
      "Progress restarts a tool call's clock up to a total limit, and arrives before a result of the same read.",
    source: 'reports from the field: calls',
    status: 'claimed',
  },
  'W-31': {
    revisions: all,
    behaviour:
      'An aborted call is cancelled as its transport and era do it, and its late answer is dropped.',
    source: 'reports from the field: calls',
    status: 'claimed',
  },
  'W-32': {
    revisions: all,
    behaviour:
      'A response that is missing, doubled, unknown, contradictory or without id has a typed outcome, and nothing leaks.',
    source: 'reports from the field: calls',
    status: 'claimed',
  },
  'W-33': {
    revisions: all,
    behaviour:
      'A handler that throws, hangs or is asked twice still gives a legal answer in bounded time.',
    source: 'reports from the field: calls',
    status: 'claimed',
  },
  'W-34': {
    revisions: all,
    behaviour: "A server's own request is answered, id 0 too, with a result or with -32601.",
    source: 'reports from the field: calls',
    status: 'claimed',
  },
  'W-40': {
    revisions: all,
    behaviour:
      'A legacy stdio server is found after a short probe in the same process, or after one restart if it exits.',
    source: 'reports from the field: eras and versions',
    status: 'claimed',
  },
  'W-41': {
    revisions: modern,
    behaviour: 'A modern server that starts slowly is not taken for a legacy one.',
    source: 'reports from the field: eras and versions',
    status: 'claimed',
  },
  'W-42': {
    revisions: all,
    behaviour:
      'Each odd answer to the HTTP probe is classified, and a sign-in comes before the next probe.',
    source: 'reports from the field: eras and versions',
    status: 'claimed',
  },
  'W-43': {
    revisions: all,
    behaviour: 'A header that a gateway stripped or rewrote is named in the error.',
    source: 'reports from the field: eras and versions',
    status: 'claimed',
  },
  'W-50': {
    revisions: all,
    behaviour:
      'Many calls with an expired token cause one refresh, across clients and processes too.',
    source: 'reports from the field: sign-in',
    status: 'claimed',
  },
  'W-51': {
    revisions: all,
    behaviour: 'A token endpoint that fails for the moment costs no token and says to try again.',
    source: 'reports from the field: sign-in',
    status: 'claimed',
  },
  'W-52': {
    revisions: all,
    behaviour: '`invalid_grant` drops that token set alone and leads to one new sign-in.',
    source: 'reports from the field: sign-in',
    status: 'claimed',
  },
  'W-53': {
    revisions: all,
    behaviour:
      'For discovery an issuer with an empty path is the same with and without its slash, unless strict.',
    source: 'reports from the field: sign-in',
    status: 'claimed',
  },
  'W-54': {
    revisions: all,
    behaviour:
      'A well-known URL that fails leads to the next, and the last error lists what each said.',
    source: 'reports from the field: sign-in',
    status: 'claimed',
  },
  'W-55': {
    revisions: all,
    behaviour:
      'A setting leaves out `resource` for a server that refuses it, and the error names that setting.',
    source: 'reports from the field: sign-in',
    status: 'claimed',
  },
  'W-56': {
    revisions: all,
    behaviour:
      'A refused registration falls back in order, `invalid_client` registers once more, and the error says what to set.',
    source: 'reports from the field: sign-in',
    status: 'claimed',
  },
  'W-57': {
    revisions: all,
    behaviour:
      'Without a browser a device code or a pasted redirect signs in, and nothing freezes.',
    source: 'reports from the field: sign-in',
    status: 'claimed',
  },
  'W-58': {
    revisions: all,
    behaviour: 'Step-up asks for the union of scopes, at most three times.',
    source: 'reports from the field: sign-in',
    status: 'claimed',
  },
  'W-59': {
    revisions: all,
    behaviour: 'Hostile metadata is refused within bounds, with the reason.',
    source: 'reports from the field: sign-in',
    status: 'claimed',
  },
  'W-60': {
    revisions: all,
    behaviour: 'A crash while tokens are saved leaves the old file or the new one.',
    source: 'reports from the field: sign-in',
    status: 'claimed',
  },
  'W-70': {
    revisions: all,
    behaviour: 'The exit code tells the class of a failure.',
    source: 'reports from the field: the command line',
    status: 'claimed',
  },
  'W-71': {
    revisions: all,
    behaviour:
      'A command that is not found is named, with where it was looked for and what to try.',
    source: 'reports from the field: the command line',
    status: 'claimed',
  },
  'W-72': {
    revisions: all,
    behaviour: "One call from the command line costs little more than the server's own time.",
    source: 'reports from the field: the command line',
    status: 'claimed',
  },
} as const satisfies Rows;
