import {
  answer,
  callGoesOut,
  done,
  inBothEras,
  inEra,
  note,
  page,
  progressOn,
  question,
  recall,
  stillWorks,
  tool,
} from './phrases.ts';
import type { Scenario } from './scenario.ts';

const talk = [
  note('notifications/message', { level: 'info', data: 'starting' }),
  note('notifications/message', { level: 'nonsense' }),
  note('notifications/tools/list_changed'),
  note('notifications/prompts/list_changed', {}),
  note('notifications/resources/list_changed'),
  note('notifications/resources/updated', { uri: 'file:///a' }),
  note('notifications/resources/updated'),
  note('notifications/progress', { progressToken: 'nobody', progress: 1 }),
  note('notifications/cancelled', { requestId: 'nobody' }),
  note('notifications/of-the-future'),
];

/** Servers that talk all the time, stop, or go away. */
export const chatterScenarios: readonly Scenario[] = [
  ...inBothEras((era) => ({
    rows: ['A-02'],
    title: 'notifications of all kinds between requests and answers put nothing out of step',
    anyReports: true,
    steps: [
      { together: talk },
      { client: 'callTool', name: 'a', as: 'a' },
      { expectSent: { params: { name: 'a' } }, as: 'a' },
      { together: talk },
      { client: 'callTool', name: 'b', as: 'b' },
      { expectSent: { params: { name: 'b' } }, as: 'b' },
      {
        together: [
          ...talk,
          answer('b', done(era, 'of b')),
          ...talk,
          progressOn('a', 1),
          answer('a', done(era, 'of a')),
          ...talk,
        ],
      },
      { expectResult: { content: [{ text: 'of a' }] }, of: 'a' },
      { expectResult: { content: [{ text: 'of b' }] }, of: 'b' },
      { expectSentNothing: true },
      ...stillWorks(era),
    ],
  })),
  inEra('legacy', {
    rows: ['A-02'],
    title: 'notifications that a legacy server may send are no news for a log',
    steps: [
      {
        together: [
          note('notifications/message', { level: 'info', data: 'starting' }),
          note('notifications/tools/list_changed'),
          note('notifications/prompts/list_changed', {}),
          note('notifications/resources/list_changed'),
          note('notifications/resources/updated', { uri: 'file:///a' }),
        ],
      },
      { expectLog: { level: 'info', data: 'starting' } },
      { expectNoReport: true },
      { expectSentNothing: true },
    ],
  }),
  inEra('legacy', {
    rows: ['A-02', 'W-34'],
    title: 'questions of the server between requests and answers put nothing out of step',
    options: { roots: [] },
    steps: [
      ...callGoesOut,
      {
        together: [question(0, 'ping'), question(1, 'roots/list'), answer('call', done('legacy'))],
      },
      { expectResult: { content: [{ text: 'done' }] } },
      { expectSent: { id: 0, result: {} } },
      { expectSent: { id: 1, result: { roots: [] } } },
    ],
  }),
  inEra('legacy', {
    rows: ['A-05'],
    title: 'a ping is a ping',
    steps: [
      { client: 'ping' },
      { expectSent: { method: 'ping' }, as: 'ping' },
      { peer: answer('ping', {}) },
      { expectResult: undefined },
    ],
  }),
  inEra('modern', {
    rows: ['A-05', 'PNG-03'],
    title: 'a ping of a modern server is a discovery',
    steps: [
      { client: 'ping' },
      { expectSent: { method: 'server/discover' }, as: 'ping' },
      {
        peer: answer(
          'ping',
          page('modern', { supportedVersions: ['2026-07-28'], capabilities: {} }),
        ),
      },
      { expectResult: undefined },
    ],
  }),
  ...inBothEras(() => ({
    rows: ['A-05'],
    title: 'a ping that is not answered fails in time',
    steps: [
      { client: 'ping', settings: { timeoutMs: 2_000 } },
      { expectSent: {}, as: 'ping' },
      { advanceMs: 1_999 },
      { expectPending: true },
      { advanceMs: 1 },
      { expectError: { kind: 'ProtocolError', code: 'TIMED_OUT' } },
      {
        expectSent: { method: 'notifications/cancelled', params: { requestId: recall('ping.id') } },
      },
    ],
  })),
  ...inBothEras(() => ({
    rows: ['A-05'],
    title: 'a ping that is refused is an error',
    steps: [
      { client: 'ping' },
      { expectSent: {}, as: 'ping' },
      { peer: { jsonrpc: '2.0', id: recall('ping.id'), error: { code: -32603, message: 'ill' } } },
      { expectError: { kind: 'PeerError', code: -32603 } },
    ],
  })),
  ...inBothEras(() => ({
    rows: ['W-32', 'STD-10'],
    title: 'a server that goes away fails every call at once, with its last words',
    steps: [
      ...callGoesOut,
      { client: 'listTools', as: 'list' },
      { expectSent: { method: 'tools/list' } },
      { peerEnds: { kind: 'exited', exitCode: 3, signal: null, stderr: ['out of cheese'] } },
      {
        expectError: {
          kind: 'TransportError',
          code: 'SERVER_EXITED',
          mentions: ['3', 'out of cheese', 'work'],
        },
        of: 'callTool',
      },
      {
        expectError: { kind: 'TransportError', code: 'SERVER_EXITED', mentions: ['tools/list'] },
        of: 'list',
      },
      { client: 'callTool', name: 'later', as: 'later' },
      { expectError: { kind: 'TransportError' }, of: 'later' },
      { expectSentNothing: true },
    ],
  })),
  ...inBothEras((era) => ({
    rows: ['W-32'],
    title: 'an answer that is lost fails its call and no other',
    steps: [
      ...callGoesOut,
      { client: 'listTools', as: 'list' },
      { expectSent: { method: 'tools/list' }, as: 'list' },
      { loses: 'call', failure: { kind: 'message-too-large', maxBytes: 100 } },
      {
        expectError: { kind: 'TransportError', code: 'MESSAGE_TOO_LARGE', mentions: ['100'] },
        of: 'callTool',
      },
      { expectPending: true, of: 'list' },
      { peer: answer('list', page(era, { tools: [tool('a')] })) },
      { expectResult: [{ name: 'a' }], of: 'list' },
      ...stillWorks(era),
    ],
  })),
  ...inBothEras(() => ({
    rows: ['W-32'],
    title: 'closing fails what still waits, and what comes after',
    steps: [
      ...callGoesOut,
      { client: 'close' },
      { expectResult: undefined },
      { expectError: { kind: 'TransportError', code: 'CLOSED' }, of: 'callTool' },
      { client: 'callTool', name: 'later', as: 'later' },
      { expectError: { kind: 'TransportError', code: 'CLOSED' }, of: 'later' },
      { client: 'close', as: 'again' },
      { expectResult: undefined, of: 'again' },
      { expectSentNothing: true },
      { expectClosed: true },
    ],
  })),
];
