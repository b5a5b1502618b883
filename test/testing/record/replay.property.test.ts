import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { replay, tap } from '../../../src/testing/record/index.ts';
import { perform, script, type Seen } from '../../fixtures/record/session.ts';
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

/** What was seen, as a wire log has it. */
function shown(seen: Seen): unknown {
  const text = JSON.stringify(seen).replaceAll(/a-s3cret-token|state-0f-S3cret/g, '<redacted>');
  return JSON.parse(text);
}
