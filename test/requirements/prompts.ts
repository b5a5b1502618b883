import { all, type Rows } from './row.ts';

/** Prompts. */
export const promptRows = {
  'PMT-01': {
    level: 'STATED',
    revisions: all,
    behaviour: 'Prompt arguments are strings; each message has one content block.',
    source: '2026-07-28/server/prompts §Getting a Prompt; 2026-07-28/schema §PromptMessage',
    status: 'claimed',
  },
  'PMT-02': {
    level: 'MUST',
    revisions: all,
    behaviour: 'Prompt arguments are checked before sending and prompt messages on arrival.',
    source: '2026-07-28/server/prompts §Security',
    status: 'claimed',
  },
} as const satisfies Rows;
