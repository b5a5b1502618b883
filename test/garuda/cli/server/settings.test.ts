import { describe, expect, test } from 'vitest';
import { parseCommandLine } from '../../../../src/garuda/cli/command-line.ts';
import { readSettings } from '../../../../src/garuda/cli/server/settings.ts';
import { revisions } from '../../../../src/protocol/index.ts';
import { UsageError } from '../../../../src/garuda/cli/usage-error.ts';

const read = (...argv: readonly string[]): ReturnType<typeof readSettings> =>
  readSettings(parseCommandLine(argv));

test('without options there are defaults', () => {
  expect(read('tools')).toEqual({
    json: false,
    strict: false,
    verbose: false,
    timeoutMs: undefined,
    revision: 'auto',
    wireLog: undefined,
  });
});

test('flags are read', () => {
  expect(read('--json', '--strict', '--verbose')).toMatchObject({
    json: true,
    strict: true,
    verbose: true,
  });
});

describe('--timeout is in seconds', () => {
  test.each([
    { text: '30', timeoutMs: 30_000 },
    { text: '0.5', timeoutMs: 500 },
    { text: '0.001', timeoutMs: 1 },
    { text: '86400', timeoutMs: 86_400_000 },
  ])('$text', ({ text, timeoutMs }) => {
    expect(read('--timeout', text).timeoutMs).toBe(timeoutMs);
  });

  test.each(['0', '0.0001', '86401', '5s', '1e3', '.5', '5.', '', ' 5', 'Infinity', 'NaN', '0x10'])(
    'not %j',
    (text) => {
      const expected = 'seconds from 0.001 to 86400, such as 30 or 2.5';
      const message = `--timeout: expected ${expected}, got "${text}"`;
      expect(() => read(`--timeout=${text}`)).toThrow(new UsageError(message));
    },
  );
});

describe('--revision', () => {
  test.each(['auto', 'legacy', ...revisions])('%s', (text) => {
    expect(read('--revision', text).revision).toBe(text);
  });

  test.each(['latest', '2025-11', '2026-07-29', 'AUTO', ''])('not %j', (text) => {
    expect(() => read(`--revision=${text}`)).toThrow(`--revision: expected one of auto, legacy, `);
    expect(() => read(`--revision=${text}`)).toThrow(`got "${text}"`);
  });
});
