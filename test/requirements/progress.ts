import { all, legacy, modern, type Rows } from './row.ts';

/** Progress of a request. */
export const progressRows = {
  'PRG-01': {
    level: 'MUST',
    revisions: all,
    behaviour:
      'A progress token is a string or whole number that no other request under way has, and only where progress is wanted.',
    source: '2026-07-28/basic/patterns/progress §Progress Flow',
    status: 'claimed',
  },
  'PRG-02': {
    level: 'MUST',
    revisions: all,
    behaviour:
      'Progress is handed on with total and message; values that fall back and unknown tokens do no harm.',
    source: '2026-07-28/basic/patterns/progress §Behavior Requirements',
    status: 'claimed',
  },
  'PRG-03': {
    level: 'MUST',
    revisions: all,
    behaviour: 'Progress that arrives after the result is dropped.',
    source: '2026-07-28/basic/patterns/progress §Behavior Requirements',
    status: 'claimed',
  },
  'PRG-04': {
    level: 'STATED',
    revisions: legacy,
    behaviour:
      "A legacy server's request that asks for progress is answered like any other; no reports are sent, which are optional.",
    source: '2025-11-25/basic/utilities/progress',
    status: 'claimed',
  },
  'PRG-05': {
    level: 'MUST',
    revisions: ['2025-11-25'],
    behaviour: 'For a legacy task the token stays valid until the task has ended.',
    source:
      '2025-11-25/basic/utilities/progress; 2025-11-25/basic/utilities/tasks §Task Progress Notifications',
    status: 'claimed',
  },
  'PRG-06': {
    level: 'DER',
    revisions: modern,
    behaviour: 'Modern progress is taken from the stream of its own request.',
    source:
      '2026-07-28/basic/transports/streamable-http §Receiving Messages; ext-tasks/draft/tasks §Reservations',
    status: 'claimed',
  },
  'PRG-07': {
    level: 'DER',
    revisions: modern,
    behaviour: 'Each round of a multi round-trip call has a valid token, so that progress goes on.',
    source: '2026-07-28/basic/patterns/mrtr §Basic Workflow',
    status: 'claimed',
  },
} as const satisfies Rows;
