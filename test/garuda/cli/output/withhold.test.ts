import { expect, test } from 'vitest';
import { withhold } from '../../../../src/garuda/cli/output/withhold.ts';

test.each([
  { text: 'got sk-secret!', secrets: ['sk-secret'], shown: 'got [withheld]!' },
  { text: 'got sk-secret', secrets: ['Bearer sk-secret'], shown: 'got [withheld]' },
  { text: 'Bearer sk-secret', secrets: ['Bearer sk-secret'], shown: '[withheld]' },
  { text: 'a 1 and a 1', secrets: ['1', ''], shown: 'a 1 and a 1' },
  {
    text: String.raw`{"a":"line one\nsay \"two\""}`,
    secrets: ['line one\nsay "two"'],
    shown: '{"a":"[withheld]"}',
  },
  {
    text: 'ends with\n  line two',
    secrets: ['line one\nline two'],
    shown: 'ends with\n  [withheld]',
  },
  { text: 'nothing', secrets: [], shown: 'nothing' },
])('$text', ({ text, secrets, shown }) => {
  expect(withhold(text, secrets)).toBe(shown);
});
