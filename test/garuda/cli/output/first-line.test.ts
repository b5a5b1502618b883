import { expect, test } from 'vitest';
import { firstLine } from '../../../../src/garuda/cli/output/first-line.ts';

test.each([
  { thing: { description: 'One.\nTwo.' }, line: 'One.' },
  { thing: { description: '\n  \n One. \nTwo.', title: 'T' }, line: 'One.' },
  { thing: { description: '', title: 'T' }, line: 'T' },
  { thing: { title: 'T' }, line: 'T' },
  { thing: {}, line: '' },
])('$thing', ({ thing, line }) => {
  expect(firstLine(thing)).toBe(line);
});
