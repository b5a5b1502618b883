import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { replay, tap } from '../../../src/testing/record/index.ts';
import {
  perform,
  script,
  type Deed,
  type Script,
  type Seen,
} from '../../fixtures/record/session.ts';
import {
  httpTalker,
  pipeTalker,
  type Era,
  type TalkerTarget,
} from '../../fixtures/record/targets.ts';

const ways: readonly { readonly era: Era; readonly over: 'pipe' | 'http' }[] = [
  { era: 'legacy', over: 'pipe' },
  { era: 'legacy', over: 'http' },
  { era: 'modern', over: 'pipe' },
  { era: 'modern', over: 'http' },
];

const start = (way: (typeof ways)[number]): TalkerTarget | Promise<TalkerTarget> => {
  return way.over === 'pipe' ? pipeTalker(way.era) : httpTalker(way.era);
};

describe.each(ways)('$era over $over', (way) => {
  test('progress, logs, questions, errors and results come as they came', async () => {
    await using talker = await start(way);
    const lines: string[] = [];
    const first = await perform(
      tap(talker.target, (line) => lines.push(line)),
      everything,
    );
    expect(first).toMatchObject({ progress: { length: 2 }, logs: { length: 3 }, questions: 1 });
    expect(first.ends.join('\n')).toContain('no: of this');
    expect(await perform(replay(lines.join('')), everything)).toEqual(shown(first));
  });

  test('a recorded session is the same when it is played again, whatever was done in it', async () => {
    await using talker = await start(way);
    const property = fc.asyncProperty(script, async (groups) => {
      const lines: string[] = [];
      const first = await perform(
        tap(talker.target, (line) => lines.push(line)),
        groups,
      );
      const again = await perform(replay(lines.join('')), groups);
      expect(again).toEqual(shown(first));
    });
    await fc.assert(property, { numRuns: 12, endOnFailure: true });
  }, 60_000);
});

const call = (name: string, given: Record<string, unknown> = {}): Deed => {
  return { kind: 'call', name, arguments: given };
};

const everything: Script = [
  [call('count', { to: 2 }), call('log', { times: 3 })],
  [call('ask'), call('fail', { why: 'of this' }), { kind: 'list' }, { kind: 'ping' }],
];

/** What was seen, as a wire log has it. */
function shown(seen: Seen): unknown {
  const text = JSON.stringify(seen).replaceAll(/a-s3cret-token|state-0f-S3cret/g, '<redacted>');
  return JSON.parse(text);
}
