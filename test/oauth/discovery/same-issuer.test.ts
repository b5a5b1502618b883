import { describe, expect } from 'vitest';
import { isSameIssuer, withOtherSlash } from '../../../src/oauth/discovery/same-issuer.ts';
import { proves } from '../../support/proves.ts';

describe('the slash of an empty path', () => {
  for (const [expected, actual] of [
    ['https://accounts.google.com/', 'https://accounts.google.com'],
    ['https://as.example', 'https://as.example/'],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080/'],
  ] as const) {
    proves('W-53', `${expected} and ${actual}`, () => {
      expect(isSameIssuer(expected, actual, true)).toBe(true);
      expect(isSameIssuer(actual, expected, true)).toBe(true);
      expect(isSameIssuer(expected, actual, false)).toBe(false);
      expect(withOtherSlash(expected)).toBe(actual);
      expect(withOtherSlash(actual)).toBe(expected);
    });
  }
});

describe('any other difference counts', () => {
  for (const [expected, actual] of [
    ['https://as.example/t', 'https://as.example/t/'],
    ['https://as.example', 'https://AS.example'],
    ['https://as.example', 'https://as.example:443'],
    ['https://as.example', 'https://as.example//'],
    ['https://as.example/', 'https://as.example//'],
    ['https://as.example', 'http://as.example'],
    ['https://as.example', 'https://as.example/?'],
    ['https://as.example', 'https://as.example?'],
    ['https://as.example/.', 'https://as.example/./'],
    ['https://as.example/%74', 'https://as.example/t'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
    ['https://as.example', ''],
  ] as const) {
    proves(['AUTH-12', 'W-53'], `${expected} and ${actual}`, () => {
      expect(isSameIssuer(expected, actual, true)).toBe(false);
      expect(isSameIssuer(actual, expected, true)).toBe(false);
    });
  }
});
