import { legacy, modern, since20251125, type Rows } from './row.ts';

/** Capabilities and extensions, declared and heeded. */
export const capabilityRows = {
  'CAP-01': {
    level: 'MUST',
    revisions: legacy,
    behaviour:
      'In a legacy session a feature that the server did not declare is refused here and never put on the wire.',
    source: '2025-11-25/basic/lifecycle §Operation',
    status: 'claimed',
  },
  'CAP-02': {
    level: 'DER',
    revisions: modern,
    behaviour:
      'Capabilities that were never discovered are unknown, which is not absent: the call is tried.',
    source: '2026-07-28/server/discover §When to Call',
    status: 'claimed',
  },
  'CAP-03': {
    level: 'MUST',
    revisions: modern,
    behaviour: 'A modern request declares exactly what its caller can fulfil, handler by handler.',
    source: '2026-07-28/basic/index §_meta',
    status: 'claimed',
  },
  'CAP-04': {
    level: 'DER',
    revisions: modern,
    behaviour:
      'After -32021 the call is repeated only if it can declare more than before; else it fails and says what is missing.',
    source: '2026-07-28/basic/index §_meta',
    status: 'claimed',
  },
  'CAP-05': {
    level: 'MUST',
    revisions: since20251125,
    behaviour:
      'The elicitation capability names the modes that have a handler, in the form of its revision; an empty object means form only.',
    source: '2026-07-28/client/elicitation §Capabilities',
    status: 'claimed',
  },
  'CAP-06': {
    level: 'MUST',
    revisions: since20251125,
    behaviour: 'Sampling with tools or with context is accepted only where that part was declared.',
    source: '2026-07-28/client/sampling §Capabilities',
    status: 'claimed',
  },
  'CAP-07': {
    level: 'MUST',
    revisions: legacy,
    behaviour:
      '`roots.listChanged` is declared in the legacy era only, and then changes are announced.',
    source: '2025-11-25/client/roots §Capabilities; 2026-07-28/schema §ClientCapabilities',
    status: 'claimed',
  },
  'CAP-08': {
    level: 'MUST',
    revisions: modern,
    behaviour:
      'Extensions are declared as a map from a prefixed id to a settings object; any other value is refused.',
    source: '2026-07-28/basic/versioning §Extension Negotiation',
    status: 'claimed',
  },
  'CAP-09': {
    level: 'MUST',
    revisions: modern,
    behaviour:
      'A peer without an extension gets core behaviour, or the request fails and names the extension.',
    source: '2026-07-28/basic/versioning §Extension Negotiation',
    status: 'claimed',
  },
  'CAP-10': {
    level: 'INT',
    revisions: ['2025-11-25'],
    behaviour:
      'In a legacy session the extensions are declared in the capabilities of `initialize`.',
    source: 'SEP-1865; SEP-2133',
    status: 'claimed',
  },
  'CAP-11': {
    level: 'SHOULD NOT',
    revisions: modern,
    behaviour: 'Deprecated features are used only where the application asks for them.',
    source: '2026-07-28/deprecated §Deprecated',
    status: 'claimed',
  },
} as const satisfies Rows;
