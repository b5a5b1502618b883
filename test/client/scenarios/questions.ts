import {
  answer,
  callGoesOut,
  done,
  inEra,
  note,
  page,
  question,
  recall,
  stillWorks,
  tool,
} from './phrases.ts';
import type { Scenario, Step } from './scenario.ts';

const roots = [{ uri: 'file:///work', name: 'work' }];

const initialize: readonly Step[] = [
  { client: 'connect' },
  { expectSent: { method: 'initialize' }, as: 'opening' },
];

const opened: readonly Step[] = [
  {
    peer: answer('opening', {
      protocolVersion: '2025-11-25',
      capabilities: { tools: {} },
      serverInfo: { name: 's', version: '1' },
    }),
  },
  { expectSent: { method: 'notifications/initialized' } },
];

/** What a server asks of the client: answered in the legacy era, dropped in the modern one. */
export const questionScenarios: readonly Scenario[] = [
  ...[0, 1, -1, 'a', '', '0'].map((id) =>
    inEra('legacy', {
      rows: ['W-34', 'PNG-01', 'RPC-16'],
      title: `a ping with the id ${JSON.stringify(id)} is answered with that id`,
      steps: [
        { peer: question(id, 'ping') },
        { expectSent: { jsonrpc: '2.0', id, result: {} }, lacks: ['error', 'method'] },
      ],
    }),
  ),
  inEra('legacy', {
    rows: ['PNG-01', 'VER-18', 'RPC-16'],
    title: 'a ping is answered before the handshake is over, and nothing else is sent',
    fromStart: true,
    steps: [
      ...initialize,
      { peer: question(0, 'ping') },
      { expectSent: { id: 0, result: {} } },
      { expectSentNothing: true },
      ...opened,
      { expectServer: { era: 'legacy' } },
    ],
  }),
  inEra('legacy', {
    rows: ['W-34', 'RPC-16'],
    title: 'roots are given where there is a handler, under id 0 too',
    options: { roots },
    steps: [
      { peer: question(0, 'roots/list') },
      { expectSent: { id: 0, result: { roots } }, lacks: ['error'] },
    ],
  }),
  inEra('legacy', {
    rows: ['W-34', 'A-02'],
    title: 'a server that wants the roots before it answers gets them',
    options: { roots },
    steps: [
      { client: 'listTools' },
      { expectSent: { method: 'tools/list' }, as: 'list' },
      { peer: question(0, 'roots/list', { _meta: { a: 1 } }) },
      { expectPending: true },
      { expectSent: { id: 0, result: { roots } } },
      { peer: answer('list', page('legacy', { tools: [tool('a')] })) },
      { expectResult: [{ name: 'a' }] },
    ],
  }),
  inEra('legacy', {
    rows: ['W-34'],
    title: 'a server that wants the roots in the same read as its answer to initialize gets them',
    fromStart: true,
    options: { roots },
    steps: [
      { client: 'connect' },
      {
        expectSent: { method: 'initialize', params: { capabilities: { roots: {} } } },
        as: 'opening',
      },
      {
        together: [
          answer('opening', {
            protocolVersion: '2025-11-25',
            capabilities: {},
            serverInfo: { name: 's', version: '1' },
          }),
          question(0, 'roots/list'),
        ],
      },
      { expectSent: { method: 'notifications/initialized' } },
      { expectSent: { id: 0, result: { roots } } },
      { expectServer: { era: 'legacy' } },
    ],
  }),
  inEra('legacy', {
    rows: ['W-34'],
    title: 'the question and a call of ours may have the same id',
    options: { roots: 'held' },
    steps: [
      ...callGoesOut,
      { peer: question(recall('call.id'), 'roots/list') },
      { peer: answer('call', done('legacy')) },
      { expectResult: { content: [{ text: 'done' }] } },
      { releaseRoots: roots },
      { expectSent: { id: recall('call.id'), result: { roots } } },
    ],
  }),
  inEra('legacy', {
    rows: ['W-34', 'PNG-01'],
    title: 'a ping is answered while another question waits for its handler',
    options: { roots: 'held' },
    steps: [
      { peer: question('slow', 'roots/list') },
      { peer: question('quick', 'ping') },
      { expectSent: { id: 'quick', result: {} } },
      { releaseRoots: roots },
      { expectSent: { id: 'slow', result: { roots } } },
    ],
  }),
  inEra('legacy', {
    rows: ['W-34'],
    title: 'a handler that throws is an error for the server and a report for us',
    options: { roots: 'throws' },
    steps: [
      { peer: question(5, 'roots/list') },
      { expectSent: { id: 5, error: { code: -32603 } }, lacks: ['result'] },
      { expectReport: 'callback-failed' },
      ...stillWorks('legacy'),
    ],
  }),
  inEra('legacy', {
    rows: ['W-34'],
    title: 'more questions than the limit are refused, not kept',
    options: { roots: 'held', limits: { maxInboundRequests: 2 } },
    anyReports: true,
    steps: [
      {
        together: [question(1, 'roots/list'), question(2, 'roots/list'), question(3, 'roots/list')],
      },
      { expectSent: { id: 3, error: {} }, lacks: ['result'] },
      { expectSentNothing: true },
      { releaseRoots: roots },
      { expectSent: { id: 1, result: { roots } } },
      { releaseRoots: roots },
      { expectSent: { id: 2, result: { roots } } },
      ...stillWorks('legacy'),
    ],
  }),
  ...['roots/list', 'sampling/createMessage', 'elicitation/create', 'of/the-future', ''].map(
    (method) =>
      inEra('legacy', {
        rows: ['W-34', 'RPC-16'],
        title: `a question for which nothing was declared is refused with -32601: ${method}`,
        anyReports: true,
        steps: [
          { peer: question(0, method, { messages: [] }) },
          { expectSent: { id: 0, error: { code: -32601 } }, lacks: ['result'] },
          ...stillWorks('legacy'),
        ],
      }),
  ),
  inEra('legacy', {
    rows: ['W-34'],
    title: 'a method that is a property of every object is unknown all the same',
    anyReports: true,
    steps: [
      { peer: question('a', 'constructor') },
      { expectSent: { id: 'a', error: { code: -32601 } } },
      { peer: question('b', '__proto__') },
      { expectSent: { id: 'b', error: { code: -32601 } } },
      { peer: note('toString') },
      ...stillWorks('legacy'),
    ],
  }),
  ...[null, 1.5, true, { a: 1 }].map((id) =>
    inEra('legacy', {
      rows: ['RPC-02'],
      title: `a question with the id ${JSON.stringify(id)} cannot be answered`,
      steps: [
        { peer: question(id, 'ping') },
        { expectSentNothing: true },
        { expectReport: 'invalid-message' },
        ...stillWorks('legacy'),
      ],
    }),
  ),
  ...['ping', 'roots/list', 'sampling/createMessage', 'of/the-future'].map((method) =>
    inEra('modern', {
      rows: ['RPC-14', 'RPC-15'],
      title: `a question of a modern server is dropped and reported: ${method}`,
      options: { roots },
      steps: [
        ...callGoesOut,
        { peer: question(0, method) },
        { expectSentNothing: true },
        { expectReport: 'unexpected-request', mentions: [method] },
        { expectPending: true },
        { peer: answer('call', done('modern')) },
        { expectResult: { content: [{ text: 'done' }] } },
      ],
    }),
  ),
];
