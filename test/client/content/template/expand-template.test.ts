import * as fc from 'fast-check';
import { expect } from 'vitest';
import {
  expandTemplate,
  TemplateError,
  templateVariables,
  type TemplateValue,
} from '../../../../src/client/index.ts';
import { proves } from '../../../support/proves.ts';
import { rfcExamples, rfcVariables } from './rfc-examples.ts';

for (const [section, examples] of Object.entries(rfcExamples)) {
  proves('RES-04', `templates expand as in RFC 6570, section ${section}`, () => {
    const uris = Object.keys(examples).map((template) => [
      template,
      expandTemplate(template, rfcVariables),
    ]);
    expect(Object.fromEntries(uris)).toEqual(examples);
  });
}

interface Case {
  readonly why: string;
  readonly template: string;
  readonly variables?: Readonly<Record<string, unknown>>;
}

const good: readonly (Case & { readonly uri: string })[] = [
  { why: 'no expression', template: 'file:///a%20b?c', uri: 'file:///a%20b?c' },
  { why: 'nothing at all', template: '', uri: '' },
  { why: 'a literal of another script', template: 'note://é/{a}', uri: 'note://%C3%A9/' },
  { why: 'an apostrophe outside', template: "note://it's", uri: "note://it's" },
  { why: 'a name with dots', template: '{a.b}', variables: { 'a.b': 'x' }, uri: 'x' },
  { why: 'an encoded name', template: '{?a%20b}', variables: { 'a%20b': 'x' }, uri: '?a%20b=x' },
  { why: 'a name of digits', template: '{?1}', variables: { 1: 'x' }, uri: '?1=x' },
  {
    why: 'two names alike but for their case',
    template: '{a}{A}',
    variables: { a: '1', A: '2' },
    uri: '12',
  },
  { why: 'a name that every object has', template: '{constructor}{__proto__}', uri: '' },
  { why: 'a value of null', template: '[{a}]', variables: { a: null }, uri: '[]' },
  { why: 'an empty list', template: '{?a}{?a*}', variables: { a: [] }, uri: '' },
  {
    why: 'members that are not there',
    template: '{/a*}{?b*}',
    variables: { a: ['x', undefined, null, 'y'], b: { c: undefined, d: 'z' } },
    uri: '/x/y?d=z',
  },
  {
    why: 'nothing but members that are not there',
    template: '{/a}{?b*}',
    variables: { a: [null], b: { c: undefined } },
    uri: '',
  },
  {
    why: 'empty members',
    template: '{?a*}{;a*}{?b*}{;b*}{/a*}',
    variables: { a: [''], b: { c: '' } },
    uri: '?a=;a?c=;c/',
  },
  {
    why: 'a key with a meaning',
    template: '{?a*}',
    variables: { a: { 'x&y': '1' } },
    uri: '?x%26y=1',
  },
  {
    why: 'what is encoded already',
    template: '{a}{+a}{#a}',
    variables: { a: 'x%2Fy%zz' },
    uri: 'x%252Fy%25zzx%2Fy%25zz#x%2Fy%25zz',
  },
  {
    why: 'what only some other encoders leave as it is',
    template: '{a}{+a}',
    variables: { a: "!'()*" },
    uri: "%21%27%28%29%2A!'()*",
  },
  {
    why: 'a way out of the folder',
    template: 'file:///notes/{a}',
    variables: { a: '../../etc?x#y' },
    uri: 'file:///notes/..%2F..%2Fetc%3Fx%23y',
  },
  {
    why: 'a cut between two letters',
    template: '{a:2}',
    variables: { a: 'éèê' },
    uri: '%C3%A9%C3%A8',
  },
  { why: 'a cut beside a pair', template: '{a:1}', variables: { a: '😀😀' }, uri: '%F0%9F%98%80' },
  { why: 'a cut behind what is encoded', template: '{+a:1}', variables: { a: '%2Fb' }, uri: '%2F' },
  {
    why: 'a cut before what gets encoded',
    template: '{a:1}',
    variables: { a: '%2Fb' },
    uri: '%25',
  },
  { why: 'a cut across lines', template: '{a:3}', variables: { a: '1\n2\n' }, uri: '1%0A2' },
  { why: 'the longest cut', template: '{a:9999}', variables: { a: 'b' }, uri: 'b' },
];

for (const { why, template, variables = {}, uri } of good) {
  proves('RES-04', `${why}: ${template}`, () => {
    expect(expandTemplate(template, variables as Record<string, TemplateValue>)).toBe(uri);
  });
}

