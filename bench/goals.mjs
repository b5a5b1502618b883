/**
 * What this client is to reach: "Figures to reach" of the project's design, as far as a bench can tell.
 * The goals in absolute terms hold for the machine on which the floors had the figures `floorThen`.
 *
 * @typedef {object} Goal
 * @property {string} what - in words, for a reader of the summary
 * @property {string} case - in cases.mjs
 * @property {string} figure - of the case's measure
 * @property {'at most' | 'at least'} bound - on which side of the value
 * @property {number} value - in the unit, or times the figure of the floor
 * @property {string} unit - as the figures of report/columns.mjs are written
 * @property {string} [floor] - the client whose figure is shown beside; the goal is a multiple of it where `times`
 * @property {boolean} [times] - whether the value is a multiple
 * @property {number} [floorThen] - its figure when the goals were set
 * @property {readonly string[]} [of] - the clients that must reach it, default garuda and garuda-modern
 */

/** @type {readonly Goal[]} */
export const goals = [
  {
    what: 'import of the root door',
    case: 'import',
    figure: 'importMs',
    bound: 'at most',
    value: 25,
    unit: 'ms',
    floor: 'floor',
    floorThen: 9,
  },
  {
    what: 'cold start to the first list over stdio',
    case: 'cold-stdio',
    figure: 'processMs',
    bound: 'at most',
    value: 90,
    unit: 'ms',
    floor: 'floor',
    floorThen: 64,
  },
  {
    what: "command: one call, above the server's own start",
    case: 'command',
    figure: 'aboveServerMs',
    bound: 'at most',
    value: 150,
    unit: 'ms',
  },
  {
    what: 'stdio call, p50',
    case: 'latency-stdio',
    figure: 'p50Us',
    bound: 'at most',
    value: 20,
    unit: 'µs',
    floor: 'floor',
    floorThen: 15.8,
  },
  {
    what: 'stdio calls/s, 16 in flight',
    case: 'throughput-stdio-16',
    figure: 'callsPerSecond',
    bound: 'at least',
    value: 80_000,
    unit: '/s',
    floor: 'floor',
    floorThen: 103_000,
  },
  ...[
    ['JSON', 'json', 58, 9064],
    ['events', 'events', 55, 9785],
  ].flatMap(([title, name, p50Then, perSecondThen]) => [
    {
      what: `HTTP call with ${title}, p50`,
      case: `latency-${name}`,
      figure: 'p50Us',
      bound: 'at most',
      value: 90,
      unit: 'µs',
      floor: 'floor-undici',
      floorThen: p50Then,
    },
    {
      what: `HTTP calls/s with ${title}, 16 in flight`,
      case: `throughput-${name}-16`,
      figure: 'callsPerSecond',
      bound: 'at least',
      value: 6000,
      unit: '/s',
      floor: 'floor-undici',
      floorThen: perSecondThen,
    },
  ]),
  ...[
    ['JSON', 'json', 350],
    ['events', 'events', 335],
  ].map(([title, name, floorThen]) => ({
    what: `HTTP call with ${title} over fetch, p50`,
    case: `latency-${name}`,
    figure: 'p50Us',
    bound: 'at most',
    value: 1.15,
    unit: 'µs',
    floor: 'floor-fetch',
    times: true,
    floorThen,
    of: ['garuda-fetch'],
  })),
  {
    what: '64 MB result over stdio',
    case: 'large-stdio-64mb',
    figure: 'wallMs',
    bound: 'at most',
    value: 600,
    unit: 'ms',
    floor: 'floor',
    floorThen: 440,
  },
  {
    what: '64 MB result over stdio, peak by its size',
    case: 'large-stdio-64mb',
    figure: 'peakOverSize',
    bound: 'at most',
    value: 4,
    unit: '×',
    floor: 'floor',
    floorThen: 4.1,
  },
  ...[
    ['log message over stdio', 'stdio-log', 0.92],
    ['message of progress over stdio', 'stdio-progress', 1.19],
    ['log message over HTTP', 'events-log', 1.27],
    ['message of progress over HTTP', 'events-progress', 1.39],
  ].map(([title, name, floorThen]) => ({
    what: `CPU of a ${title}`,
    case: `notes-${name}`,
    figure: 'cpuUsEach',
    bound: 'at most',
    value: 2.5,
    unit: 'µs',
    floor: 'floor',
    floorThen,
  })),
  ...[
    ['over stdio', 'stdio-10000', 182],
    ['over HTTP', 'json-10000', 234],
    ['over HTTP, 3,000 with output schemas', 'json-10000-output', 258],
  ].map(([title, name, floorThen]) => ({
    what: `list of 10,000 tools ${title}`,
    case: `list-${name}`,
    figure: 'firstMs',
    bound: 'at most',
    value: 1.3,
    unit: 'ms',
    floor: 'floor',
    times: true,
    floorThen,
  })),
  {
    what: 'first call after 3,000 output schemas',
    case: 'list-json-10000-output',
    figure: 'firstCallMs',
    bound: 'at most',
    value: 10,
    unit: 'ms',
    floor: 'floor',
    floorThen: 0.6,
  },
  ...[
    ['stdio', 'stdio', 'floor', 0.2, ['garuda', 'garuda-modern']],
    ['HTTP', 'json', 'floor-undici', undefined, ['garuda', 'garuda-modern']],
    ['fetch', 'json-fetch', 'floor-fetch', 5, ['garuda-fetch']],
  ].map(([title, name, floor, floorThen, of]) => ({
    what: `heap kept per call over ${title}`,
    case: `heap-${name}`,
    figure: 'keptBytesPerCall',
    bound: 'at most',
    // Nothing: what is below a byte per call is the noise of the collector. Fetch itself keeps some.
    value: title === 'fetch' ? 10 : 1,
    unit: 'B',
    floor,
    floorThen,
    of,
  })),
  {
    what: '100 stdio servers: processes for each',
    case: 'many-stdio-100',
    figure: 'processesEach',
    bound: 'at most',
    value: 1,
    unit: '',
    floor: 'floor',
    floorThen: 1,
  },
];
