import { modern, since20250618, since20251125, type Rows } from './row.ts';

/** Elicitation by form and by URL. */
export const elicitationRows = {
  'ELI-01': {
    level: 'MUST',
    revisions: since20250618,
    behaviour:
      'A person sees who asks, can review, decline or cancel, and for a URL sees its domain and consents first.',
    source: '2026-07-28/client/elicitation §User Interaction Model',
    status: 'claimed',
  },
  'ELI-02': {
    level: 'MUST',
    revisions: since20251125,
    behaviour: 'An elicitation without a mode is a form.',
    source: '2026-07-28/client/elicitation §Elicitation Requests',
    status: 'claimed',
  },
  'ELI-03': {
    level: 'MUST',
    revisions: ['2025-11-25'],
    behaviour: 'A legacy elicitation in a mode that we did not declare is answered -32602.',
    source: '2025-11-25/client/elicitation §Error Handling',
    status: 'claimed',
  },
  'ELI-04': {
    level: 'STATED',
    revisions: since20250618,
    behaviour:
      "A form's schema is a flat object of strings, numbers, booleans and enums; anything else is invalid.",
    source: '2026-07-28/client/elicitation §Requested Schema',
    status: 'claimed',
  },
  'ELI-05': {
    level: 'STATED',
    revisions: since20251125,
    behaviour:
      'All forms of an enum are understood: plain, titled, several choices, and the older names.',
    source: '2026-07-28/schema §EnumSchema; SEP-1330',
    status: 'claimed',
  },
  'ELI-06': {
    level: 'SHOULD',
    revisions: since20251125,
    behaviour: 'Defaults fill in the fields that an accepted form left out.',
    source: 'SEP-1034; conformance client/elicitation-defaults',
    status: 'claimed',
  },
  'ELI-07': {
    level: 'SHOULD',
    revisions: since20250618,
    behaviour: 'An accepted form is checked against its schema before it is sent.',
    source: '2026-07-28/client/elicitation §Form Mode Security',
    status: 'claimed',
  },
  'ELI-08': {
    level: 'STATED',
    revisions: since20250618,
    behaviour: 'The answer is accept, decline or cancel; content goes with an accepted form only.',
    source: '2026-07-28/client/elicitation §Response Actions',
    status: 'claimed',
  },
  'ELI-09': {
    level: 'MUST NOT',
    revisions: since20251125,
    behaviour: 'The URL of an elicitation is neither fetched ahead nor opened without consent.',
    source: '2026-07-28/client/elicitation §Safe URL Handling',
    status: 'claimed',
  },
  'ELI-10': {
    level: 'MUST',
    revisions: since20251125,
    behaviour:
      'The handler has the address whole, to open it where neither client nor model can look in.',
    source: '2026-07-28/client/elicitation §Safe URL Handling',
    status: 'claimed',
  },
  'ELI-11': {
    level: 'SHOULD',
    revisions: since20251125,
    behaviour:
      'Only https (and http on this machine) reaches the handler, the address whole; what makes the domain stand out is up to the one who shows it.',
    source: '2026-07-28/client/elicitation §Safe URL Handling',
    status: 'claimed',
  },
  'ELI-12': {
    level: 'STATED',
    revisions: ['2025-11-25'],
    behaviour:
      'Accepting a legacy URL means consent; its completion may be announced later, and unknown ids are passed over.',
    source: '2025-11-25/client/elicitation §Completion Notifications for URL Mode Elicitation',
    status: 'claimed',
  },
  'ELI-13': {
    level: 'STATED',
    revisions: ['2025-11-25'],
    behaviour: 'Error -32042 runs its elicitations and then repeats the call.',
    source: '2025-11-25/client/elicitation §URL Elicitation Required Error',
    status: 'claimed',
  },
  'ELI-14': {
    level: 'STATED',
    revisions: modern,
    behaviour:
      'A modern URL elicitation is answered after consent, and asking again does not become a hot loop.',
    source: '2026-07-28/changelog §Major changes',
    status: 'claimed',
  },
  'ELI-15': {
    level: 'SHOULD',
    revisions: ['2025-11-25'],
    behaviour: 'A flood of elicitations is bounded.',
    source: '2025-11-25/client/elicitation §Security Considerations',
    status: 'claimed',
  },
} as const satisfies Rows;
