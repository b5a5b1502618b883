import { answer, done, inBothEras, recall } from './phrases.ts';
import type { ClientStep, Scenario } from './scenario.ts';

const circle: Record<string, unknown> = {};
circle['self'] = circle;

const wrong: readonly {
  readonly why: string;
  readonly call: ClientStep;
  readonly words: readonly string[];
}[] = [
  ...[undefined, null, 5, {}, ['a']].flatMap((name) => {
    const why = JSON.stringify(name);
    return [
      {
        why: `the tool ${why}`,
        call: { client: 'callTool', name } as const,
        words: ['tools/call'],
      },
      {
        why: `the prompt ${why}`,
        call: { client: 'getPrompt', name } as const,
        words: ['prompts/get'],
      },
      {
        why: `the URI ${why}`,
        call: { client: 'readResource', uri: name } as const,
        words: ['resources/read'],
      },
    ];
  }),
  {
    why: 'arguments in a circle',
    call: { client: 'callTool', name: 'work', args: circle },
    words: ['tools/call', 'work'],
  },
  {
    why: 'an argument that JSON has no word for',
    call: { client: 'callTool', name: 'work', args: { big: 1n } },
    words: ['tools/call', 'work'],
  },
  {
    why: 'arguments that are a list',
    call: { client: 'callTool', name: 'work', args: [1] },
    words: ['tools/call'],
  },
  ...(['timeoutMs', 'maxTotalMs'] as const).flatMap((limit) =>
    [-1, Number.NaN, '5' as never].map((value) => ({
      why: `${limit} of ${String(value)}`,
      call: { client: 'callTool', name: 'work', settings: { [limit]: value } } as const,
      words: [limit],
    })),
  ),
];

/** What the caller gives with a call. */
export const callerScenarios: readonly Scenario[] = [
  ...wrong.flatMap(({ why, call, words }) =>
    inBothEras((era) => ({
      rows: ['W-32'],
      title: `${why}: one error that says so, and nothing is sent`,
      steps: [
        call,
        { expectError: { kind: 'ProtocolError', code: 'INVALID_ARGUMENT', mentions: words } },
        { expectSentNothing: true },
        { client: 'callTool', name: 'next', as: 'next' },
        { expectSent: { method: 'tools/call', params: { name: 'next' } }, as: 'next' },
        { peer: answer('next', done(era)) },
        { expectResult: {}, of: 'next' },
      ],
    })),
  ),
  ...inBothEras((era) => ({
    rows: ['META-05'],
    title: "what the caller adds to _meta is sent, and the protocol's own members win",
    steps: [
      {
        client: 'callTool',
        name: 'work',
        settings: {
          onProgress: 'listen',
          meta: { 'com.example/trace': 'kept', traceparent: '00-x', progressToken: 'mine' },
        },
      },
      {
        expectSent: {
          method: 'tools/call',
          params: { _meta: { 'com.example/trace': 'kept', traceparent: '00-x' } },
        },
        as: 'call',
      },
      {
        peer: {
          jsonrpc: '2.0',
          method: 'notifications/progress',
          params: { progressToken: 'mine', progress: 1 },
        },
      },
      { expectProgress: [] },
      {
        peer: {
          jsonrpc: '2.0',
          method: 'notifications/progress',
          params: { progressToken: recall('call.params._meta.progressToken'), progress: 2 },
        },
      },
      { expectProgress: [{ progress: 2 }] },
      { peer: answer('call', done(era)) },
      { expectResult: {} },
    ],
  })),
];
