import { since20251125, type Rows } from './row.ts';

/** Icons. */
export const iconRows = {
  'ICO-01': {
    level: 'MUST',
    revisions: since20251125,
    behaviour: 'A host that draws icons knows PNG and JPEG at least.',
    source: '2026-07-28/basic/index §icons',
    status: {
      excluded:
        'this library draws nothing; which formats a host must know stands at `usableIcons`',
    },
  },
  'ICO-02': {
    level: 'MUST',
    revisions: since20251125,
    behaviour:
      "An icon comes from `https:` on the server's own origin, or from `data:`; all else is refused.",
    source: '2026-07-28/basic/index §icons',
    status: 'claimed',
  },
  'ICO-03': {
    level: 'MUST',
    revisions: since20251125,
    behaviour:
      'An icon is fetched without credentials, within limits, and its bytes are not trusted.',
    source: '2026-07-28/basic/index §icons',
    status: {
      excluded: 'this library fetches no icon; what its renderer must do stands at `usableIcons`',
    },
  },
  'ICO-04': {
    level: 'STATED',
    revisions: since20251125,
    behaviour: 'Icons of servers, tools, prompts, resources and templates are carried through.',
    source: '2026-07-28/schema §Icon',
    status: 'claimed',
  },
} as const satisfies Rows;
