import { expect, test } from 'vitest';
import { retryAfterMs } from '../../../src/protocol/http-binding/retry-after.ts';

const now = Date.UTC(2026, 10, 30, 12, 0, 0);
const max = 120_000;

test.each([
  { value: '0', ms: 0 },
  { value: '7', ms: 7_000 },
  { value: ' 7 ', ms: 7_000 },
  { value: '99999999999999999999999', ms: max },
  { value: 'Mon, 30 Nov 2026 12:00:30 GMT', ms: 30_000 },
  { value: 'Monday, 30-Nov-26 12:00:30 GMT', ms: 30_000 },
  { value: 'Mon Nov 30 12:00:30 2026', ms: 30_000 },
  { value: 'Sun, 06 Nov 1994 08:49:37 GMT', ms: 0 },
  { value: 'Sunday, 06-Nov-94 08:49:37 GMT', ms: 0 },
  { value: 'Sun Nov  6 08:49:37 1994', ms: 0 },
  { value: 'Tue, 01 Jan 2999 00:00:00 GMT', ms: max },
  { value: undefined, ms: undefined },
  { value: '', ms: undefined },
  { value: '-3', ms: undefined },
  { value: '1.5', ms: undefined },
  { value: '1e3', ms: undefined },
  { value: 'soon', ms: undefined },
  { value: 'Mon, 30 Foo 2026 12:00:30 GMT', ms: undefined },
  { value: 'Mon, 30 Nov 2026 12:00:30 CET', ms: undefined },
])('$value', ({ value, ms }) => {
  expect(retryAfterMs(value, now, max)).toBe(ms);
});
