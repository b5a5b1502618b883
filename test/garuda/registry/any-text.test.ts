import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readText } from './read-text.ts';

const good = JSON.stringify(
  {
    version: 2,
    servers: {
      a: {
        command: 'npx',
        args: ['-y'],
        env: { A: '${B}' },
        trust: { class: 'blocked' },
        runtime: { kind: 'local' },
      },
      b: { url: 'https://example.com/', headers: { A: '!b' }, auth: { scopes: ['x'] } },
    },
    profiles: { p: ['a'] },
    activeProfile: 'p',
  },
  null,
  2,
);

/** Pieces of the language, and of what is not. */
const piece = fc.oneof(
  fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"',
    '\\',
    '//',
    '/*',
    '*/',
    'null',
    'true',
    '1e999',
    '-',
    '"a"',
    '\u0000',
    '\r',
    '\n',
    '\ud800',
    '"__proto__":',
    '"constructor":',
  ),
  fc.string({ unit: 'grapheme', maxLength: 4 }),
);

/** A good text with some of it exchanged for something else. */
const spoiled = fc
  .array(fc.tuple(fc.nat(good.length), fc.nat(12), piece), { maxLength: 6 })
  .map((cuts) =>
    cuts.reduce(
      (text, [at, length, put]) => text.slice(0, at) + put + text.slice(at + length),
      good,
    ),
  );

test('no text makes the reader throw, and every fault is at a place of the text', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        spoiled,
        fc.array(piece).map((pieces) => pieces.join('')),
      ),
      fc.constantFrom('user', 'project'),
      (text, scope) => {
        const { file, faults, notices } = readText(text, scope);
        const lines = text.split(/\r\n|\n|\r/);
        for (const { line = 0, column = 0, problem, key } of faults) {
          expect(line).toBeGreaterThan(0);
          expect(line).toBeLessThanOrEqual(lines.length);
          expect(column).toBeLessThanOrEqual((lines[line - 1]?.length ?? 0) + 1);
          expect(`${key}${problem}${notices.join('')}`).not.toMatch(/[\p{Cc}\p{Cs}]/u);
        }
        for (const { name, scope: owner } of faults.length === 0 ? file.servers : []) {
          expect(name).toMatch(/^[a-z0-9][a-z0-9_]{0,31}$/);
          expect(owner).toBe(scope);
        }
      },
    ),
    { numRuns: 2_000 },
  );
});
