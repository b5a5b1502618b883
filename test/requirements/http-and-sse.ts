import type { Rows } from './row.ts';

/** The two-endpoint transport of 2024-11-05. */
export const httpAndSseRows = {
  'SSE-01': {
    level: 'MUST',
    revisions: ['2024-11-05'],
    behaviour:
      "The stream's first event is `endpoint`, a URI resolved against the stream's own URL.",
    source: '2024-11-05/basic/transports §HTTP with SSE',
    status: 'claimed',
  },
  'SSE-02': {
    level: 'DER',
    revisions: ['2024-11-05'],
    behaviour: 'An endpoint on another origin is refused.',
    source:
      '2026-07-28/tutorials/security/security_best_practices §Server-Side Request Forgery (SSRF); INT observed clients',
    status: 'claimed',
  },
  'SSE-03': {
    level: 'MUST',
    revisions: ['2024-11-05'],
    behaviour:
      'Messages are POSTed to that endpoint, any 2xx accepts them, and answers come as `message` events.',
    source: '2024-11-05/basic/transports §HTTP with SSE',
    status: 'claimed',
  },
  'SSE-04': {
    level: 'DER',
    revisions: ['2024-11-05'],
    behaviour: 'Nothing is sent before the endpoint is known, and the wait for it ends.',
    source: '2024-11-05/basic/transports §HTTP with SSE',
    status: 'claimed',
  },
  'SSE-05': {
    level: 'DER',
    revisions: ['2024-11-05'],
    behaviour: 'Losing the stream is losing the session: a new endpoint and a new handshake.',
    source: '2024-11-05/basic/transports §HTTP with SSE',
    status: 'claimed',
  },
  'SSE-06': {
    level: 'SHOULD NOT',
    revisions: ['2024-11-05'],
    behaviour: 'The older transport is a module of its own, used only as the last fallback.',
    source: '2026-07-28/deprecated §Deprecated',
    status: 'claimed',
  },
} as const satisfies Rows;
