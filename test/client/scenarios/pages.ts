import { answer, inBothEras, page, recall, tool } from './phrases.ts';
import type { EraName, Scenario, Step } from './scenario.ts';

/** Asks for a page at a cursor, and what the server answers. */
function turn(
  era: EraName,
  cursor: string | undefined,
  names: readonly string[],
  more: object,
): readonly Step[] {
  const tools = names.map((name) => tool(name));
  return [
    cursor === undefined
      ? { expectSent: { method: 'tools/list' }, as: 'page', lacks: ['params.cursor'] }
      : { expectSent: { method: 'tools/list', params: { cursor } }, as: 'page' },
    { peer: answer('page', page(era, { tools, ...more })) },
  ];
}

const names = (...all: readonly string[]): readonly object[] => all.map((name) => ({ name }));

/** Lists of more pages than one, and of more than there can be. */
export const pageScenarios: readonly Scenario[] = [
  ...inBothEras((era) => ({
    rows: ['PAG-01', 'PAG-04'],
    title: 'all pages of a list are one list, and a cursor is sent back as it came',
    steps: [
      { client: 'listTools' },
      ...turn(era, undefined, ['a', 'b'], { nextCursor: ' ==opaque\n?&' }),
      ...turn(era, ' ==opaque\n?&', ['c'], { nextCursor: '2' }),
      ...turn(era, '2', ['d'], {}),
      { expectResult: names('a', 'b', 'c', 'd') },
      { client: 'listTools', as: 'again' },
      ...turn(era, undefined, ['a'], {}),
      { expectResult: names('a'), of: 'again' },
    ],
  })),
  ...inBothEras((era) => ({
    rows: ['W-10', 'PAG-02'],
    title: 'an empty cursor is a cursor',
    steps: [
      { client: 'listTools' },
      ...turn(era, undefined, ['a'], { nextCursor: '' }),
      ...turn(era, '', ['b'], {}),
      { expectResult: names('a', 'b') },
    ],
  })),
  ...inBothEras((era) => ({
    rows: ['W-10', 'PAG-02'],
    title: 'a cursor of null ends the list',
    steps: [
      { client: 'listTools' },
      ...turn(era, undefined, ['a'], { nextCursor: null }),
      { expectResult: names('a') },
      { expectSentNothing: true },
    ],
  })),
  ...inBothEras((era) => ({
    rows: ['PAG-03'],
    title: 'an empty page does not end a list',
    steps: [
      { client: 'listTools' },
      ...turn(era, undefined, [], { nextCursor: 'a' }),
      ...turn(era, 'a', [], { nextCursor: 'b' }),
      ...turn(era, 'b', ['a'], {}),
      { expectResult: names('a') },
    ],
  })),
  ...(['', 'same'] as const).flatMap((cursor) =>
    inBothEras((era) => ({
      rows: ['W-10', 'PAG-04'],
      title: `a list that repeats the cursor "${cursor}" is cut there and reported`,
      steps: [
        { client: 'listTools' },
        ...turn(era, undefined, ['a'], { nextCursor: cursor }),
        ...turn(era, cursor, ['b'], { nextCursor: cursor }),
        { expectResult: names('a', 'b') },
        { expectSentNothing: true },
        { expectReport: 'list-cut', mentions: ['tools/list'] },
      ],
    })),
  ),
  ...inBothEras((era) => ({
    rows: ['W-10', 'PAG-04'],
    title: 'a list that goes round in a circle is cut where it closes',
    steps: [
      { client: 'listTools' },
      ...turn(era, undefined, ['a'], { nextCursor: 'x' }),
      ...turn(era, 'x', ['b'], { nextCursor: 'y' }),
      ...turn(era, 'y', ['c'], { nextCursor: 'x' }),
      { expectResult: names('a', 'b', 'c') },
      { expectSentNothing: true },
      { expectReport: 'list-cut' },
    ],
  })),
  ...inBothEras((era) => ({
    rows: ['W-10', 'PAG-04'],
    title: 'a list that never ends is cut at the limit of pages and reported',
    options: { limits: { maxListPages: 3 } },
    steps: [
      { client: 'listTools' },
      ...turn(era, undefined, ['a'], { nextCursor: '1' }),
      ...turn(era, '1', ['b'], { nextCursor: '2' }),
      ...turn(era, '2', ['c'], { nextCursor: '3' }),
      { expectResult: names('a', 'b', 'c') },
      { expectSentNothing: true },
      { expectReport: 'list-cut', mentions: ['3'] },
    ],
  })),
  ...inBothEras((era) => ({
    rows: ['W-10', 'PAG-04'],
    title: 'a list of too many entries is cut and reported',
    options: { limits: { maxListEntries: 3 } },
    steps: [
      { client: 'listTools' },
      ...turn(era, undefined, ['a', 'b'], { nextCursor: '1' }),
      ...turn(era, '1', ['c', 'd'], { nextCursor: '2' }),
      { expectResult: undefined },
      { expectSentNothing: true },
      { expectReport: 'list-cut' },
    ],
  })),
  ...inBothEras((era) => ({
    rows: ['W-10'],
    title: 'a list that ends exactly at the limits is whole',
    options: { limits: { maxListPages: 2, maxListEntries: 3 } },
    steps: [
      { client: 'listTools' },
      ...turn(era, undefined, ['a', 'b'], { nextCursor: '1' }),
      ...turn(era, '1', ['c'], {}),
      { expectResult: names('a', 'b', 'c') },
      { expectNoReport: true },
    ],
  })),
  ...inBothEras((era) => ({
    rows: ['W-10'],
    title: 'under strict an endless list is an error',
    options: { strict: true },
    steps: [
      { client: 'listTools' },
      ...turn(era, undefined, ['a'], { nextCursor: 'x' }),
      ...turn(era, 'x', ['b'], { nextCursor: 'x' }),
      { expectError: { kind: 'ProtocolError', code: 'TOO_MANY_PAGES', mentions: ['tools/list'] } },
      { expectSentNothing: true },
    ],
  })),
  ...inBothEras(() => ({
    rows: ['PAG-05'],
    title: 'a refused cursor is the error of the list',
    steps: [
      { client: 'listPrompts' },
      { expectSent: { method: 'prompts/list' }, as: 'page' },
      {
        peer: {
          jsonrpc: '2.0',
          id: recall('page.id'),
          error: { code: -32602, message: 'Invalid cursor' },
        },
      },
      { expectError: { kind: 'PeerError', code: -32602, mentions: ['prompts/list'] } },
    ],
  })),
  ...(
    [
      {
        client: 'listResources',
        method: 'resources/list',
        member: 'resources',
        entry: { uri: 'file:///a', name: 'a' },
      },
      {
        client: 'listResourceTemplates',
        method: 'resources/templates/list',
        member: 'resourceTemplates',
        entry: { uriTemplate: 'file:///{a}', name: 'a' },
      },
      { client: 'listPrompts', method: 'prompts/list', member: 'prompts', entry: { name: 'a' } },
    ] as const
  ).flatMap(({ client, method, member, entry }) =>
    inBothEras((era) => ({
      rows: ['PAG-06', 'W-10'],
      title: `${method} has pages too`,
      steps: [
        { client },
        { expectSent: { method }, as: 'one', lacks: ['params.cursor'] },
        { peer: answer('one', page(era, { [member]: [entry], nextCursor: '' })) },
        { expectSent: { method, params: { cursor: '' } }, as: 'two' },
        { peer: answer('two', page(era, { [member]: [entry], nextCursor: '' })) },
        { expectResult: [entry, entry] },
        { expectReport: 'list-cut', mentions: [method] },
      ],
    })),
  ),
];
