import { all, type Rows } from './row.ts';

/** What the low-level client of an agent harness does. */
export const agentHarnessRows = {
  'H-01': {
    revisions: all,
    behaviour:
      'One connection serves tools, resources, templates and reads, and tells its owner of changes, lost sessions and the end.',
    source: 'the client of an agent harness',
    status: 'claimed',
  },
  'H-02': {
    revisions: all,
    behaviour:
      'A request has 60 s, progress restarts them up to ten minutes, and the start has a limit too.',
    source: 'the client of an agent harness',
    status: 'claimed',
  },
  'H-03': {
    revisions: all,
    behaviour:
      'Connecting is tried three times on transient failures, lists and reads are repeated once, calls only where the caller says so.',
    source: 'the client of an agent harness',
    status: 'claimed',
  },
  'H-04': {
    revisions: all,
    behaviour:
      'A lost session, missing or refused credentials and a refused connection are errors of kinds of their own.',
    source: 'the client of an agent harness',
    status: 'claimed',
  },
  'H-05': {
    revisions: all,
    behaviour: 'Closing ends the HTTP session at the server and is never reported as a loss.',
    source: 'the client of an agent harness',
    status: 'claimed',
  },
  'H-06': {
    revisions: all,
    behaviour:
      'A server runs in its own process group, and a crash tells code or signal and the end of stderr.',
    source: 'the client of an agent harness',
    status: 'claimed',
  },
  'H-07': {
    revisions: all,
    behaviour:
      'Closing ends stdin, waits, then terminates and kills the whole group, also when its leader is gone.',
    source: 'the client of an agent harness',
    status: 'claimed',
  },
  'H-08': {
    revisions: all,
    behaviour: 'A host that exits without closing leaves no server behind.',
    source: 'the client of an agent harness',
    status: 'claimed',
  },
  'H-09': {
    revisions: all,
    behaviour: "A tool's result can be had as text and images for a model.",
    source: 'the client of an agent harness',
    status: 'claimed',
  },
  'H-10': {
    revisions: all,
    behaviour:
      'Pages and results are validated: a bad entry is left out and reported, a page that is no list is an error.',
    source: 'the client of an agent harness',
    status: 'claimed',
  },
  'H-11': {
    revisions: all,
    behaviour:
      'Log messages reach their handler from the handshake on, and a log file takes them a line each and rotates.',
    source: 'the client of an agent harness',
    status: 'claimed',
  },
  'H-12': {
    revisions: all,
    behaviour:
      'A validation error is one line that names method and path, with the raw list of faults as its cause.',
    source: 'the client of an agent harness',
    status: 'claimed',
  },
  'H-13': {
    revisions: all,
    behaviour:
      'Connecting, starting a server and each request have a span with the usual MCP names.',
    source: 'the client of an agent harness',
    status: 'claimed',
  },
  'H-14': {
    revisions: all,
    behaviour:
      'Progress is asked for on tool calls, and on other requests only where someone listens.',
    source: 'the client of an agent harness',
    status: 'claimed',
  },
  'H-15': {
    revisions: all,
    behaviour: 'A list change that comes before its handler is kept and delivered to it.',
    source: 'the client of an agent harness',
    status: 'claimed',
  },
  'H-16': {
    revisions: all,
    behaviour:
      'A message limit, roots and faults of every kind are tried against real servers, with a summary that does not vary.',
    source: 'the client of an agent harness',
    status: 'claimed',
  },
  'H-17': {
    revisions: all,
    behaviour:
      "An illegal header value is refused by the header's name and shown nowhere; values may come from variables or commands.",
    source: 'the client of an agent harness',
    status: 'claimed',
  },
  'H-18': {
    revisions: all,
    behaviour: 'A missing command and a missing working folder are told apart.',
    source: 'the client of an agent harness',
    status: 'claimed',
  },
  'H-19': {
    revisions: all,
    behaviour: 'The client runs inside a single-file executable of Node.js.',
    source: 'the client of an agent harness',
    status: 'claimed',
  },
} as const satisfies Rows;
