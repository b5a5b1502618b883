import { answer, callGoesOut, done, inBothEras, recall, refusal, stillWorks } from './phrases.ts';
import type { EraName, Scenario, Step } from './scenario.ts';

const text = [{ type: 'text', text: 'done' }];

function itsAnswer(era: EraName): readonly Step[] {
  return [{ peer: answer('call', done(era)) }, { expectResult: { content: text }, of: 'callTool' }];
}

/** An answer to a tool call that is none, and how its error says so. */
const unusable: readonly {
  title: string;
  rows: Scenario['rows'];
  message: object;
  words: readonly string[];
}[] = [
  {
    title: 'both a result and an error',
    rows: ['W-32', 'RPC-07'],
    message: { ...answer('call', { content: text }), error: { code: 1, message: 'no' } },
    words: ['result', 'error'],
  },
  {
    title: 'neither a result nor an error',
    rows: ['W-32', 'RPC-07'],
    message: { jsonrpc: '2.0', id: recall('call.id') },
    words: ['result', 'error'],
  },
  {
    title: 'a result that is text',
    rows: ['W-32', 'RPC-07'],
    message: answer('call', 'done'),
    words: ['object'],
  },
  {
    title: 'a result that is a list',
    rows: ['W-32', 'RPC-07'],
    message: answer('call', []),
    words: ['object'],
  },
  {
    title: 'a result that is null',
    rows: ['W-32', 'RPC-07'],
    message: answer('call', null),
    words: [],
  },
  {
    title: 'content that is text',
    rows: ['W-32', 'H-10'],
    message: answer('call', { content: 'done' }),
    words: ['content'],
  },
  {
    title: 'content whose text is a number',
    rows: ['W-32', 'H-10'],
    message: answer('call', { content: [{ type: 'text', text: 5 }] }),
    words: ['content'],
  },
  {
    title: 'an error without a code',
    rows: ['W-32', 'RPC-09'],
    message: refusal('call', { message: 'no' }),
    words: ['code'],
  },
  {
    title: 'an error with a code that is text',
    rows: ['W-32', 'RPC-09'],
    message: refusal('call', { code: '-32602', message: 'no' }),
    words: ['code'],
  },
  {
    title: 'an error with a code that is a fraction',
    rows: ['W-32', 'RPC-09'],
    message: refusal('call', { code: 1.5, message: 'no' }),
    words: ['code'],
  },
  {
    title: 'an error without words',
    rows: ['W-32', 'RPC-09'],
    message: refusal('call', { code: -32602 }),
    words: ['message'],
  },
  {
    title: 'an error that is text',
    rows: ['W-32', 'RPC-09'],
    message: refusal('call', 'no'),
    words: [],
  },
  {
    title: 'another version of JSON-RPC',
    rows: ['W-32', 'RPC-01'],
    message: { ...answer('call', { content: text }), jsonrpc: '1.0' },
    words: ['jsonrpc'],
  },
];

/** A message that answers nothing and harms nothing. */
const stray: readonly {
  title: string;
  rows: Scenario['rows'];
  message: unknown;
  report: string;
}[] = [
  {
    title: 'an answer with an unknown id',
    rows: ['W-32', 'RPC-07'],
    message: { jsonrpc: '2.0', id: 987_654, result: { content: text } },
    report: 'unknown-answer',
  },
  {
    title: 'a refusal with an unknown id',
    rows: ['W-32', 'RPC-07'],
    message: { jsonrpc: '2.0', id: 'never sent', error: { code: 1, message: 'no' } },
    report: 'unknown-answer',
  },
  {
    title: 'an answer whose id has another type',
    rows: ['W-32', 'RPC-07'],
    message: {
      jsonrpc: '2.0',
      id: { ...recall('call.id'), $otherType: true },
      result: { content: text },
    },
    report: 'unknown-answer',
  },
  {
    title: 'an error with a null id',
    rows: ['W-32', 'RPC-08'],
    message: { jsonrpc: '2.0', id: null, error: { code: -32700, message: 'Parse error' } },
    report: 'unattributed-error',
  },
  {
    title: 'an error without an id',
    rows: ['W-32', 'RPC-08'],
    message: { jsonrpc: '2.0', error: { code: -32600, message: 'Invalid request' } },
    report: 'unattributed-error',
  },
  {
    title: 'a result with a null id',
    rows: ['W-32'],
    message: { jsonrpc: '2.0', id: null, result: { content: text } },
    report: 'invalid-message',
  },
  {
    title: 'a result without an id',
    rows: ['W-32'],
    message: { jsonrpc: '2.0', result: { content: text } },
    report: 'invalid-message',
  },
  { title: 'a number', rows: ['W-32', 'RPC-01'], message: 5, report: 'invalid-message' },
  { title: 'text', rows: ['W-32', 'RPC-01'], message: 'hello', report: 'invalid-message' },
  { title: 'null', rows: ['W-32', 'RPC-01'], message: null, report: 'invalid-message' },
  { title: 'an empty object', rows: ['W-32', 'RPC-01'], message: {}, report: 'invalid-message' },
  {
    title: 'a method that is a number',
    rows: ['W-32', 'RPC-01'],
    message: { jsonrpc: '2.0', method: 5 },
    report: 'invalid-message',
  },
];

/** Answers that are none, and messages that answer nothing. */
export const unusableAnswerScenarios: readonly Scenario[] = [
  ...unusable.flatMap(({ title, rows, message, words }) =>
    inBothEras((era) => ({
      rows,
      title: `the call fails at once on ${title}`,
      steps: [
        ...callGoesOut,
        { peer: message },
        {
          expectError: {
            kind: 'ProtocolError',
            code: 'INVALID_RESULT',
            mentions: ['tools/call', ...words],
          },
        },
        { expectSentNothing: true },
        ...stillWorks(era),
      ],
    })),
  ),
  ...stray.flatMap(({ title, rows, message, report }) =>
    inBothEras((era) => ({
      rows,
      title: `${title} is reported, and the call goes on`,
      steps: [
        ...callGoesOut,
        { peer: message },
        { expectPending: true },
        { expectReport: report },
        { expectSentNothing: true },
        ...itsAnswer(era),
      ],
    })),
  ),
];
