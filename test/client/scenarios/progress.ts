import {
  answer,
  callGoesOut,
  done,
  inBothEras,
  note,
  page,
  progressOn,
  recall,
  stillWorks,
  tool,
} from './phrases.ts';
import type { Scenario, Step } from './scenario.ts';

const listenedCall: readonly Step[] = [
  { client: 'callTool', name: 'work', settings: { onProgress: 'listen' } },
  { expectSent: { method: 'tools/call' }, as: 'call' },
];

/** Who is asked for progress, and how it is handed on. */
export const progressScenarios: readonly Scenario[] = [
  ...inBothEras((era) => ({
    rows: ['H-14'],
    title: 'a tool call asks for progress though nobody listens',
    steps: [
      ...callGoesOut,
      { peer: progressOn('call', 1) },
      { peer: answer('call', done(era)) },
      { expectResult: { content: [{ type: 'text', text: 'done' }] } },
    ],
  })),
  ...inBothEras((era) => ({
    rows: ['H-14'],
    title: 'a list asks for no progress when nobody listens',
    steps: [
      { client: 'listTools' },
      { expectSent: { method: 'tools/list' }, as: 'list', lacks: ['params._meta.progressToken'] },
      { peer: answer('list', page(era, { tools: [tool('a')] })) },
      { expectResult: [{ name: 'a' }] },
    ],
  })),
  ...inBothEras((era) => ({
    rows: ['H-14'],
    title: 'a read asks for progress when someone listens',
    steps: [
      { client: 'readResource', uri: 'file:///a', settings: { onProgress: 'listen' } },
      { expectSent: { method: 'resources/read' }, as: 'read' },
      { peer: progressOn('read', 0.5, { total: 1 }) },
      { expectProgress: [{ progress: 0.5, total: 1 }] },
      { peer: answer('read', page(era, { contents: [{ uri: 'file:///a', text: 'x' }] })) },
      { expectResult: { contents: [{ text: 'x' }] } },
    ],
  })),
  ...inBothEras((era) => ({
    rows: ['W-30', 'PRG-02'],
    title: 'progress is handed on as it came: zero, fractions, words',
    steps: [
      ...listenedCall,
      { peer: progressOn('call', 0) },
      { peer: progressOn('call', 0.25, { total: 2.5, message: 'Reticulating splines' }) },
      { peer: answer('call', done(era)) },
      {
        expectProgress: [
          { progress: 0 },
          { progress: 0.25, total: 2.5, message: 'Reticulating splines' },
        ],
      },
      { expectResult: { content: [{ text: 'done' }] } },
    ],
  })),
  ...inBothEras((era) => ({
    rows: ['W-30'],
    title: 'progress that comes in the same read as the result is handed on before it',
    steps: [
      ...listenedCall,
      {
        together: [progressOn('call', 1), progressOn('call', 2), answer('call', done(era))],
      },
      { expectResult: { content: [{ text: 'done' }] } },
      { expectProgress: [{ progress: 1 }, { progress: 2 }], beforeResult: true },
    ],
  })),
  ...inBothEras((era) => ({
    rows: ['PRG-03'],
    title: 'progress that comes after the result is passed over, in the same read too',
    steps: [
      ...listenedCall,
      { together: [progressOn('call', 1), answer('call', done(era)), progressOn('call', 2)] },
      { peer: progressOn('call', 3) },
      { expectProgress: [{ progress: 1 }] },
      { expectResult: { content: [{ text: 'done' }] } },
      ...stillWorks(era),
    ],
  })),
  ...inBothEras((era) => ({
    rows: ['PRG-01'],
    title: 'progress reaches the call that it is about',
    steps: [
      { client: 'callTool', name: 'a', as: 'a', settings: { onProgress: 'listen' } },
      { client: 'callTool', name: 'b', as: 'b', settings: { onProgress: 'listen' } },
      { expectSent: { params: { name: 'a' } }, as: 'a' },
      { expectSent: { params: { name: 'b' } }, as: 'b' },
      { together: [progressOn('b', 1), progressOn('a', 2), progressOn('b', 3)] },
      { expectProgress: [{ progress: 2 }], of: 'a' },
      { expectProgress: [{ progress: 1 }, { progress: 3 }], of: 'b' },
      { together: [answer('b', done(era, 'of b')), answer('a', done(era, 'of a'))] },
      { expectResult: { content: [{ text: 'of a' }] }, of: 'a' },
      { expectResult: { content: [{ text: 'of b' }] }, of: 'b' },
    ],
  })),
  ...inBothEras((era) => ({
    rows: ['PRG-02'],
    title: 'progress that is malformed or has a strange token reaches nobody and harms nothing',
    anyReports: true,
    steps: [
      ...listenedCall,
      { peer: progressOn('call', 'half') },
      { peer: progressOn('call', null) },
      { peer: note('notifications/progress') },
      { peer: note('notifications/progress', 'text') },
      { peer: note('notifications/progress', { progress: 1 }) },
      { peer: note('notifications/progress', { progressToken: null, progress: 1 }) },
      { peer: note('notifications/progress', { progressToken: 'never given', progress: 1 }) },
      { peer: note('notifications/progress', { progressToken: { a: 1 }, progress: 1 }) },
      { expectProgress: [] },
      { expectPending: true },
      { peer: answer('call', done(era)) },
      { expectResult: { content: [{ text: 'done' }] } },
    ],
  })),
  ...inBothEras((era) => ({
    rows: ['PRG-02'],
    title: 'progress that goes back, stands still or passes its total harms nothing',
    anyReports: true,
    steps: [
      ...callGoesOut,
      ...[9, 3, 3, -1, 1e308].map((at) => ({ peer: progressOn('call', at, { total: 5 }) })),
      { expectPending: true },
      { peer: answer('call', done(era)) },
      { expectResult: { content: [{ text: 'done' }] } },
    ],
  })),
  ...inBothEras((era) => ({
    rows: ['PRG-01', 'RPC-07'],
    title: 'a token of another type is another token',
    anyReports: true,
    steps: [
      ...listenedCall,
      {
        peer: note('notifications/progress', {
          progressToken: { ...recall('call.params._meta.progressToken'), $otherType: true },
          progress: 1,
        }),
      },
      { expectProgress: [] },
      { peer: answer('call', done(era)) },
      { expectResult: {} },
    ],
  })),
  ...inBothEras((era) => ({
    rows: ['W-30'],
    title: 'a listener that throws is reported and fails no call',
    steps: [
      { client: 'callTool', name: 'work', settings: { onProgress: 'throws' } },
      { expectSent: { method: 'tools/call' }, as: 'call' },
      { together: [progressOn('call', 1), answer('call', done(era))] },
      { expectResult: { content: [{ text: 'done' }] } },
      { expectReport: 'callback-failed' },
    ],
  })),
];
