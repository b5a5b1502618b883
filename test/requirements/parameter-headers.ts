import { legacy, modern, type Rows } from './row.ts';

/** Tool arguments that are repeated in headers. */
export const parameterHeaderRows = {
  'XMH-01': {
    level: 'MUST',
    revisions: modern,
    behaviour:
      'An annotated argument of a tool call is sent as `Mcp-Param-…` too, under the name that the annotation spells.',
    source: '2026-07-28/basic/transports/streamable-http §Custom Headers from Tool Parameters',
    status: 'claimed',
  },
  'XMH-02': {
    level: 'MUST',
    revisions: modern,
    behaviour:
      'An annotation must be a header token that is unique in its schema, whatever the case.',
    source: '2026-07-28/basic/transports/streamable-http §Schema Extension',
    status: 'claimed',
  },
  'XMH-03': {
    level: 'MUST',
    revisions: modern,
    behaviour:
      'An annotation is valid on a string, an integer or a boolean, also beside null, and on nothing else.',
    source: '2026-07-28/basic/transports/streamable-http §Schema Extension',
    status: 'claimed',
  },
  'XMH-04': {
    level: 'MUST',
    revisions: modern,
    behaviour:
      'An annotation is valid only down a chain of plain properties; one in any other subschema spoils the tool.',
    source: '2026-07-28/basic/transports/streamable-http §Schema Extension',
    status: 'claimed',
  },
  'XMH-05': {
    level: 'MUST',
    revisions: modern,
    behaviour:
      'A tool with an invalid annotation is left out of the list over HTTP and reported; the others stay.',
    source: '2026-07-28/basic/transports/streamable-http §Schema Extension',
    status: 'claimed',
  },
  'XMH-06': {
    level: 'MUST',
    revisions: modern,
    behaviour:
      'The header holds the value at the annotated path: left out for absent or null, sent for false, 0 and "".',
    source:
      '2026-07-28/basic/transports/streamable-http §Client Behavior; 2026-07-28/basic/transports/streamable-http §Server Behavior for Custom Headers',
    status: 'claimed',
  },
  'XMH-07': {
    level: 'MUST',
    revisions: modern,
    behaviour: 'An annotated integer beyond the safe range is refused before the call.',
    source: '2026-07-28/basic/transports/streamable-http §Schema Extension',
    status: 'claimed',
  },
  'XMH-08': {
    level: 'DER',
    revisions: modern,
    behaviour:
      'A tool called without its schema known gets no parameter headers, and a mismatch then repairs the call.',
    source: 'SEP-2243',
    status: 'claimed',
  },
  'XMH-09': {
    level: 'DER',
    revisions: legacy,
    behaviour:
      'In a legacy session the annotation means nothing: the tool stays and no header is added.',
    source: 'SEP-2243',
    status: 'claimed',
  },
  'XMH-10': {
    level: 'INT',
    revisions: modern,
    behaviour: 'Where a browser withholds a parameter header the error says why.',
    source: 'SEP-2243',
    status: 'claimed',
  },
} as const satisfies Rows;
