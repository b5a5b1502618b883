import { expect } from 'vitest';
import { displayName, isNotFound, toolHints } from '../../../src/client/index.ts';
import { PeerError, TransportError, type ToolAnnotations } from '../../../src/protocol/index.ts';
import { proves } from '../../support/proves.ts';

const names: readonly { thing: Parameters<typeof displayName>[0]; name: string }[] = [
  { thing: { name: 'a' }, name: 'a' },
  { thing: { name: 'a', title: 'A' }, name: 'A' },
  { thing: { name: 'a', annotations: { title: 'B' } }, name: 'B' },
  { thing: { name: 'a', annotations: {} }, name: 'a' },
  { thing: { name: 'a', annotations: { title: 5 } }, name: 'a' },
  { thing: { name: 'a', annotations: { audience: ['user'] } }, name: 'a' },
  { thing: { name: 'a', title: 5 as never, annotations: null as never }, name: 'a' },
  { thing: { name: 'a', title: null as never, annotations: { title: 'B' } }, name: 'B' },
  { thing: { name: 'a', title: 'A', annotations: { title: 'B' } }, name: 'A' },
];

for (const { thing, name } of names) {
  proves('TOL-04', `${JSON.stringify(thing)} is displayed as ${name}`, () => {
    expect(displayName(thing)).toBe(name);
  });
}

/** Read-only, destructive, idempotent, open world: as they hold. */
const hints: readonly { given?: ToolAnnotations; hold: readonly boolean[] }[] = [
  { hold: [false, true, false, true] },
  { given: {}, hold: [false, true, false, true] },
  { given: { title: 'A' }, hold: [false, true, false, true] },
  { given: { readOnlyHint: true }, hold: [true, false, true, true] },
  { given: { readOnlyHint: true, destructiveHint: true }, hold: [true, true, true, true] },
  { given: { readOnlyHint: true, idempotentHint: false }, hold: [true, false, false, true] },
  { given: { destructiveHint: false }, hold: [false, false, false, true] },
  { given: { idempotentHint: true }, hold: [false, true, true, true] },
  { given: null as never, hold: [false, true, false, true] },
  { given: 'read-only' as never, hold: [false, true, false, true] },
  {
    given: { readOnlyHint: 'yes', destructiveHint: 0, openWorldHint: null } as never,
    hold: [false, true, false, true],
  },
  { given: { openWorldHint: false }, hold: [false, true, false, false] },
];

for (const { given, hold } of hints) {
  proves('TOL-01', `the hints that hold where ${JSON.stringify(given)} is given`, () => {
    const [readOnlyHint, destructiveHint, idempotentHint, openWorldHint] = hold;
    expect(toolHints(given === undefined ? {} : { annotations: given })).toEqual({
      readOnlyHint,
      destructiveHint,
      idempotentHint,
      openWorldHint,
    });
  });
}

const about = { server: 'far', method: 'resources/read', subject: 'a://b' };
const refusal = (code: number, method = about.method): PeerError =>
  new PeerError({ code, message: 'no' }, { ...about, method });

const errors: readonly { why: string; error: unknown; notFound: boolean }[] = [
  { why: 'the code of today', error: refusal(-32602), notFound: true },
  { why: 'the code of before', error: refusal(-32002), notFound: true },
  {
    why: 'the code of before, on a subscription',
    error: refusal(-32002, 'resources/subscribe'),
    notFound: true,
  },
  {
    why: 'bad parameters of something else',
    error: refusal(-32602, 'tools/call'),
    notFound: false,
  },
  { why: 'a server that broke', error: refusal(-32603), notFound: false },
  { why: 'an unknown method', error: refusal(-32601), notFound: false },
  {
    why: 'a way that failed',
    error: new TransportError('CLOSED', 'no', { ...about, failure: { kind: 'closed' } }),
    notFound: false,
  },
  { why: 'what is alike', error: { code: -32002 }, notFound: false },
  { why: 'nothing', error: undefined, notFound: false },
];

for (const { why, error, notFound } of errors) {
  proves('RES-01', `${why}: ${notFound ? 'no such resource' : 'something else'}`, () => {
    expect(isNotFound(error)).toBe(notFound);
  });
}
