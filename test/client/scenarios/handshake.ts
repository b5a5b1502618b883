import { answer, done, inEra, note, page, question, refusal } from './phrases.ts';
import { initialized, isReady, offers } from './opening.ts';
import type { Scenario, Step } from './scenario.ts';

const discoverFails: readonly Step[] = [
  { client: 'connect' },
  { expectSent: { method: 'server/discover' }, as: 'probe' },
  { peer: refusal('probe', { code: -32601, message: 'Method not found' }) },
];

/** How a legacy session begins. */
export const handshakeScenarios: readonly Scenario[] = [
  inEra('legacy', {
    rows: ['VER-14', 'VER-17', 'VER-19', 'META-14'],
    title: 'initialize comes first and offers the newest legacy revision, initialized comes next',
    fromStart: true,
    steps: [
      { client: 'connect' },
      {
        expectSent: {
          jsonrpc: '2.0',
          method: 'initialize',
          params: {
            protocolVersion: '2025-11-25',
            capabilities: {},
            clientInfo: { name: 'scenario', version: '1.0.0' },
          },
        },
        as: 'opening',
        lacks: ['params._meta', 'params.capabilities.roots'],
      },
      { expectSentNothing: true },
      { expectPending: true },
      { peer: initialized('2025-11-25', { instructions: 'Be kind.' }) },
      isReady,
      {
        expectServer: {
          era: 'legacy',
          revision: '2025-11-25',
          name: 'old',
          version: '1.2.3',
          capabilities: { tools: {} },
          instructions: 'Be kind.',
        },
      },
      { client: 'callTool', name: 'work' },
      { expectSent: { method: 'tools/call' }, as: 'call' },
      { peer: answer('call', done('legacy')) },
      { expectResult: {} },
    ],
  }),
  inEra('legacy', {
    rows: ['VER-18'],
    title: 'pings are answered and logs are taken before initialize is',
    fromStart: true,
    steps: [
      { client: 'connect' },
      offers('2025-11-25'),
      { peer: note('notifications/message', { level: 'warning', logger: 'boot', data: { a: 1 } }) },
      { peer: question('p', 'ping') },
      { expectSent: { id: 'p', result: {} } },
      { expectSentNothing: true },
      { expectLog: { level: 'warning', logger: 'boot', data: { a: 1 } } },
      { peer: initialized('2025-11-25') },
      isReady,
      { expectServer: { revision: '2025-11-25' } },
    ],
  }),
  inEra('legacy', {
    rows: ['VER-19', 'VER-14'],
    title:
      'after the modern question was refused, initialize goes out on the same pipe and has nothing modern in it',
    fromStart: true,
    options: { revision: 'auto' },
    steps: [
      ...discoverFails,
      offers('2025-11-25'),
      { peer: initialized('2025-11-25') },
      isReady,
      { expectServer: { era: 'legacy', revision: '2025-11-25' } },
    ],
  }),
  inEra('modern', {
    rows: ['VER-01', 'META-01', 'META-02', 'META-03'],
    title:
      'a modern connection has no handshake: every request says its version, capabilities and name',
    options: { roots: [] },
    steps: [
      { client: 'listTools' },
      { expectSent: { method: 'tools/list', params: { _meta: modernMeta() } }, as: 'list' },
      { peer: answer('list', page('modern', { tools: [], nextCursor: 'x' })) },
      {
        expectSent: { method: 'tools/list', params: { cursor: 'x', _meta: modernMeta() } },
        as: 'list',
      },
      { peer: answer('list', page('modern', { tools: [] })) },
      { expectResult: [] },
      { client: 'callTool', name: 'work' },
      { expectSent: { method: 'tools/call', params: { _meta: modernMeta() } }, as: 'call' },
      { peer: answer('call', done('modern')) },
      { expectResult: {} },
    ],
  }),
];

function modernMeta(): object {
  return {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 'scenario', version: '1.0.0' },
  };
}
