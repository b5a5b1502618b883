import { describe, expect, test } from 'vitest';
import {
  checkRules,
  decide,
  RuleError,
  type Decision,
  type Rules,
} from '../../../src/garuda/trust/index.ts';
import { matches } from '../../../src/garuda/trust/policy.ts';
import { proves } from '../../support/proves.ts';

const call = (server: string, tool: string, input = '{}') =>
  ({ kind: 'call', server, name: `mcp__${server}__${tool}`, input }) as const;

describe('a call', () => {
  const cases: readonly (readonly [string, Rules, ReturnType<typeof call>, Decision])[] = [
    ['no rule', {}, call('a', 'b'), 'ask'],
    ['its tool', { allow: ['mcp__a__b'] }, call('a', 'b'), 'allow'],
    ['another tool', { allow: ['mcp__a__c'] }, call('a', 'b'), 'ask'],
    ['a tool that begins so', { allow: ['mcp__a__b'] }, call('a', 'bc'), 'ask'],
    ['all of its server', { allow: ['mcp__a__*'] }, call('a', 'b'), 'allow'],
    ['all of another', { allow: ['mcp__b__*'] }, call('a', 'b'), 'ask'],
    ['a server whose name begins so', { allow: ['mcp__a__*'] }, call('a__b', 'c'), 'ask'],
    ['a server with two bars', { allow: ['mcp__a__b__*'] }, call('a__b', 'c'), 'allow'],
    ['denied', { allow: ['mcp__a__*'], deny: ['mcp__a__b'] }, call('a', 'b'), 'deny'],
    ['denied for another', { allow: ['mcp__a__*'], deny: ['mcp__a__c'] }, call('a', 'b'), 'allow'],
    ['all denied', { allow: ['mcp__a__b'], deny: ['mcp__a__*'] }, call('a', 'b'), 'deny'],
    [
      'its input',
      { allow: ['mcp__a__b({"p":"docs/*)'] },
      call('a', 'b', '{"p":"docs/x"}'),
      'allow',
    ],
    ['another input', { allow: ['mcp__a__b({"p":"docs/*)'] }, call('a', 'b', '{"p":"etc"}'), 'ask'],
    ['a part alone', { allow: ['mcp__a__b("docs")'] }, call('a', 'b', '{"p":"docs"}'), 'ask'],
    [
      'denied input',
      { deny: ['mcp__a__*(*secret*)'] },
      call('a', 'b', '{"p":"my secret"}'),
      'deny',
    ],
    ['brackets in it', { allow: ['mcp__a__b(*(x)*)'] }, call('a', 'b', '{"p":"(x)"}'), 'allow'],
    ['lines in it', { allow: ['mcp__a__b(*x*)'] }, call('a', 'b', '{\n"x":1}'), 'allow'],
    ['an empty pattern', { allow: ['mcp__a__b()'] }, call('a', 'b'), 'ask'],
  ];
  for (const [why, rules, request, expected] of cases) {
    proves('G-27', `${why}: ${expected}`, () => {
      expect(decide(request, checkRules(rules))).toBe(expected);
    });
  }
});

describe('a start, and tools', () => {
  const none = checkRules({});
  proves('G-06', "a project's server is asked about, unless it was agreed to", () => {
    expect(decide({ kind: 'start', scope: 'project', isAgreed: false }, none)).toBe('ask');
    expect(decide({ kind: 'start', scope: 'project', isAgreed: true }, none)).toBe('allow');
    expect(decide({ kind: 'start', scope: 'user', isAgreed: false }, none)).toBe('allow');
  });

  proves('G-06', "a project's changed tools are asked about, the user's are not", () => {
    expect(decide({ kind: 'tools', scope: 'project', compared: 'changed' }, none)).toBe('ask');
    expect(decide({ kind: 'tools', scope: 'project', compared: 'same' }, none)).toBe('allow');
    expect(decide({ kind: 'tools', scope: 'project', compared: 'unknown' }, none)).toBe('allow');
    expect(decide({ kind: 'tools', scope: 'user', compared: 'changed' }, none)).toBe('allow');
  });
});

test.each([
  '',
  'b',
  'mcp__a',
  'mcp__a__',
  'mcp__A__b',
  'mcp____b',
  'mcp__a__b*',
  'mcp__*__b',
  'mcp__a__b(',
  'mcp__a__b(x) y',
])('the rule %j cannot be meant, and says what was expected', (rule) => {
  expect(() => checkRules({ allow: [rule] })).toThrow(RuleError);
  expect(() => checkRules({ deny: [rule] })).toThrow('expected mcp__SERVER__TOOL');
});

test('patterns: a star stands for any text', () => {
  const fitting: readonly (readonly [string, string, boolean])[] = [
    ['', '', true],
    ['', 'x', false],
    ['*', '', true],
    ['*', 'anything', true],
    ['a*', 'abc', true],
    ['*c', 'abc', true],
    ['a*c', 'abc', true],
    ['a*c', 'ac', true],
    ['ab*bc', 'abc', false],
    ['a*b*c', 'aXbYc', true],
    ['a*b*c', 'aXcYb', false],
    ['a.c', 'abc', false],
    ['**', 'x', true],
  ];
  for (const [pattern, text, expected] of fitting)
    expect([pattern, text, matches(pattern, text)]).toEqual([pattern, text, expected]);
});

test('a pattern of many stars takes no time that grows out of hand', () => {
  expect(matches(`${'*a'.repeat(2_000)}b`, 'a'.repeat(100_000))).toBe(false);
});
