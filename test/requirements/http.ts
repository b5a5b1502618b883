import { modern, type Rows } from './row.ts';

/** Streamable HTTP as the modern era has it. */
export const httpRows = {
  'HTTP-01': {
    level: 'MUST',
    revisions: modern,
    behaviour:
      'Each message is a POST of its own to the one endpoint, and its body is one request or notification.',
    source: '2026-07-28/basic/transports/streamable-http §Sending Messages',
    status: 'claimed',
  },
  'HTTP-02': {
    level: 'MUST',
    revisions: modern,
    behaviour: 'Each POST accepts JSON and event streams, and says that it sends JSON.',
    source: '2026-07-28/basic/transports/streamable-http §Sending Messages',
    status: 'claimed',
  },
  'HTTP-03': {
    level: 'MUST',
    revisions: modern,
    behaviour: "`MCP-Protocol-Version` stands on each POST with the value of the body's `_meta`.",
    source: '2026-07-28/basic/transports/streamable-http §Protocol Version Header',
    status: 'claimed',
  },
  'HTTP-04': {
    level: 'MUST',
    revisions: modern,
    behaviour: '`Mcp-Method` stands on each request with the method of the body.',
    source: '2026-07-28/basic/transports/streamable-http §Standard Request Headers',
    status: 'claimed',
  },
  'HTTP-05': {
    level: 'MUST',
    revisions: modern,
    behaviour:
      '`Mcp-Name` repeats the tool, the prompt, the resource or the task of a request, and stands on no other.',
    source:
      '2026-07-28/basic/transports/streamable-http §Standard Request Headers; ext-tasks/draft/tasks §Streamable HTTP: Routing Headers',
    status: 'claimed',
  },
  'HTTP-06': {
    level: 'MUST',
    revisions: modern,
    behaviour:
      '`Mcp-Name` and `Mcp-Param-*` values that a header cannot carry are sent in base64 with its marker.',
    source: '2026-07-28/basic/transports/streamable-http §Value Encoding',
    status: 'claimed',
  },
  'HTTP-07': {
    level: 'MUST',
    revisions: modern,
    behaviour: 'Header names are compared without regard to case, their values with it.',
    source: '2026-07-28/basic/transports/streamable-http §Case Sensitivity',
    status: 'claimed',
  },
  'HTTP-08': {
    level: 'DER',
    revisions: modern,
    behaviour:
      'A notification that is POSTed has version and method headers, and any 2xx accepts it.',
    source: '2026-07-28/basic/transports/streamable-http §Sending Messages',
    status: 'claimed',
  },
  'HTTP-09': {
    level: 'MUST',
    revisions: modern,
    behaviour:
      'An answer is read as JSON or as an event stream, by media type without its parameters.',
    source: '2026-07-28/basic/transports/streamable-http §Sending Messages',
    status: 'claimed',
  },
  'HTTP-10': {
    level: 'DER',
    revisions: modern,
    behaviour: 'A JSON-RPC error is found in the body of any status, 200 too, and in an event.',
    source: '2026-07-28/basic/transports/streamable-http §Receiving Messages',
    status: 'claimed',
  },
  'HTTP-11': {
    level: 'MUST',
    revisions: modern,
    behaviour: 'Comments in an event stream are passed over, however many there are.',
    source: '2026-07-28/basic/transports/streamable-http §Receiving Messages',
    status: 'claimed',
  },
  'HTTP-12': {
    level: 'MUST NOT',
    binds: 'server',
    revisions: modern,
    behaviour: "A server's request on a modern stream is dropped and reported.",
    source: '2026-07-28/basic/transports/streamable-http §Receiving Messages',
    status: 'claimed',
  },
  'HTTP-13': {
    level: 'SHOULD',
    revisions: modern,
    behaviour:
      'Once the response has arrived the call is over and the stream is let go, even where the server keeps it open.',
    source: '2026-07-28/basic/transports/streamable-http §Receiving Messages',
    status: 'claimed',
  },
  'HTTP-14': {
    level: 'MUST',
    revisions: modern,
    behaviour:
      'A modern stream is never resumed: no `Last-Event-ID`; a stream that breaks loses its request.',
    source:
      '2026-07-28/changelog §Major changes; 2026-07-28/basic/transports/streamable-http §Receiving Messages',
    status: 'claimed',
  },
  'HTTP-15': {
    level: 'DER',
    revisions: modern,
    behaviour:
      'Reads that were lost with their stream are repeated under a new id; a tool call only where its caller allows it.',
    source: '2026-07-28/basic/transports/streamable-http §Receiving Messages',
    status: 'claimed',
  },
  'HTTP-16': {
    level: 'STATED',
    revisions: modern,
    behaviour:
      'In the modern era no session id is sent or kept, and neither GET nor DELETE is used.',
    source: '2026-07-28/basic/transports/streamable-http §Earlier Streamable HTTP Revisions',
    status: 'claimed',
  },
  'HTTP-17': {
    level: 'MUST',
    binds: 'server',
    revisions: modern,
    behaviour:
      'Statuses 400, 403, 404, 405 and 202 are understood with the meaning that a modern server gives them.',
    source:
      '2026-07-28/basic/transports/streamable-http §Server Validation; 2026-07-28/basic/index §Error Codes',
    status: 'claimed',
  },
  'HTTP-18': {
    level: 'SHOULD',
    revisions: modern,
    behaviour:
      'A header mismatch about a parameter reads the tool list anew, rebuilds the headers and repeats the call once.',
    source: '2026-07-28/basic/transports/streamable-http §Client Behavior',
    status: 'claimed',
  },
  'HTTP-19': {
    level: 'INT',
    revisions: modern,
    behaviour: '413, 429 and 431 are errors that have the status, and `Retry-After` is kept.',
    source: 'SEP-2243',
    status: 'claimed',
  },
  'HTTP-20': {
    level: 'DER',
    revisions: modern,
    behaviour: 'Requests run side by side, and listen streams do not starve them of connections.',
    source: '2026-07-28/basic/patterns/subscriptions',
    status: 'claimed',
  },
  'HTTP-21': {
    level: 'MUST',
    revisions: modern,
    behaviour: 'With a token every request carries it, retries and listen streams too.',
    source: '2026-07-28/basic/authorization/index §Token Requirements',
    status: 'claimed',
  },
  'HTTP-22': {
    level: 'DER',
    revisions: modern,
    behaviour:
      'Redirects are errors unless a setting allows 307 and 308 on the same origin; a token never leaves its origin.',
    source:
      '2026-07-28/tutorials/security/security_best_practices §Server-Side Request Forgery (SSRF)',
    status: 'claimed',
  },
  'HTTP-23': {
    level: 'INT',
    revisions: modern,
    behaviour: 'Events are handed on as they arrive and not held back in a buffer.',
    source: '2026-07-28/basic/transports/streamable-http §Receiving Messages',
    status: 'claimed',
  },
} as const satisfies Rows;
