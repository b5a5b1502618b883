import {
  answer,
  callGoesOut,
  complete,
  done,
  inBothEras,
  inEra,
  note,
  page,
  refusal,
  stillWorks,
  tool,
} from './phrases.ts';
import type { EraName, Scenario, Step } from './scenario.ts';

const text = [{ type: 'text', text: 'done' }];

function itsAnswer(era: EraName): readonly Step[] {
  return [{ peer: answer('call', done(era)) }, { expectResult: { content: text }, of: 'callTool' }];
}

/** What a server can answer, and what it cannot. */
export const answerScenarios: readonly Scenario[] = [
  ...inBothEras((era) => ({
    rows: ['W-32'],
    title: 'a second answer changes nothing, and the connection lives',
    anyReports: true,
    steps: [
      ...callGoesOut,
      { together: [answer('call', done(era)), answer('call', done(era, 'again'))] },
      { expectResult: { content: text } },
      { peer: refusal('call', { code: 1, message: 'no' }) },
      ...stillWorks(era),
    ],
  })),
  ...inBothEras((era) => ({
    rows: ['RPC-09', 'RPC-17'],
    title: 'a refusal is an error with the number, the words and the data of the server',
    steps: [
      ...callGoesOut,
      { peer: refusal('call', { code: -32602, message: 'Unknown tool: work', data: { a: 1 } }) },
      {
        expectError: {
          kind: 'PeerError',
          code: -32602,
          mentions: ['"Unknown tool: work"', 'tools/call'],
        },
      },
      ...stillWorks(era),
    ],
  })),
  ...inBothEras((era) => ({
    rows: ['RPC-09', 'RPC-17'],
    title: 'the words of a refusal are quoted and cut',
    steps: [
      ...callGoesOut,
      { peer: refusal('call', { code: 7, message: `no\u001b[2J\n\u202e${'no'.repeat(100_000)}` }) },
      { expectError: { kind: 'PeerError', code: 7, mentions: ['"no'] } },
      ...stillWorks(era),
    ],
  })),
  ...inBothEras((era) => ({
    rows: ['RPC-07', 'A-02'],
    title: 'answers may come in any order',
    steps: [
      { client: 'callTool', name: 'a', as: 'a' },
      { client: 'callTool', name: 'b', as: 'b' },
      { client: 'callTool', name: 'c', as: 'c' },
      { expectSent: { params: { name: 'a' } }, as: 'a' },
      { expectSent: { params: { name: 'b' } }, as: 'b' },
      { expectSent: { params: { name: 'c' } }, as: 'c' },
      { peer: answer('c', done(era, 'of c')) },
      { together: [answer('a', done(era, 'of a')), answer('b', done(era, 'of b'))] },
      { expectResult: { content: [{ text: 'of a' }] }, of: 'a' },
      { expectResult: { content: [{ text: 'of b' }] }, of: 'b' },
      { expectResult: { content: [{ text: 'of c' }] }, of: 'c' },
    ],
  })),
  ...inBothEras((era) => ({
    rows: ['RPC-06'],
    title: 'a notification that nobody knows is not answered and harms nothing',
    anyReports: true,
    steps: [
      ...callGoesOut,
      { peer: note('notifications/of-the-future', { a: 1 }) },
      { peer: note('com.example/anything') },
      { peer: note('') },
      { expectSentNothing: true },
      { expectPending: true },
      ...itsAnswer(era),
    ],
  })),
  ...inBothEras((era) => ({
    rows: ['TOL-09', 'TOL-11', 'TOL-14'],
    title: 'a tool that failed, a block of an unknown type, and no content at all are results',
    steps: [
      ...callGoesOut,
      {
        peer: answer(
          'call',
          complete(era, { isError: true, content: [{ type: 'hologram', beam: 7 }], extra: 'kept' }),
        ),
      },
      { expectResult: { isError: true, content: [{ type: 'hologram', beam: 7 }], extra: 'kept' } },
      { client: 'callTool', name: 'bare', as: 'bare' },
      { expectSent: { params: { name: 'bare' } }, as: 'bare' },
      { peer: answer('bare', complete(era, { structuredContent: { a: 1 } })) },
      { expectResult: { content: [], structuredContent: { a: 1 } }, of: 'bare' },
    ],
  })),
  inEra('modern', {
    rows: ['RPC-11', 'RPC-10'],
    title: 'a result that does not say whether it is complete is complete',
    steps: [
      ...callGoesOut,
      { peer: answer('call', { content: text }) },
      { expectResult: { content: text } },
      { client: 'listTools' },
      { expectSent: { method: 'tools/list' }, as: 'list' },
      { peer: answer('list', { tools: [tool('a')] }) },
      { expectResult: [{ name: 'a' }] },
    ],
  }),
  ...['surprise', 'task', '', 5, null].map((resultType) =>
    inEra('modern', {
      rows: ['RPC-12', 'RPC-10'],
      title: `a result of the type ${JSON.stringify(resultType)} is invalid, whatever else is in it`,
      steps: [
        ...callGoesOut,
        { peer: answer('call', { resultType, content: text }) },
        {
          expectError: { kind: 'ProtocolError', code: 'INVALID_RESULT', mentions: ['resultType'] },
        },
        ...stillWorks('modern'),
      ],
    }),
  ),
  inEra('modern', {
    rows: ['RPC-12'],
    title: 'a page of an unknown type is invalid too',
    steps: [
      { client: 'listTools' },
      { expectSent: { method: 'tools/list' }, as: 'list' },
      { peer: answer('list', { ...page('modern', { tools: [] }), resultType: 'surprise' }) },
      { expectError: { kind: 'ProtocolError', code: 'INVALID_RESULT', mentions: ['resultType'] } },
    ],
  }),
  inEra('legacy', {
    rows: ['RPC-18'],
    title: 'in a legacy session resultType is a member like any other',
    steps: [
      ...callGoesOut,
      { peer: answer('call', { resultType: 'surprise', content: text }) },
      { expectResult: { content: text, resultType: 'surprise' } },
    ],
  }),
];
