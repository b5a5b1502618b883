import { expect } from 'vitest';
import { withTraceContext } from '../../../src/client/trace/trace-context.ts';
import { proves } from '../../support/proves.ts';

const parent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
const many = (count: number, each: string): string =>
  Array.from({ length: count }, (_, n) => each.replace('#', String(n))).join(',');

for (const { why, value, taken } of [
  { why: 'as it is made today', value: parent, taken: true },
  { why: 'of a later version', value: parent.replace('00-', 'cc-'), taken: true },
  { why: 'of the version that is none', value: parent.replace('00-', 'ff-'), taken: false },
  { why: 'in capitals', value: parent.toUpperCase(), taken: false },
  { why: 'of no trace', value: parent.replaceAll('a', '0'), taken: false },
  { why: 'of no parent', value: parent.replaceAll('b', '0'), taken: false },
  { why: 'without flags', value: parent.slice(0, -3), taken: false },
  { why: 'with more than there is', value: `${parent}-00`, taken: false },
  { why: 'with a line end', value: `${parent}\n`, taken: false },
  { why: 'that is no text', value: 7, taken: false },
]) {
  proves('META-06', `a traceparent ${why} is ${taken ? 'sent' : 'left out'}`, () => {
    const sent = withTraceContext({ a: 1 }, { traceparent: value });
    expect(sent).toEqual(taken ? { a: 1, _meta: { traceparent: value } } : { a: 1 });
  });
}

for (const { why, value, taken } of [
  { why: 'of one member', value: 'rojo=00f067aa0ba902b7', taken: true },
  { why: 'of a tenant', value: '1a@vendor=x', taken: true },
  { why: 'with space and an empty member', value: 'a=1 , \t,b= 2', taken: true },
  { why: 'of 32 members', value: many(32, 'k#=v'), taken: true },
  { why: 'of 33 members', value: many(33, 'k#=v'), taken: false },
  { why: 'with a key twice', value: 'a=1,a=2', taken: false },
  { why: 'with a key in capitals', value: 'A=1', taken: false },
  { why: 'with a key that is too long', value: `${'k'.repeat(257)}=1`, taken: false },
  { why: 'with a value that is too long', value: `a=${'v'.repeat(257)}`, taken: false },
  { why: 'with a value of the greatest length', value: `a=${'v'.repeat(256)}`, taken: true },
  { why: 'without a value', value: 'a=', taken: false },
  { why: 'with two signs', value: 'a=1=2', taken: false },
  { why: 'with a letter outside ASCII', value: 'a=é', taken: false },
  { why: 'that is empty', value: '', taken: false },
  { why: 'that is no text', value: ['a=1'], taken: false },
]) {
  proves('META-06', `a tracestate ${why} is ${taken ? 'sent' : 'left out'}`, () => {
    const sent = withTraceContext(undefined, { traceparent: parent, tracestate: value });
    const state = taken ? { tracestate: value } : {};
    expect(sent).toEqual({ _meta: { traceparent: parent, ...state } });
  });
}

for (const { why, value, taken } of [
  { why: 'of one member', value: 'userId=alice', taken: true },
  { why: 'with space around everything', value: 'a = 1 ; p ; q = 2 ,\tb = 3', taken: true },
  { why: 'with an empty value', value: 'a=', taken: true },
  { why: 'with a sign in a value', value: 'a=b=c', taken: true },
  { why: 'of 64 members', value: many(64, 'k#=v'), taken: true },
  { why: 'of 65 members', value: many(65, 'k#=v'), taken: false },
  { why: 'of 8192 bytes', value: `a=${'v'.repeat(8_190)}`, taken: true },
  { why: 'of 8193 bytes', value: `a=${'v'.repeat(8_191)}`, taken: false },
  { why: 'with an empty member', value: 'a=1,,b=2', taken: false },
  { why: 'with a space in a value', value: 'a=1 2', taken: false },
  { why: 'with quotation marks', value: 'a="1"', taken: false },
  { why: 'with a key that is none', value: 'a b=1', taken: false },
  { why: 'without a key', value: '=1', taken: false },
  { why: 'with a property that is none', value: 'a=1;b c', taken: false },
  { why: 'with a letter outside ASCII', value: 'a=é', taken: false },
  { why: 'that is empty', value: '', taken: false },
  { why: 'that is no text', value: {}, taken: false },
]) {
  proves('META-06', `baggage ${why} is ${taken ? 'sent' : 'left out'}`, () => {
    const sent = withTraceContext({ a: 1 }, { baggage: value });
    expect(sent).toEqual(taken ? { a: 1, _meta: { baggage: value } } : { a: 1 });
  });
}

const carried = { traceparent: parent, tracestate: 'a=1', baggage: 'b=2', other: 'x' };
const mine = { traceparent: 'mine' };

for (const { why, own, sent } of [
  {
    why: 'nothing',
    own: undefined,
    sent: { traceparent: parent, tracestate: 'a=1', baggage: 'b=2' },
  },
  { why: 'a parent', own: mine, sent: { ...mine, baggage: 'b=2' } },
  { why: 'a state', own: { tracestate: 'm' }, sent: { tracestate: 'm', baggage: 'b=2' } },
  {
    why: 'baggage and more',
    own: { baggage: 'm', 'com.example/a': 1 },
    sent: { traceparent: parent, tracestate: 'a=1', baggage: 'm', 'com.example/a': 1 },
  },
]) {
  proves('META-06', `where a caller gave ${why}, that stays`, () => {
    const params = { a: 1, ...(own && { _meta: own }) };
    expect(withTraceContext(params, carried)).toEqual({ a: 1, _meta: sent });
    expect(params).toEqual({ a: 1, ...(own && { _meta: own }) });
  });
}

proves('META-06', 'a state without its parent is left out', () => {
  const params = { a: 1 };
  expect(withTraceContext(params, { tracestate: 'a=1' })).toBe(params);
});

proves('META-06', 'what a caller of an extension has instead of metadata is left alone', () => {
  for (const _meta of ['text', ['list'], 7]) {
    const params = { a: 1, _meta };
    expect(withTraceContext(params, carried)).toBe(params);
  }
});
