import { describe, expect, test } from 'vitest';
import { classifyAnswer } from '../../../src/oauth/authorization/answer.ts';
import { proves } from '../../support/proves.ts';
import { someAttempt } from './some-attempt.ts';

const iss = `iss=${encodeURIComponent('https://as.example.com')}`;
const slash = `iss=${encodeURIComponent('https://as.example.com/')}`;
const base = 'http://127.0.0.1:4711/callback';

describe('who gave it', () => {
  const table = [
    { why: 'promised and right', promises: true, query: iss, kind: 'code' },
    { why: 'promised and absent', promises: true, query: '', kind: 'wrong' },
    { why: 'promised and empty', promises: true, query: 'iss=', kind: 'wrong' },
    { why: 'not promised and right', promises: false, query: iss, kind: 'code' },
    {
      why: 'not promised and wrong',
      promises: false,
      query: 'iss=https://evil.test',
      kind: 'wrong',
    },
    { why: 'neither', promises: false, query: '', kind: 'code' },
  ];
  for (const { why, promises, query, kind } of table) {
    proves('AUTH-50', why, () => {
      const attempt = someAttempt({ promisesIssuer: promises });
      expect(classifyAnswer(`?state=the-state&code=c&${query}`, attempt).kind).toBe(kind);
    });
  }

  const variants = [
    ['a slash more', slash],
    ['capitals', 'iss=https://AS.example.com'],
    ['the default port', 'iss=https://as.example.com:443'],
    ['encoded twice', `iss=${encodeURIComponent(encodeURIComponent('https://as.example.com'))}`],
    ['a space at the end', `${iss}%20`],
    ['a NUL at the end', `${iss}%00`],
    ['broken encoding', 'iss=https://as.example.com%ff'],
  ] as const;
  for (const [why, query] of variants) {
    proves('AUTH-51', `another issuer by ${why}`, () => {
      const answer = classifyAnswer(`?state=the-state&code=c&${query}`, someAttempt());
      expect(answer).toEqual({ kind: 'wrong', why: 'another issuer gave it (iss)' });
    });
  }

  proves('AUTH-52', 'nothing of an answer of another issuer is shown', () => {
    const query = `?state=the-state&error=access_denied&error_description=look&error_uri=u&${slash}`;
    const answer = classifyAnswer(query, someAttempt());
    expect(answer.kind).toBe('wrong');
    expect(JSON.stringify(answer)).not.toMatch(/access_denied|look|error/);
  });

  proves('AUTH-52', 'an error without the issuer that was promised is not acted on', () => {
    const answer = classifyAnswer(
      '?state=the-state&error=invalid_client',
      someAttempt({ promisesIssuer: true }),
    );
    expect(answer.kind).toBe('wrong');
  });
});

describe('state', () => {
  const wrong = [
    ['none', '?code=c'],
    ['another', '?state=other&code=c'],
    ['a longer one', '?state=the-state2&code=c'],
    ['other capitals', '?state=The-State&code=c'],
    ['two', '?state=the-state&state=other&code=c'],
    ['twice the right one', '?state=the-state&state=the-state&code=c'],
    ['the right one, twice, once by its encoded name', '?state=the-state&%73tate=the-state&code=c'],
    ['in the fragment', '?code=c#state=the-state'],
    ['encoded twice', '?state=the%252Dstate&code=c'],
  ] as const;
  for (const [why, query] of wrong) {
    proves('AUTH-42', `${why} is refused`, () => {
      const answer = classifyAnswer(base + query, someAttempt());
      expect(answer).toEqual({ kind: 'wrong', why: 'its state is not the one of this sign-in' });
    });
  }

  proves('AUTH-42', 'state is judged before the issuer is', () => {
    const answer = classifyAnswer('?state=x&code=c&iss=https://evil.test', someAttempt());
    expect(answer).toMatchObject({ why: 'its state is not the one of this sign-in' });
  });
});

describe('what it says', () => {
  test.each([
    ['a whole URL', `${base}?code=c1&state=the-state`, { kind: 'code', code: 'c1' }],
    ['a query', 'code=c1&state=the-state', { kind: 'code', code: 'c1' }],
    ['encoded', '?code=a%2Bb%20c&state=the%2Dstate', { kind: 'code', code: 'a+b c' }],
    ['a fragment behind', '?code=c1&state=the-state#_=_', { kind: 'code', code: 'c1' }],
    [
      'an error, whatever code is there too',
      '?state=the-state&code=c&error=access_denied&error_description=x',
      { kind: 'refused', error: 'access_denied', refusesResource: false },
    ],
    [
      'an error that is no code of one',
      '?state=the-state&error=%1b[31mred%0anew',
      { kind: 'refused', error: undefined, refusesResource: false },
    ],
  ])('%s', (_why, text, expected) => {
    expect(classifyAnswer(text, someAttempt())).toEqual(expected);
  });

  test.each([
    ['the code twice', '?code=c&code=d&state=the-state'],
    ['the code twice, once by its encoded name', '?code=c&c%6Fde=d&state=the-state'],
    ['the issuer twice', `?code=c&state=the-state&${iss}&${iss}`],
    ['any parameter twice', '?code=c&state=the-state&x=1&x=2'],
    ['no code', '?state=the-state'],
    ['an empty code', '?state=the-state&code='],
    ['a code with other capitals', '?state=the-state&CODE=c'],
    ['a megabyte', `?state=the-state&code=${'x'.repeat(1_048_576)}`],
  ])('%s is refused', (_why, text) => {
    const answer = classifyAnswer(text, someAttempt());
    expect(answer.kind).toBe('wrong');
    expect(JSON.stringify(answer).length).toBeLessThan(200);
  });
});
