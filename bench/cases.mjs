/**
 * What is measured. Figures of one case are comparable with each other and with nothing else.
 *
 * @typedef {object} Case
 * @property {string} name - its first words are the kind, by which --only takes all of them
 * @property {string} title - what it is, for a reader of the tables
 * @property {string} measure - its file in measures/, without the ending
 * @property {import('./adapters/adapter.d.ts').Way} way - over which the clients speak
 * @property {string} [path] - what to ask the server over HTTP; none: the measure needs no server
 * @property {object} [server] - the options of the server
 * @property {'tiny'} [serverProgram] - the server in C, instead of the one on Node.js
 * @property {object} [params] - what the measure is told
 * @property {number} rounds - how often it is run for each client
 * @property {Readonly<Record<string, number>>} [fewerRounds] - for clients that take very long
 * @property {readonly string[]} floors - the clients to which all are compared
 * @property {readonly string[]} [clients] - the only ones
 * @property {readonly string[]} [without] - all but these
 * @property {boolean} [short] - whether it is in the short form
 * @property {number} [limitMs] - after which a run has failed
 */

const MB = 1e6;
const LONG_MS = 300_000;
const httpFloors = ['floor-undici', 'floor-fetch'];
const events = { way: 'http', path: '/events', floors: httpFloors };
const json = { way: 'http', path: '/json', floors: httpFloors };
const stdio = { way: 'stdio', floors: ['floor'] };
const ways = [
  { name: 'stdio', over: 'stdio', at: stdio },
  { name: 'json', over: 'HTTP, answers in JSON', at: json },
  { name: 'events', over: 'HTTP, answers as events', at: events },
];
/** Those for which a case says nothing new. */
const variants = ['garuda-modern', 'official-modern', 'ai-sdk-modern'];
/** Where these take most of the time, and are far enough from the others to be seen in fewer rounds. */
const oncePerPeer = { official: 1, 'official-v1': 1, 'ai-sdk': 1 };
const twicePerPeer = { official: 2, 'official-v1': 2, 'ai-sdk': 2 };

