import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Challenge, parseChallenges } from '../../../src/oauth/challenge/parse-challenges.ts';
import { proves } from '../../support/proves.ts';

interface Read {
  readonly why: string;
  readonly field: string;
  readonly challenges: readonly Challenge[];
}

const legal: readonly Read[] = [
  { why: 'nothing', field: '', challenges: [] },
  {
    why: 'a scheme alone',
    field: 'Negotiate',
    challenges: [{ scheme: 'negotiate', parameters: {} }],
  },
  {
    why: 'one parameter in quotes',
    field: 'Bearer realm="a b"',
    challenges: [{ scheme: 'bearer', parameters: { realm: 'a b' } }],
  },
  {
    why: 'one parameter as a token',
    field: 'Bearer error=invalid_token',
    challenges: [{ scheme: 'bearer', parameters: { error: 'invalid_token' } }],
  },
  {
    why: 'names in any case, and values as they are',
    field: 'BEARER Resource_Metadata="https://H.example/X", SCOPE="A b"',
    challenges: [
      {
        scheme: 'bearer',
        parameters: { resource_metadata: 'https://H.example/X', scope: 'A b' },
      },
    ],
  },
  {
    why: 'several challenges in one field',
    field: 'Newauth realm="apps", type=1, title="Login to \\"apps\\"", Basic realm="simple"',
    challenges: [
      { scheme: 'newauth', parameters: { realm: 'apps', type: '1', title: 'Login to "apps"' } },
      { scheme: 'basic', parameters: { realm: 'simple' } },
    ],
  },
  {
    why: 'token68',
    field: 'Negotiate YII/+a-b_c.~==, Bearer realm="x"',
    challenges: [
      { scheme: 'negotiate', token68: 'YII/+a-b_c.~==', parameters: {} },
      { scheme: 'bearer', parameters: { realm: 'x' } },
    ],
  },
  {
    why: 'token68 that looks like a scheme',
    field: 'NTLM abc , Bearer',
    challenges: [
      { scheme: 'ntlm', token68: 'abc', parameters: {} },
      { scheme: 'bearer', parameters: {} },
    ],
  },
  {
    why: 'schemes without anything between others',
    field: 'Negotiate, Basic realm="x", DPoP algs="ES256 PS256", Bearer',
    challenges: [
      { scheme: 'negotiate', parameters: {} },
      { scheme: 'basic', parameters: { realm: 'x' } },
      { scheme: 'dpop', parameters: { algs: 'ES256 PS256' } },
      { scheme: 'bearer', parameters: {} },
    ],
  },
  {
    why: 'blanks around everything',
    field: ' \t, ,Bearer   realm  =\t"x" \t ,\t, scope = y ,, ',
    challenges: [{ scheme: 'bearer', parameters: { realm: 'x', scope: 'y' } }],
  },
  {
    why: 'commas, equals signs and schemes in quotes',
    field: 'Bearer realm="a, Basic realm=b", scope="c=d"',
    challenges: [{ scheme: 'bearer', parameters: { realm: 'a, Basic realm=b', scope: 'c=d' } }],
  },
  {
    why: 'escapes of what needs none',
    field: String.raw`Bearer realm="\a\\\"\,"`,
    challenges: [{ scheme: 'bearer', parameters: { realm: 'a\\",' } }],
  },
  {
    why: 'an empty value',
    field: 'Bearer realm="", scope="x"',
    challenges: [{ scheme: 'bearer', parameters: { realm: '', scope: 'x' } }],
  },
  {
    why: 'every character of a token',
    field: 'a!#$%&\'*+-.^_`|~9 b!#$%&\'*+-.^_`|~9="x"',
    challenges: [{ scheme: "a!#$%&'*+-.^_`|~9", parameters: { "b!#$%&'*+-.^_`|~9": 'x' } }],
  },
  {
    why: 'a name twice',
    field: 'Bearer realm="first", realm="second"',
    challenges: [{ scheme: 'bearer', parameters: { realm: 'first' } }],
  },
];

const sloppy: readonly Read[] = [
  {
    why: 'blanks between parameters',
    field: 'Bearer realm="x" scope="y" Basic realm="z"',
    challenges: [
      { scheme: 'bearer', parameters: { realm: 'x', scope: 'y' } },
      { scheme: 'basic', parameters: { realm: 'z' } },
    ],
  },
  {
    why: 'a URL without quotes',
    field: 'Bearer resource_metadata=https://h.example/x?y=1, scope=z',
    challenges: [
      {
        scheme: 'bearer',
        parameters: { resource_metadata: 'https://h.example/x?y=1', scope: 'z' },
      },
    ],
  },
  {
    why: 'a quoted string without an end',
    field: 'Bearer realm="x, scope="y',
    challenges: [
      { scheme: 'bearer', parameters: { realm: 'x, scope=' } },
      { scheme: 'y', parameters: {} },
    ],
  },
  {
    why: 'an escape without an end',
    field: 'Bearer realm="x\\',
    challenges: [{ scheme: 'bearer', parameters: { realm: 'x' } }],
  },
  {
    why: 'parameters of no scheme',
    field: 'realm="x", Bearer scope="y"',
    challenges: [{ scheme: 'bearer', parameters: { scope: 'y' } }],
  },
  {
    why: 'a comma after the scheme',
    field: 'Bearer, realm="x"',
    challenges: [{ scheme: 'bearer', parameters: { realm: 'x' } }],
  },
  {
    why: 'rubbish before and between',
    field: '@@ "Bearer realm=1" Bearer realm="x", ;;;, =, (a), scope="y"',
    challenges: [{ scheme: 'bearer', parameters: { realm: 'x', scope: 'y' } }],
  },
  {
    why: 'names that objects have of their own',
    field: 'Bearer __proto__="x", constructor=y, toString=z',
    challenges: [
      {
        scheme: 'bearer',
        parameters: JSON.parse('{"__proto__":"x","constructor":"y","tostring":"z"}') as Record<
          string,
          string
        >,
      },
    ],
  },
];

