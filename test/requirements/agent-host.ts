import { all, type Rows } from './row.ts';

/** What the MCP host of a coding agent does. */
export const agentHostRows = {
  'G-01': {
    revisions: all,
    behaviour:
      "Two files, the user's and the project's, name the servers; an unknown key is an error with file, server and key.",
    source: 'the host of a coding agent',
    status: 'claimed',
  },
  'G-02': {
    revisions: all,
    behaviour: 'A server name is lower-case letters, digits and underscores, at most 32.',
    source: 'the host of a coding agent',
    status: 'claimed',
  },
  'G-03': {
    revisions: all,
    behaviour:
      'A remote URL is `https`, or `http` on localhost for a user; no credentials, no fragment, no private address for a project.',
    source: 'the host of a coding agent',
    status: 'claimed',
  },
  'G-04': {
    revisions: all,
    behaviour: "A project's server with a user server's name is left out, with a notice.",
    source: 'the host of a coding agent',
    status: 'claimed',
  },
  'G-05': {
    revisions: all,
    behaviour:
      "`${NAME}` in an environment value comes from the host's environment; a missing one is empty and reported.",
    source: 'the host of a coding agent',
    status: 'claimed',
  },
  'G-06': {
    revisions: all,
    behaviour:
      "Each server starts through trust, consent and the pin of its tools, within a limit in which people's time does not count.",
    source: 'the host of a coding agent',
    status: 'claimed',
  },
  'G-07': {
    revisions: all,
    behaviour:
      'The consent shows all that a server will run, reach and get, and is given once, remembered or denied.',
    source: 'the host of a coding agent',
    status: 'claimed',
  },
  'G-08': {
    revisions: all,
    behaviour:
      'The consent warns of a missing sandbox, downloaded packages, shells, network, secrets and outside write paths.',
    source: 'the host of a coding agent',
    status: 'claimed',
  },
  'G-09': {
    revisions: all,
    behaviour:
      'Every text that a project controls is cleaned and folded to one line before it is shown.',
    source: 'the host of a coding agent',
    status: 'claimed',
  },
  'G-10': {
    revisions: all,
    behaviour:
      "A server's definition has one hash that covers all that changes what runs, whatever the order of its keys.",
    source: 'the host of a coding agent',
    status: 'claimed',
  },
  'G-11': {
    revisions: all,
    behaviour:
      'Remembered trust is kept by project and server, with the hashes of its tools, and foreign keys in the file survive.',
    source: 'the host of a coding agent',
    status: 'claimed',
  },
  'G-12': {
    revisions: all,
    behaviour:
      'A local server of the registry runs in the sandbox with its grants, a missing grant is named, and it stops as a bare one does.',
    source: 'the host of a coding agent',
    status: 'claimed',
  },
  'G-13': {
    revisions: all,
    behaviour:
      'The host introduces itself as garuda, declares no capabilities by default and finds the era by itself.',
    source: 'the host of a coding agent',
    status: 'claimed',
  },
  'G-14': {
    revisions: all,
    behaviour:
      'The tool list is read once a session, and a change that the server announces does not alter it.',
    source: 'the host of a coding agent',
    status: 'claimed',
  },
  'G-15': {
    revisions: all,
    behaviour:
      "A project's remote server needs consent and public addresses: resolved once, connected as checked, no redirects.",
    source: 'the host of a coding agent',
    status: 'claimed',
  },
  'G-16': {
    revisions: all,
    behaviour:
      'The host signs in as a public client on a loopback port that its registration keeps.',
    source: 'the host of a coding agent',
    status: 'claimed',
  },
  'G-17': {
    revisions: all,
    behaviour:
      'After a 401 the host asks whether to sign in and shows where; a skipped server is failed and says so.',
    source: 'the host of a coding agent',
    status: 'claimed',
  },
  'G-18': {
    revisions: all,
    behaviour: 'The sign-in page opens in the browser, over TLS, and its address is printed too.',
    source: 'the host of a coding agent',
    status: 'claimed',
  },
  'G-19': {
    revisions: all,
    behaviour:
      'The callback listens once for five minutes, passes over a foreign state and shows only the short code of an error.',
    source: 'the host of a coding agent',
    status: 'claimed',
  },
  'G-20': {
    revisions: all,
    behaviour: 'A code goes only to the authorization server to which the user was sent.',
    source: 'the host of a coding agent',
    status: 'claimed',
  },
  'G-21': {
    revisions: all,
    behaviour:
      'Tokens are kept by scope, server and issuer in a private file that is never half written.',
    source: 'the host of a coding agent',
    status: 'claimed',
  },
  'G-22': {
    revisions: all,
    behaviour: 'Logging out removes and revokes what is stored for a server.',
    source: 'the host of a coding agent',
    status: 'claimed',
  },
  'G-23': {
    revisions: all,
    behaviour:
      'A bad or oversized line costs its own call only, and one module starts all processes.',
    source: 'the host of a coding agent',
    status: 'claimed',
  },
  'G-24': {
    revisions: all,
    behaviour:
      'A server that stops by itself is failed, with a notice; a planned close gives none.',
    source: 'the host of a coding agent',
    status: 'claimed',
  },
  'G-25': {
    revisions: all,
    behaviour:
      'Tools get legal names of the form mcp__server__tool; a clash leaves one out with a notice, and 100 is the most.',
    source: 'the host of a coding agent',
    status: 'claimed',
  },
  'G-26': {
    revisions: all,
    behaviour:
      'Descriptions and schemas are marked as untrusted, cleaned and cut; a tool whose schema does not fit is left out.',
    source: 'the host of a coding agent',
    status: 'claimed',
  },
  'G-27': {
    revisions: all,
    behaviour:
      "A call needs approval unless a rule covers it, and a server's hints are shown as not verified.",
    source: 'the host of a coding agent',
    status: 'claimed',
  },
  'G-28': {
    revisions: all,
    behaviour:
      'Results are turned into cleaned text of bounded length, wrapped and marked with their server and tool.',
    source: 'the host of a coding agent',
    status: 'claimed',
  },
  'G-29': {
    revisions: all,
    behaviour:
      "Text of a server can neither forge the host's tags nor hide characters, and hosts can use the same cleaning.",
    source: 'the host of a coding agent',
    status: 'claimed',
  },
  'G-30': {
    revisions: all,
    behaviour: "A call has its server's time limit, and an abort cancels it on the wire.",
    source: 'the host of a coding agent',
    status: 'claimed',
  },
  'G-31': {
    revisions: all,
    behaviour:
      'The status names each server with source, state, tools, sandbox, network and sign-in.',
    source: 'the host of a coding agent',
    status: 'claimed',
  },
  'G-32': {
    revisions: all,
    behaviour: 'The model is told once of each server that it cannot use, and why.',
    source: 'the host of a coding agent',
    status: 'claimed',
  },
} as const satisfies Rows;
