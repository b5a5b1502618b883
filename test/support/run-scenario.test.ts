import { describe, expect, test } from 'vitest';
import {
  answer,
  callGoesOut,
  done,
  inEra,
  progressOn,
  question,
} from '../client/scenarios/phrases.ts';
import type { Step } from '../client/scenarios/scenario.ts';
import { runScenario } from './run-scenario.ts';

const play = (steps: readonly Step[]): Promise<void> =>
  runScenario(inEra('legacy', { rows: ['A-02'], title: 'a check of the runner', steps }));

const answered: readonly Step[] = [
  ...callGoesOut,
  { peer: answer('call', done('legacy')) },
  { expectResult: { content: [{ text: 'done' }] } },
];

describe('a scenario fails', () => {
  const table: readonly { why: string; steps: readonly Step[]; words: string }[] = [
    {
      why: 'where another message was sent',
      steps: [{ client: 'ping' }, { expectSent: { method: 'tools/list' } }],
      words: 'step 2',
    },
    { why: 'where nothing was sent', steps: [{ expectSent: {} }], words: 'step 1' },
    {
      why: 'where something was sent',
      steps: [{ client: 'ping' }, { expectSentNothing: true }],
      words: 'step 2',
    },
    {
      why: 'where a member is there that must not be',
      steps: [{ client: 'ping' }, { expectSent: {}, lacks: ['method'] }],
      words: 'method must not be there',
    },
    {
      why: 'where the result is another',
      steps: [...answered, { expectResult: { content: [{ text: 'other' }] } }],
      words: 'step 5',
    },
    {
      why: 'where a call has no result yet',
      steps: [...callGoesOut, { expectResult: undefined }],
      words: 'step 3',
    },
    {
      why: 'where a call has a result already',
      steps: [...answered, { expectPending: true }],
      words: 'step 5',
    },
    {
      why: 'where a call has a result in place of an error',
      steps: [...answered, { expectError: {} }],
      words: 'step 5',
    },
    {
      why: 'where the error has another code',
      steps: [...callGoesOut, { advanceMs: 60_000 }, { expectError: { code: 'CANCELLED' } }],
      words: 'step 4',
    },
    {
      why: 'where the error does not say enough',
      steps: [
        ...callGoesOut,
        { advanceMs: 60_000 },
        { expectError: { mentions: ['no such word'] } },
      ],
      words: 'step 4',
    },
    {
      why: 'where progress is missing',
      steps: [...answered, { expectProgress: [{ progress: 1 }] }],
      words: 'step 5',
    },
    {
      why: 'where a report is missing',
      steps: [{ expectReport: 'unknown-answer' }],
      words: 'no report unknown-answer',
    },
    {
      why: 'where a report was made',
      steps: [{ peer: 5 }, { expectNoReport: true }],
      words: 'step 2',
    },
    {
      why: 'where the server is another',
      steps: [{ expectServer: { era: 'modern' } }],
      words: 'step 1',
    },
    { why: 'where the channel is open', steps: [{ expectClosed: true }], words: 'step 1' },
    {
      why: 'where nothing can be recalled',
      steps: [{ peer: progressOn('nobody', 1) }],
      words: 'nothing to recall',
    },
    {
      why: 'where nobody has asked for roots',
      steps: [{ releaseRoots: [] }],
      words: 'does not wait',
    },
    {
      why: 'with a message that no step looked at',
      steps: [{ peer: question(1, 'ping') }],
      words: 'sent and not expected',
    },
    {
      why: 'with a report that no step looked at',
      steps: [{ peer: 5 }],
      words: 'reported and not expected',
    },
  ];

  test.each(table)('$why', async ({ steps, words }) => {
    await expect(play(steps)).rejects.toThrow(words);
  });

  test('and passes where all is as expected', async () => {
    await expect(play(answered)).resolves.toBeUndefined();
  });
});
