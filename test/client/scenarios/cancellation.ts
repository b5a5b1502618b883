import {
  answer,
  callGoesOut,
  done,
  inBothEras,
  inEra,
  note,
  page,
  question,
  recall,
  refusal,
  stillWorks,
  tool,
} from './phrases.ts';
import type { Scenario, Step } from './scenario.ts';

const isCancelled: readonly Step[] = [
  { expectError: { kind: 'ProtocolError', code: 'CANCELLED', mentions: ['tools/call', 'work'] } },
  {
    expectSent: { method: 'notifications/cancelled', params: { requestId: recall('call.id') } },
    lacks: ['id'],
  },
];

/** Calls that are given up, by this side or by the other. */
export const cancellationScenarios: readonly Scenario[] = [
  ...inBothEras((era) => ({
    rows: ['W-31', era === 'modern' ? 'CAN-01' : 'CAN-03', 'CAN-07'],
    title:
      'an aborted call fails at once, the server is told, and the late answer is dropped quietly',
    steps: [
      ...callGoesOut,
      { abort: 'callTool' },
      ...isCancelled,
      { peer: answer('call', done(era)) },
      { expectNoReport: true },
      ...stillWorks(era),
    ],
  })),
  ...['out of patience', '', undefined, new Error('secret'), 5, { secret: 1 }].flatMap((reason) =>
    inBothEras(() => ({
      rows: ['W-31', 'CAN-14'],
      title: `a reason reaches the server as text, or not at all: ${JSON.stringify(reason)}`,
      steps: [
        ...callGoesOut,
        { abort: 'callTool', reason },
        { expectError: { kind: 'ProtocolError', code: 'CANCELLED' } },
        {
          expectSent: {
            method: 'notifications/cancelled',
            params: {
              requestId: recall('call.id'),
              ...(reason === 'out of patience' && { reason }),
            },
          },
          lacks: ['params.reason.secret'],
        },
      ],
    })),
  ),
  ...inBothEras((era) => ({
    rows: ['W-31', 'CAN-07'],
    title: 'a late refusal of an aborted call is dropped quietly too',
    steps: [
      ...callGoesOut,
      { abort: 'callTool' },
      ...isCancelled,
      { peer: refusal('call', { code: -32603, message: 'cancelled' }) },
      { expectNoReport: true },
      ...stillWorks(era),
    ],
  })),
  ...inBothEras((era) => ({
    rows: ['W-31', 'RPC-05'],
    title: 'the late answer of an aborted call never settles a later one',
    steps: [
      ...callGoesOut,
      { abort: 'callTool' },
      ...isCancelled,
      { client: 'callTool', name: 'again', as: 'again' },
      { expectSent: { params: { name: 'again' } }, as: 'again' },
      { peer: answer('call', done(era, 'of the first')) },
      { expectPending: true, of: 'again' },
      { peer: answer('again', done(era, 'of the second')) },
      { expectResult: { content: [{ text: 'of the second' }] }, of: 'again' },
      { expectNoReport: true },
    ],
  })),
  ...inBothEras((era) => ({
    rows: ['CAN-06'],
    title: 'a call that was aborted before it began is not sent',
    steps: [
      { client: 'callTool', name: 'work', settings: { signal: 'already-aborted' } },
      { expectError: { kind: 'ProtocolError', code: 'CANCELLED' } },
      { expectSentNothing: true },
      ...stillWorks(era),
    ],
  })),
  ...inBothEras((era) => ({
    rows: ['CAN-06'],
    title: 'an abort after the answer tells the server nothing',
    steps: [
      ...callGoesOut,
      { peer: answer('call', done(era)) },
      { expectResult: { content: [{ text: 'done' }] } },
      { abort: 'callTool' },
      { expectSentNothing: true },
    ],
  })),
  ...inBothEras(() => ({
    rows: ['CAN-06'],
    title: 'an abort after the time limit tells the server nothing more',
    steps: [
      ...callGoesOut,
      { advanceMs: 60_000 },
      { expectError: { code: 'TIMED_OUT' } },
      { expectSent: { method: 'notifications/cancelled' } },
      { abort: 'callTool' },
      { expectSentNothing: true },
    ],
  })),
  ...inBothEras((era) => ({
    rows: ['W-31', 'CAN-06'],
    title: 'an aborted list is cancelled at the page that it waits for',
    steps: [
      { client: 'listTools', settings: { signal: 'later' } },
      { expectSent: { method: 'tools/list' }, as: 'one' },
      { peer: answer('one', page(era, { tools: [tool('a')], nextCursor: 'x' })) },
      { expectSent: { method: 'tools/list', params: { cursor: 'x' } }, as: 'two' },
      { abort: 'listTools' },
      { expectError: { kind: 'ProtocolError', code: 'CANCELLED' } },
      {
        expectSent: { method: 'notifications/cancelled', params: { requestId: recall('two.id') } },
      },
    ],
  })),
  ...inBothEras((era) => ({
    rows: ['W-31'],
    title: 'one of two calls is aborted, the other is left alone',
    steps: [
      { client: 'callTool', name: 'other', as: 'other' },
      { expectSent: { params: { name: 'other' } }, as: 'other' },
      ...callGoesOut,
      { abort: 'callTool' },
      ...isCancelled,
      { peer: answer('other', done(era)) },
      { expectResult: { content: [{ text: 'done' }] }, of: 'other' },
    ],
  })),
  inEra('legacy', {
    rows: ['CAN-04'],
    title: 'an aborted handshake ends the connection, and initialize is not cancelled',
    fromStart: true,
    steps: [
      { client: 'connect', settings: { signal: 'later' } },
      { expectSent: { method: 'initialize' } },
      { abort: 'connect' },
      { expectError: { kind: 'ProtocolError', code: 'CANCELLED' } },
      { expectSentNothing: true },
      { expectClosed: true },
    ],
  }),
  ...inBothEras((era) => ({
    rows: ['CAN-10', ...(era === 'modern' ? (['CAN-09'] as const) : [])],
    title: 'a cancellation of the server that is malformed or names nothing changes nothing',
    anyReports: true,
    steps: [
      ...callGoesOut,
      { peer: note('notifications/cancelled') },
      { peer: note('notifications/cancelled', null) },
      { peer: note('notifications/cancelled', {}) },
      { peer: note('notifications/cancelled', { requestId: null }) },
      { peer: note('notifications/cancelled', { requestId: { a: 1 } }) },
      { peer: note('notifications/cancelled', { requestId: 'unknown', reason: 5 }) },
      { peer: note('notifications/cancelled', { requestId: recall('call.id') }) },
      { expectPending: true },
      { expectSentNothing: true },
      { peer: answer('call', done(era)) },
      { expectResult: { content: [{ text: 'done' }] } },
    ],
  })),
  inEra('legacy', {
    rows: ['CAN-08'],
    title: 'a question that the server takes back is not answered',
    options: { roots: 'held' },
    steps: [
      { peer: question('q', 'roots/list') },
      { peer: note('notifications/cancelled', { requestId: 'q', reason: 'never mind' }) },
      { expectReport: 'request-withdrawn', mentions: ['never mind'] },
      { releaseRoots: [{ uri: 'file:///a' }] },
      { expectSentNothing: true },
      ...stillWorks('legacy'),
    ],
  }),
  inEra('legacy', {
    rows: ['CAN-08', 'CAN-06'],
    title:
      'a question of the server may have the id of a call of ours: only the question is taken back',
    options: { roots: 'held' },
    steps: [
      ...callGoesOut,
      { peer: question(recall('call.id'), 'roots/list') },
      { peer: note('notifications/cancelled', { requestId: recall('call.id') }) },
      { expectReport: 'request-withdrawn' },
      { releaseRoots: [{ uri: 'file:///a' }] },
      { expectSentNothing: true },
      { expectPending: true },
      { peer: answer('call', done('legacy')) },
      { expectResult: { content: [{ text: 'done' }] } },
    ],
  }),
  inEra('legacy', {
    rows: ['CAN-10'],
    title: 'a question that was answered cannot be taken back any more',
    options: { roots: [{ uri: 'file:///a' }] },
    anyReports: true,
    steps: [
      { peer: question(7, 'roots/list') },
      { expectSent: { id: 7, result: { roots: [{ uri: 'file:///a' }] } } },
      { peer: note('notifications/cancelled', { requestId: 7 }) },
      { expectSentNothing: true },
      ...stillWorks('legacy'),
    ],
  }),
];
