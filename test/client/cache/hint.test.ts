import { expect } from 'vitest';
import { hintIn } from '../../../src/client/cache/hint.ts';
import { proves } from '../../support/proves.ts';

const day = 86_400_000;

for (const { why, result, ttlMs, isPublic = false } of [
  {
    why: 'what a server says',
    result: { ttlMs: 1, cacheScope: 'public' },
    ttlMs: 1,
    isPublic: true,
  },
  { why: 'for one caller', result: { ttlMs: 5_000, cacheScope: 'private' }, ttlMs: 5_000 },
  { why: 'stale at once', result: { ttlMs: 0, cacheScope: 'private' }, ttlMs: 0 },
  { why: 'nothing said', result: {}, ttlMs: 0 },
  { why: 'a time and no scope', result: { ttlMs: 7 }, ttlMs: 7 },
  { why: 'an unknown scope', result: { ttlMs: 7, cacheScope: 'Public' }, ttlMs: 7 },
  { why: 'a list of scopes', result: { ttlMs: 7, cacheScope: ['public'] }, ttlMs: 7 },
  { why: 'a negative time', result: { ttlMs: -1, cacheScope: 'public' }, ttlMs: 0, isPublic: true },
  { why: 'half a millisecond', result: { ttlMs: 0.5 }, ttlMs: 0 },
  { why: 'a time in words', result: { ttlMs: '5000' }, ttlMs: 0 },
  { why: 'no time', result: { ttlMs: null }, ttlMs: 0 },
  { why: 'true', result: { ttlMs: true }, ttlMs: 0 },
  { why: 'a day', result: { ttlMs: day }, ttlMs: day },
  { why: 'a millisecond more', result: { ttlMs: day + 1 }, ttlMs: day },
  { why: 'longer than there will be a sun', result: { ttlMs: 1e300 }, ttlMs: day },
]) {
  proves(['CCH-01', 'CCH-02', 'CCH-04'], why, () => {
    expect(hintIn(result, day)).toEqual({ ttlMs, isPublic });
  });
}