/** @type {readonly Case[]} */
export const cases = [
  {
    name: 'import',
    title: 'import of the client for HTTP',
    measure: 'import',
    way: 'http',
    floors: ['floor'],
    without: [...variants, 'garuda-fetch'],
    rounds: 7,
    short: true,
  },
  {
    name: 'cold-stdio',
    title: 'from the start of a process to the first list, over stdio',
    measure: 'cold-start',
    ...stdio,
    serverProgram: 'tiny',
    rounds: 7,
    short: true,
  },
  {
    name: 'command',
    title: 'one call by the command garuda-mcp to a server over stdio',
    measure: 'command',
    ...stdio,
    serverProgram: 'tiny',
    clients: ['garuda'],
    rounds: 7,
    short: true,
  },
  ...ways.map(({ name, over, at }) => ({
    name: `latency-${name}`,
    title: `a call over ${over}`,
    measure: 'calls',
    ...at,
    params:
      name === 'stdio'
        ? { count: 3000, warmUp: 1000, inFlight: 1 }
        : { count: 2000, warmUp: 1500, inFlight: 1 },
    rounds: 3,
    fewerRounds: twicePerPeer,
    short: true,
  })),
  ...ways.map(({ name, over, at }) => ({
    name: `throughput-${name}-16`,
    title: `calls over ${over}, 16 in flight`,
    measure: 'calls',
    ...at,
    params:
      name === 'stdio'
        ? { count: 20_000, warmUp: 2000, inFlight: 16 }
        : { count: 3000, warmUp: 1000, inFlight: 16 },
    rounds: 3,
    fewerRounds: twicePerPeer,
    short: true,
  })),
  ...ways.map(({ name, over, at }) => ({
    name: `large-${name}-64mb`,
    title: `a result of 64 MB over ${over}`,
    measure: 'large-result',
    ...at,
    params: { bytes: 64 * MB, repeats: 1 },
    without: variants,
    rounds: 3,
    fewerRounds: oncePerPeer,
    short: true,
    limitMs: LONG_MS,
  })),
  {
    name: 'notes-stdio-log',
    title: '100,000 log messages during a call, over stdio',
    measure: 'notifications',
    ...stdio,
    params: { count: 100_000, kind: 'log' },
    without: variants,
    rounds: 3,
    fewerRounds: oncePerPeer,
    short: true,
  },
  {
    name: 'notes-events-progress',
    title: '100,000 messages of progress during a call, over HTTP',
    measure: 'notifications',
    ...events,
    params: { count: 100_000, kind: 'progress' },
    // The AI SDK tells no progress.
    without: [...variants, 'floor-undici', 'ai-sdk'],
    floors: ['floor', 'floor-fetch'],
    rounds: 3,
    fewerRounds: oncePerPeer,
    short: true,
  },
  ...ways.slice(0, 2).map(({ name, over, at }) => ({
    name: `list-${name}-10000`,
    title: `a list of 10,000 tools in one page, over ${over}`,
    measure: 'list',
    ...at,
    server: { tools: 10_000 },
    params: { tools: 10_000, repeats: 2 },
    without: variants,
    floors: name === 'stdio' ? ['floor'] : ['floor', ...httpFloors],
    rounds: 3,
    fewerRounds: oncePerPeer,
    short: true,
  })),

  // The long ones.
  {
    name: 'cold-json',
    title: 'from the start of a process to the first list, over HTTP',
    measure: 'cold-start',
    ...json,
    floors: ['floor', ...httpFloors],
    rounds: 9,
  },
  {
    name: 'notes-stdio-progress',
    title: '100,000 messages of progress during a call, over stdio',
    measure: 'notifications',
    ...stdio,
    params: { count: 100_000, kind: 'progress' },
    without: [...variants, 'ai-sdk'],
    rounds: 3,
    fewerRounds: oncePerPeer,
  },
  {
    name: 'notes-events-log',
    title: '100,000 log messages during a call, over HTTP',
    measure: 'notifications',
    ...events,
    params: { count: 100_000, kind: 'log' },
    without: [...variants, 'floor-undici'],
    floors: ['floor', 'floor-fetch'],
    rounds: 3,
    fewerRounds: oncePerPeer,
  },
  ...ways.flatMap(({ name, over, at }) =>
    [256, 1000].map((inFlight) => ({
      name: `throughput-${name}-${inFlight}`,
      title: `calls over ${over}, ${inFlight} in flight`,
      measure: 'calls',
      ...at,
      params:
        name === 'stdio'
          ? { count: 20_000, warmUp: 2000, inFlight }
          : { count: 4000, warmUp: 1000, inFlight },
      without: variants,
      rounds: 3,
    })),
  ),
  ...ways.flatMap(({ name, over, at }) =>
    [1, 4, 16].map((size) => ({
      name: `large-${name}-${size}mb`,
      title: `a result of ${size} MB over ${over}`,
      measure: 'large-result',
      ...at,
      params: { bytes: size * MB, repeats: 3 },
      without: variants,
      rounds: 3,
    })),
  ),
  ...[ways[0], ways[2]].map(({ name, over, at }) => ({
    name: `large-${name}-4mb-in-4kb`,
    title: `a result of 4 MB in pieces of 4 KB over ${over}`,
    measure: 'large-result',
    ...at,
    params: { bytes: 4 * MB, repeats: 1, pieceBytes: 4096 },
    without: variants,
    rounds: 3,
  })),
  ...ways.slice(0, 2).map(({ name, over, at }) => ({
    name: `list-${name}-10000-by-100`,
    title: `a list of 10,000 tools by 100 a page, over ${over}`,
    measure: 'list',
    ...at,
    server: { tools: 10_000, pageSize: 100 },
    params: { tools: 10_000, repeats: 2 },
    without: [...variants, 'floor-undici'],
    floors: name === 'stdio' ? ['floor'] : ['floor', 'floor-fetch'],
    rounds: 2,
  })),
  {
    name: 'list-json-10000-output',
    title: 'a list of 10,000 tools, 3,000 with an output schema, over HTTP',
    measure: 'list',
    ...json,
    server: { tools: 10_000, outputSchemaPercent: 30 },
    params: { tools: 10_000, repeats: 1 },
    without: [...variants, 'floor-undici'],
    floors: ['floor', 'floor-fetch'],
    rounds: 3,
  },
  {
    name: 'many-stdio-100',
    title: '100 servers over stdio',
    measure: 'connections',
    ...stdio,
    params: { connections: 100, countsStarts: true },
    rounds: 2,
  },
  {
    name: 'many-stdio-100-tiny',
    title: '100 servers over stdio that start at once',
    measure: 'connections',
    ...stdio,
    serverProgram: 'tiny',
    params: { connections: 100 },
    rounds: 3,
  },
  {
    name: 'many-json-200',
    title: '200 connections over HTTP',
    measure: 'connections',
    ...json,
    params: { connections: 200 },
    rounds: 3,
  },
  {
    name: 'many-json-200-stream',
    title: '200 connections over HTTP, each with an open stream',
    measure: 'connections',
    ...json,
    path: '/json-stream',
    // The floors open none, and neither does anybody in the modern era.
    without: [...variants, 'floor', ...httpFloors],
    rounds: 3,
  },
  ...[
    { name: '1mb-in-16b', title: 'an event of 1 MB in pieces of 16 bytes', bytes: 2 ** 20 },
    { name: '256kb-in-16b', title: 'an event of 256 KB in pieces of 16 bytes', bytes: 2 ** 18 },
  ].map(({ name, title, bytes }) => ({
    name: `stream-${name}`,
    title,
    measure: 'event-stream',
    way: 'http',
    params: { bytes, pieceBytes: 16 },
    clients: overFetch(),
    floors: ['floor-fetch'],
    rounds: 3,
  })),
  {
    name: 'stream-16mb-in-64kb',
    title: 'an event of 16 MB in pieces of 64 KB',
    measure: 'event-stream',
    way: 'http',
    params: { bytes: 2 ** 24, pieceBytes: 2 ** 16 },
    clients: overFetch(),
    floors: ['floor-fetch'],
    rounds: 3,
  },
  {
    name: 'stream-100k-events',
    title: '100,000 small events',
    measure: 'event-stream',
    way: 'http',
    params: { events: 100_000 },
    clients: overFetch(),
    floors: ['floor-fetch'],
    rounds: 3,
  },
  {
    name: 'heap-stdio',
    title: 'what 200,000 calls over stdio leave on the heap',
    measure: 'heap',
    ...stdio,
    params: { count: 200_000 },
    rounds: 1,
    limitMs: LONG_MS,
  },
  {
    name: 'heap-json',
    title: 'what 200,000 calls over HTTP leave on the heap',
    measure: 'heap',
    ...json,
    params: { count: 200_000 },
    clients: ['floor', 'floor-undici', 'garuda', 'garuda-modern'],
    rounds: 1,
    limitMs: LONG_MS,
  },
  {
    name: 'heap-json-fetch',
    title: 'what 60,000 calls over HTTP leave on the heap, for clients over fetch',
    measure: 'heap',
    ...json,
    params: { count: 60_000 },
    clients: overFetch(),
    floors: ['floor-fetch'],
    rounds: 1,
    limitMs: LONG_MS,
  },
];

/** The clients that take a fetch, or have no other way. */
function overFetch() {
  const peers = ['official', 'official-modern', 'official-v1', 'ai-sdk', 'ai-sdk-modern'];
  return ['floor-fetch', 'garuda-fetch', ...peers];
}
