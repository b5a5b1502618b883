import { all, modern, since20251125, type Rows } from './row.ts';

/** Schemas of arguments and results. */
export const jsonSchemaRows = {
  'JSC-01': {
    level: 'MUST',
    revisions: since20251125,
    behaviour: 'A schema that names no dialect is 2020-12; draft-07 and 2019-09 are supported too.',
    source: '2026-07-28/basic/index §Schema Dialect; SEP-1613',
    status: 'claimed',
  },
  'JSC-02': {
    level: 'MUST',
    revisions: since20251125,
    behaviour:
      'A schema of an unknown dialect gives a clear error, and neither a crash nor a silent pass.',
    source: '2026-07-28/basic/index §Implementation Requirements',
    status: 'claimed',
  },
  'JSC-03': {
    level: 'MUST NOT',
    revisions: all,
    behaviour: 'No reference in a schema makes us fetch anything.',
    source: '2026-07-28/basic/index §$ref Resolution',
    status: 'claimed',
  },
  'JSC-04': {
    level: 'SHOULD',
    revisions: modern,
    behaviour:
      'A schema with an outside reference is not accepted as true: its tool stays listed and validation says why it fails.',
    source: '2026-07-28/basic/index §$ref Resolution',
    status: 'claimed',
  },
  'JSC-05': {
    level: 'SHOULD',
    revisions: modern,
    behaviour: 'The depth, the size and the time of a validation have bounds.',
    source: '2026-07-28/basic/index §Composition-Keyword Resource Use',
    status: 'claimed',
  },
  'JSC-06': {
    level: 'DER',
    revisions: all,
    behaviour:
      "Validation generates no code, and no schema of one server can stand in for another's by its `$id`.",
    source: 'DER schemas come from the server',
    status: 'claimed',
  },
} as const satisfies Rows;
