import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { redactSecrets } from '../../../src/protocol/index.ts';
import { fits } from '../../../src/testing/record/fits.ts';

const gone = '<redacted>';

describe.each([
  { recorded: 'a', fit: ['a'], unfit: ['b', '', 1, null, ['a']] },
  { recorded: 1, fit: [1], unfit: ['1', 2] },
  { recorded: null, fit: [null], unfit: [undefined, {}, 0] },
  { recorded: gone, fit: ['', 'x', 1, { a: 1 }, gone], unfit: [undefined] },
  { recorded: `a${gone}b`, fit: ['ab', 'axb', 'a b b'], unfit: ['a', 'b', 'axbc', 'xab'] },
  { recorded: `aa${gone}aa`, fit: ['aaaa', 'aaxaa'], unfit: ['aa', 'aaa'] },
  { recorded: `a${gone}b${gone}c`, fit: ['abc', 'axbxc', 'abbc'], unfit: ['ac', 'acb', 'axcxb'] },
  { recorded: [1, gone], fit: [[1, 'x']], unfit: [[1], [1, 'x', 2], { 0: 1, 1: 'x' }] },
  { recorded: { a: 1 }, fit: [{ a: 1 }], unfit: [{}, { a: 2 }, { a: 1, b: 2 }, { b: 1 }, [1]] },
  { recorded: {}, fit: [{}], unfit: [[], { a: 1 }] },
])('$recorded', ({ recorded, fit, unfit }) => {
  test.each(fit.map((value) => ({ value })))('can have been $value', ({ value }) => {
    expect(fits(recorded, value)).toBe(true);
  });

  test.each(unfit.map((value) => ({ value })))('cannot have been $value', ({ value }) => {
    expect(fits(recorded, value)).toBe(false);
  });
});

test('every value fits what is left of it when it is redacted', () => {
  const name = fc.constantFrom('token', 'a', 'env', 'name', 'value');
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.dictionary(name, fc.oneof(fc.string(), fc.constant('Bearer x.y'), fc.nat())),
    fc.string().map((text) => `see token=${text} and https://a:${text}@b.test/?key=${text}`),
  );
  const property = fc.property(value, (each) => {
    expect(fits(redactSecrets(each), each)).toBe(true);
  });
  fc.assert(property, { numRuns: 1_000 });
});
