import { all, legacy, since20251125, type Rows } from './row.ts';

/** Sampling. */
export const samplingRows = {
  'SAM-01': {
    level: 'SHOULD',
    revisions: all,
    behaviour:
      'Every sampling request passes a handler, where a person can review, change or deny it; loops have a bound.',
    source:
      '2026-07-28/client/sampling §User Interaction Model; 2026-07-28/client/sampling §Security Considerations',
    status: 'claimed',
  },
  'SAM-02': {
    level: 'MUST',
    revisions: all,
    behaviour: 'The handler gets `maxTokens` as a limit, and all other parameters as wishes.',
    source: '2026-07-28/client/sampling §Sampling Parameters',
    status: 'claimed',
  },
  'SAM-03': {
    level: 'MUST',
    revisions: all,
    behaviour: 'Model hints reach the handler in their order, ahead of the priorities.',
    source: '2026-07-28/client/sampling §Model Hints; 2026-07-28/schema §ModelPreferences',
    status: 'claimed',
  },
  'SAM-04': {
    level: 'MUST',
    revisions: since20251125,
    behaviour: 'Tools in a sampling request that were not declared are an error.',
    source: '2026-07-28/schema §CreateMessageRequestParams',
    status: 'claimed',
  },
  'SAM-05': {
    level: 'MUST',
    revisions: since20251125,
    behaviour:
      'Tool results stand alone in their message and answer every tool use before; else the request is refused.',
    source: '2026-07-28/client/sampling §Message Content Constraints',
    status: 'claimed',
  },
  'SAM-06': {
    level: 'SHOULD',
    revisions: legacy,
    behaviour: 'A refusal by the user is answered to a legacy server with error -1.',
    source: '2025-11-25/client/sampling §Error Handling',
    status: 'claimed',
  },
  'SAM-07': {
    level: 'STATED',
    revisions: since20251125,
    behaviour:
      'Message content is one block or, since 2025-11-25, a list, in requests and in answers.',
    source: '2026-07-28/schema §SamplingMessage',
    status: 'claimed',
  },
  'SAM-08': {
    level: 'STATED',
    revisions: all,
    behaviour: 'A sampling answer has role, content and model; its stop reason may be any text.',
    source: '2026-07-28/schema §CreateMessageResult',
    status: 'claimed',
  },
  'SAM-09': {
    level: 'SHOULD NOT',
    revisions: all,
    behaviour: 'Messages of a sampling request are not kept for the next one.',
    source: '2026-07-28/client/sampling §Messages',
    status: 'claimed',
  },
  'SAM-10': {
    level: 'DER',
    revisions: legacy,
    behaviour:
      'A legacy request with no call of ours under way is served, or refused if the application asks for that.',
    source: 'SEP-2260',
    status: 'claimed',
  },
} as const satisfies Rows;