const bad: readonly (Case & { readonly at: number; readonly code?: string })[] = [
  { why: 'an open brace', template: 'note://{a', at: 7 },
  { why: 'a brace within braces', template: '{a{b}}', at: 1 },
  { why: 'a closing brace alone', template: '/a}', at: 2 },
  { why: 'an empty expression', template: 'a{}', at: 2 },
  { why: 'an operator alone', template: '{?}', at: 2 },
  { why: 'an empty name', template: '{a,,b}', at: 3 },
  { why: 'a comma at the end', template: '{a,}', at: 3 },
  ...['=', ',', '!', '@', '|', '$', '-', '~'].map((first) => ({
    why: 'an operator that nobody has defined',
    template: `{${first}a}`,
    at: 1,
  })),
  { why: 'two operators', template: '{/?id}', at: 2 },
  { why: 'an operator behind', template: '/h#{hello+}', at: 4 },
  { why: 'a name with a space', template: '{a b}', at: 1 },
  { why: 'a space before a name', template: '{?x, y}', at: 4 },
  { why: 'a name with a hyphen', template: '{a,default-graph}', at: 3 },
  { why: 'a name that begins with a dot twice', template: '{..a}', at: 2 },
  { why: 'a name that ends with a dot', template: '{a.}', at: 1 },
  { why: 'a name that is half encoded', template: '{a%2}', at: 1 },
  { why: 'a cut to a word', template: '{var:prefix}', at: 1 },
  { why: 'a cut to nothing', template: '{a:0}', at: 1 },
  { why: 'a cut too long', template: '{a:10000}', at: 1 },
  { why: 'a cut without a length', template: '{a:}', at: 1 },
  { why: 'a cut and more', template: '{a:2*}', at: 1 },
  { why: 'a space outside', template: 'note://my notes', at: 9 },
  { why: 'a tag outside', template: 'note://<b>', at: 7 },
  { why: 'a line break outside', template: 'note://\n', at: 7 },
  { why: 'a per cent sign alone', template: '100%/{a}', at: 3 },
  { why: 'half a pair outside', template: 'a\ud83d', at: 1 },
  { why: 'a template without end', template: 'a'.repeat(65_537), at: 65_536 },
  ...['{a:1}', '{+a:1}'].flatMap((template) =>
    [['x'], { x: 'y' }].map((a) => ({
      why: `a list or record that is cut, ${JSON.stringify(a)}`,
      template,
      variables: { a },
      at: template.indexOf('a'),
      code: 'UNUSABLE_VALUE',
    })),
  ),
  ...[
    5,
    true,
    ['x', 5],
    { x: 5 },
    { x: ['y'] },
    () => 'x',
    1n,
    'a\ud83d',
    ['\ude00'],
    { '\ude00': 'x' },
  ].map((a) => ({
    why: 'a value that is no text',
    template: '{?b,a}',
    variables: { a },
    at: 4,
    code: 'UNUSABLE_VALUE',
  })),
  {
    why: 'a URI without end, of one value many times',
    template: `{a,${'a,'.repeat(1_000)}a}`,
    variables: { a: 'x'.repeat(10_000) },
    at: 209,
    code: 'URI_TOO_LONG',
  },
  {
    why: 'a URI without end, of one name many times',
    template: `{?${'n'.repeat(50_000)}*}`,
    variables: { ['n'.repeat(50_000)]: Array.from({ length: 100_000 }, () => '') },
    at: 2,
    code: 'URI_TOO_LONG',
  },
];

for (const { why, template, variables = {}, at, code = 'MALFORMED_TEMPLATE' } of bad) {
  proves('RES-04', `${why} is an error that says where: ${template.slice(0, 40)}`, () => {
    const error = failure(() =>
      expandTemplate(template, variables as Record<string, TemplateValue>),
    );
    expect(error).toBeInstanceOf(TemplateError);
    const { message, ...facts } = error as TemplateError;
    expect(facts).toMatchObject({ name: 'TemplateError', code, at });
    expect(message).toMatch(new RegExp(`^at ${at} of the URI template ".*\\[${code}\\]$`));
    expect(message.length).toBeLessThan(1_500);
  });
}

proves('RES-04', 'the variables of a template are known by name, each once, in their order', () => {
  expect(templateVariables('note://{a}/{+b,c:3}{?a,d.e*}')).toEqual(['a', 'b', 'c', 'd.e']);
  expect(templateVariables('note://all')).toEqual([]);
  expect(failure(() => templateVariables('{!'))).toMatchObject({
    code: 'MALFORMED_TEMPLATE',
    at: 0,
  });
});

const text = fc.string({ unit: 'grapheme' });
const anything = fc.oneof(text, fc.array(text), fc.dictionary(text, text), fc.constant(undefined));
const template = fc
  .array(
    fc.oneof(fc.constantFrom(...'{}{}+#./;?&*:,%ab19 é'.split(''), '{a}', '{b*}', '{?a,b}'), text),
  )
  .map((parts) => parts.join(''));

proves('RES-04', 'whatever the template, there is a URI, or an error that says where', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(template, anything, anything, (some, a, b) => {
      try {
        const uri = expandTemplate(some, { a, b });
        seen.add('URI');
        expect(uri).toMatch(/^(?:[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})*$/);
      } catch (error) {
        if (!(error instanceof TemplateError)) throw error;
        seen.add(error.code);
        expect(error.at).toBeGreaterThanOrEqual(0);
        expect(error.at).toBeLessThanOrEqual(some.length);
      }
    }),
    { numRuns: 2_000 },
  );
  expect([...seen]).toEqual(expect.arrayContaining(['URI', 'MALFORMED_TEMPLATE']));
});

proves('RES-04', 'what was written can be read again', () => {
  fc.assert(
    fc.property(fc.array(text, { minLength: 1 }), (list) => {
      const [first = ''] = list;
      expect(decodeURIComponent(expandTemplate('{a}', { a: first }))).toBe(first);
      const query = new URLSearchParams(expandTemplate('{?a*}', { a: list }));
      expect(query.getAll('a')).toEqual(list);
      const segments = expandTemplate('{/a*}', { a: list }).split('/').slice(1);
      expect(segments.map(decodeURIComponent)).toEqual(list);
    }),
  );
});

function failure(act: () => unknown): unknown {
  try {
    return act();
  } catch (error) {
    return error;
  }
}
