import { all, legacy, modern, since20250326, type Rows } from './row.ts';

/** Finding the era and the revision of a server. */
export const versionRows = {
  'VER-01': {
    level: 'MUST',
    revisions: modern,
    behaviour:
      'A modern connection needs no handshake: each request names its version, the same in `_meta` and header.',
    source:
      '2026-07-28/basic/versioning §Protocol Version Negotiation; 2026-07-28/basic/transports/streamable-http §Protocol Version Header',
    status: 'claimed',
  },
  'VER-02': {
    level: 'SHOULD',
    revisions: modern,
    behaviour:
      "After -32022 the request is repeated at a version of the server's list, else the error names both lists.",
    source: '2026-07-28/basic/versioning §Protocol Version Negotiation',
    status: 'claimed',
  },
  'VER-03': {
    level: 'CONF',
    revisions: modern,
    behaviour:
      'A list that holds the very version just refused is tried once more, a bounded number of times.',
    source: 'conformance client/request-metadata',
    status: 'claimed',
  },
  'VER-04': {
    level: 'DER',
    revisions: modern,
    behaviour:
      'A list of versions with only legacy ones in common leads to `initialize` at the newest of these.',
    source:
      '2026-07-28/basic/versioning §Protocol Version Negotiation; 2026-07-28/basic/transports/stdio §Backward Compatibility',
    status: 'claimed',
  },
  'VER-05': {
    level: 'MAY',
    revisions: modern,
    behaviour: '`server/discover` is understood: versions, capabilities and instructions.',
    source: '2026-07-28/server/discover §Request',
    status: 'claimed',
  },
  'VER-06': {
    level: 'SHOULD',
    revisions: modern,
    behaviour: 'On stdio `server/discover` is sent before anything else.',
    source: '2026-07-28/basic/transports/stdio §Backward Compatibility',
    status: 'claimed',
  },
  'VER-07': {
    level: 'MUST NOT',
    revisions: modern,
    behaviour:
      'On stdio a result or a modern error means modern; any other error, or silence past the wait, means legacy.',
    source: '2026-07-28/basic/transports/stdio §Backward Compatibility',
    status: 'claimed',
  },
  'VER-08': {
    level: 'MAY',
    revisions: modern,
    behaviour:
      'Over HTTP a 400 is read first: a modern error keeps the modern era, anything else leads to `initialize`.',
    source: '2026-07-28/basic/transports/streamable-http §Backward Compatibility',
    status: 'claimed',
  },
  'VER-09': {
    level: 'DER',
    revisions: modern,
    behaviour:
      '-32020, -32021 and -32022 show a modern server; -32601 to discovery shows a legacy one, whatever the status.',
    source:
      '2026-07-28/basic/transports/streamable-http §Protocol Version Header; 2026-07-28/basic/transports/streamable-http §Backward Compatibility',
    status: 'claimed',
  },
  'VER-10': {
    level: 'SHOULD',
    revisions: modern,
    behaviour:
      'The era found is kept for the process or the endpoint, can be handed in, and is probed again when it proves wrong.',
    source:
      '2026-07-28/basic/versioning §Backward Compatibility with Initialization-Based Versions',
    status: 'claimed',
  },
  'VER-11': {
    level: 'INT',
    revisions: all,
    behaviour:
      '401, 403, 407, 429, 5xx, network errors and time-outs decide nothing about the era.',
    source: 'INT observed clients',
    status: 'claimed',
  },
  'VER-12': {
    level: 'INT',
    revisions: legacy,
    behaviour:
      'A stdio server that exits on the probe is started once more and gets `initialize` first.',
    source: 'INT reports from the field',
    status: 'claimed',
  },
  'VER-13': {
    level: 'INT',
    revisions: all,
    behaviour:
      'In a browser, where a refused preflight looks like no network, the error says so, and the era can be set by hand.',
    source: 'INT observed clients',
    status: 'claimed',
  },
  'VER-14': {
    level: 'MUST',
    revisions: legacy,
    behaviour:
      'A legacy session begins with `initialize`, which offers our newest legacy revision.',
    source: '2025-11-25/basic/lifecycle §Initialization',
    status: 'claimed',
  },
  'VER-15': {
    level: 'MUST',
    revisions: legacy,
    behaviour:
      'A server that answers `initialize` with a version that we lack is disconnected, with an error that names both.',
    source: '2025-11-25/basic/lifecycle §Version Negotiation; 2025-11-25/schema §InitializeResult',
    status: 'claimed',
  },
  'VER-16': {
    level: 'DER',
    revisions: legacy,
    behaviour:
      'An `initialize` refused with a list of versions is repeated once at a version in common.',
    source: '2025-11-25/basic/lifecycle §Error Handling',
    status: 'claimed',
  },
  'VER-17': {
    level: 'MUST',
    revisions: legacy,
    behaviour:
      'After the result of `initialize` the first thing sent is `notifications/initialized`.',
    source: '2025-11-25/basic/lifecycle §Initialization',
    status: 'claimed',
  },
  'VER-18': {
    level: 'SHOULD NOT',
    revisions: legacy,
    behaviour:
      'Before `initialize` is answered we send nothing but ping, and already answer pings and take log messages.',
    source: '2025-11-25/basic/lifecycle §Initialization',
    status: 'claimed',
  },
  'VER-19': {
    level: 'DER',
    revisions: legacy,
    behaviour:
      'The `initialize` POST has no modern header, no modern `_meta` and no modern version.',
    source: '2026-07-28/basic/transports/streamable-http §Earlier Streamable HTTP Revisions',
    status: 'claimed',
  },
  'VER-20': {
    level: 'MUST',
    revisions: since20250326,
    behaviour:
      'A POST refused with 4xx other than an auth or modern error leads to the older HTTP+SSE transport.',
    source:
      '2025-11-25/basic/transports §Backwards Compatibility; 2026-07-28/basic/transports/streamable-http §HTTP+SSE Transport (2024-11-05)',
    status: 'claimed',
  },
  'VER-21': {
    level: 'DER',
    revisions: all,
    behaviour:
      'A server known as modern is not taken for legacy because of a network failure, and the choice made is visible.',
    source: 'DER attacks on negotiation',
    status: 'claimed',
  },
  'VER-22': {
    level: 'INT',
    revisions: legacy,
    behaviour:
      'An `initialize` result with a modern version is no legacy session: the modern era is used, or the connect fails.',
    source: 'conformance client/http-base',
    status: 'claimed',
  },
} as const satisfies Rows;