const sorted = (parameters: readonly [string, string][]) =>
  parameters.toSorted(([a], [b]) => (a < b ? -1 : 1));

const plain = (challenges: readonly Challenge[]) =>
  challenges.map(({ parameters, ...rest }) => ({
    ...rest,
    parameters: sorted(Object.entries(parameters)),
  }));

describe('what the grammar has', () => {
  for (const { why, field, challenges } of legal) {
    proves('AUTH-01', why, () => {
      expect(plain(parseChallenges(field))).toEqual(plain(challenges));
    });
  }
});

describe('what servers send', () => {
  for (const { why, field, challenges } of sloppy) {
    proves('AUTH-01', why, () => {
      expect(plain(parseChallenges(field))).toEqual(plain(challenges));
    });
  }
});

test('parameters inherit nothing', () => {
  expect(parseChallenges('Bearer x=y')[0]?.parameters['constructor']).toBeUndefined();
});

const tchar = fc.constantFrom(..."abzABZ019!#$%&'*+-.^_`|~".split(''));
const token = fc.string({ unit: tchar, minLength: 1, maxLength: 12 });
const blank = fc.constantFrom('', ' ', '\t', '  \t');
const separator = fc
  .tuple(blank, fc.constantFrom(',', ', ,', ',,'), blank)
  .map((parts) => parts.join(''));
const challenge = fc.record({
  scheme: token.map((name) => name.toLowerCase()),
  parameters: fc.uniqueArray(
    fc.tuple(
      token.map((name) => name.toLowerCase()),
      fc.string({ unit: 'binary-ascii' }).map((text) => text.replaceAll(/[\n\r]/g, ' ')),
    ),
    { selector: ([name]) => name, maxLength: 4 },
  ),
});

describe('properties', () => {
  proves(
    'AUTH-01',
    'what is written by the grammar is read as it was meant',
    () => {
      const one = fc.record({
        challenge,
        blank,
        separator,
        upper: fc.boolean(),
        escapeAll: fc.boolean(),
      });
      const field = fc.array(one, { maxLength: 4 }).map((all) => ({
        meant: all.map(({ challenge: { scheme, parameters } }) => ({
          scheme,
          parameters: sorted(parameters),
        })),
        text: all
          .map(({ challenge: { scheme, parameters }, ...how }) => {
            const quoted = parameters.map(([name, value]) => {
              const escaped = value.replaceAll(how.escapeAll ? /([^])/g : /(["\\])/g, '\\$1');
              return `${how.upper ? name.toUpperCase() : name}${how.blank}=${how.blank}"${escaped}"`;
            });
            const list = quoted.join(how.separator);
            return `${how.upper ? scheme.toUpperCase() : scheme}${list === '' ? '' : ` ${list}`}`;
          })
          .join(', '),
      }));
      fc.assert(
        fc.property(field, ({ meant, text }) => {
          expect(plain(parseChallenges(text))).toEqual(meant);
        }),
        { numRuns: 500 },
      );
    },
    30_000,
  );

  proves('AUTH-01', 'two fields that are joined are read as both', () => {
    fc.assert(
      fc.property(fc.array(challenge, { maxLength: 3 }), (all) => {
        const fields = all.map(({ scheme, parameters }) => {
          const list = parameters.map(
            ([name, value]) => `${name}="${value.replaceAll(/(["\\])/g, '\\$1')}"`,
          );
          return `${scheme} ${list.join(', ')}`.trim();
        });
        const apart = fields.flatMap((one) => plain(parseChallenges(one)));
        expect(plain(parseChallenges(fields.join(', ')))).toEqual(apart);
      }),
    );
  });

  proves(
    'AUTH-01',
    'rubbish never throws',
    () => {
      const unit = fc.constantFrom(...'aB=",\\ \t/:@;()\u0000\u00e9\n~'.split(''));
      const rubbish = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit, maxLength: 60 }));
      fc.assert(
        fc.property(rubbish, (text) => {
          for (const { scheme, token68, parameters } of parseChallenges(text)) {
            expect(scheme).toMatch(/^[\w!#$%&'*+.^`|~-]+$/);
            expect(token68).not.toBe('');
            expect(Object.getPrototypeOf(parameters)).toBeNull();
          }
        }),
        { numRuns: 2000 },
      );
    },
    30_000,
  );
});

describe('a megabyte is read at once', () => {
  test.each([
    '"',
    '\\',
    '"\\',
    'a',
    'a ',
    'a,',
    'a=',
    'a="',
    'a=",',
    'a= ',
    ' ',
    ' ,',
    '=',
    '= ',
    '/',
    'a/ ',
    'a /',
    'a b="c", ',
    '\u0000',
    'é',
  ])(
    '%j',
    (piece) => {
      const text = piece.repeat(1_000_000 / piece.length);
      const begun = process.cpuUsage();
      for (const field of [text, `Bearer ${text}`, `Bearer a="${text}`]) parseChallenges(field);
      const { user } = process.cpuUsage(begun);
      // In proportion, that is about a second; to read it over and over takes minutes.
      expect(user / 1e6).toBeLessThan(10);
    },
    60_000,
  );
});
