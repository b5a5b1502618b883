import { all, modern, since20250618, since20251125, type Rows } from './row.ts';

/** Tools and their results. */
export const toolRows = {
  'TOL-01': {
    level: 'MUST',
    revisions: all,
    behaviour: 'Annotations are hints with defined defaults, and no behaviour of ours trusts them.',
    source: '2026-07-28/server/tools §Tool; 2026-07-28/schema §ToolAnnotations',
    status: 'claimed',
  },
  'TOL-02': {
    level: 'SHOULD',
    revisions: since20251125,
    behaviour: 'A tool is accepted and called under any name that its server gives it.',
    source: '2026-07-28/server/tools §Tool Names',
    status: 'claimed',
  },
  'TOL-03': {
    level: 'SHOULD',
    revisions: modern,
    behaviour:
      'Tools of several servers are told apart by a name that the client chose for each server.',
    source: '2026-07-28/server/tools §Tool Names',
    status: 'claimed',
  },
  'TOL-04': {
    level: 'STATED',
    revisions: since20250618,
    behaviour:
      'The display name of a tool is its title, else the title in its annotations, else its name.',
    source: '2026-07-28/schema §Tool',
    status: 'claimed',
  },
  'TOL-05': {
    level: 'MUST',
    revisions: all,
    behaviour:
      'An input schema is an object schema whose keywords are all kept; arguments may be left out of a call.',
    source: '2026-07-28/schema §Tool',
    status: 'claimed',
  },
  'TOL-06': {
    level: 'STATED',
    revisions: ['2025-06-18', '2025-11-25'],
    behaviour: 'Before the modern era structured content is an object and its schema too.',
    source: '2025-11-25/schema §Tool',
    status: 'claimed',
  },
  'TOL-07': {
    level: 'STATED',
    revisions: modern,
    behaviour:
      'In the modern era structured content is any JSON value; null, false, 0 and "" are present.',
    source: '2026-07-28/server/tools §Structured Content; SEP-2106',
    status: 'claimed',
  },
  'TOL-08': {
    level: 'SHOULD',
    revisions: since20250618,
    behaviour:
      'Structured content is checked against the output schema; missing content is an error unless the tool failed.',
    source: '2026-07-28/server/tools §Output Schema',
    status: 'claimed',
  },
  'TOL-09': {
    level: 'SHOULD',
    revisions: all,
    behaviour:
      'A tool that fails comes back as a result with its content, and a protocol error as an error.',
    source: '2026-07-28/server/tools §Error Handling',
    status: 'claimed',
  },
  'TOL-10': {
    level: 'SHOULD',
    revisions: all,
    behaviour: 'A host can ask a person before a sensitive call, and shows the arguments first.',
    source: '2026-07-28/server/tools §Security Considerations',
    status: 'claimed',
  },
  'TOL-11': {
    level: 'STATED',
    revisions: since20250618,
    behaviour:
      'All content kinds of a revision are read, and a kind that we do not know is kept as it is.',
    source: '2026-07-28/server/tools §Tool Result',
    status: 'claimed',
  },
  'TOL-12': {
    level: 'MUST NOT',
    binds: 'server',
    revisions: modern,
    behaviour:
      'A tool list depends on the authorization at most, so that its cache is split by that.',
    source: '2026-07-28/server/tools §Capabilities',
    status: 'claimed',
  },
  'TOL-13': {
    level: 'STATED',
    revisions: ['2025-11-25'],
    behaviour: '`execution.taskSupport` of a legacy tool is read and heeded.',
    source: '2025-11-25/basic/utilities/tasks §Tool-Level Negotiation',
    status: 'claimed',
  },
  'TOL-14': {
    level: 'DER',
    revisions: all,
    behaviour: 'A tool result without `content` is read as one with none.',
    source: 'INT observed servers',
    status: 'claimed',
  },
} as const satisfies Rows;
