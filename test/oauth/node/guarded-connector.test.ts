import { describe, expect, test } from 'vitest';
import type { Lookup } from '../../../src/oauth/node/guard-settings.ts';
import { guardedLookup } from '../../../src/oauth/node/guarded-connector.ts';
import { proves } from '../../support/proves.ts';

/** What the system gets when it looks up a name for a connection. */
function found(level: 'public' | 'ordinary', lookup: Lookup, all: boolean): Promise<unknown> {
  return new Promise((resolve) => {
    const answer = (error: unknown, addresses: unknown, family?: number) =>
      resolve(error ?? (all ? addresses : [addresses, family]));
    guardedLookup('https:', level, lookup)('h.example', { all }, answer);
  });
}

describe('a look-up for a connection', () => {
  test('gives all that was checked, or the first', async () => {
    const lookup = async () => ['8.8.8.8', '2600::1'];
    expect(await found('public', lookup, true)).toEqual([
      { address: '8.8.8.8', family: 4 },
      { address: '2600::1', family: 6 },
    ]);
    expect(await found('public', lookup, false)).toEqual(['8.8.8.8', 4]);
  });

  for (const all of [true, false]) {
    proves('W-59', `gives none where one is refused (all: ${all})`, async () => {
      const lookup = async () => ['8.8.8.8', '10.0.0.1'];
      expect(await found('public', lookup, all)).toMatchObject({ code: 'URL_REFUSED' });
    });
  }

  test('a name without an address is not found', async () => {
    expect(await found('public', async () => [], true)).toMatchObject({ code: 'ENOTFOUND' });
  });

  test('what is wrong with a look-up is told', async () => {
    const fault = new Error('no such name');
    expect(await found('public', () => Promise.reject(fault), true)).toBe(fault);
  });

  proves('W-59', 'looks up once, so that a second answer leads nowhere', async () => {
    const answers = [['8.8.8.8'], ['127.0.0.1']];
    const lookup = async () => answers.shift() ?? [];
    expect(await found('public', lookup, false)).toEqual(['8.8.8.8', 4]);
    expect(answers).toHaveLength(1);
    expect(await found('public', lookup, false)).toMatchObject({ code: 'URL_REFUSED' });
  });
});
