import { answer, inBothEras, inEra, page, tool } from './phrases.ts';
import type { Scenario, Step } from './scenario.ts';

const lists = {
  tools: { client: 'listTools', method: 'tools/list', good: tool('good') },
  resources: {
    client: 'listResources',
    method: 'resources/list',
    good: { uri: 'file:///good', name: 'good' },
  },
  resourceTemplates: {
    client: 'listResourceTemplates',
    method: 'resources/templates/list',
    good: { uriTemplate: 'file:///{good}', name: 'good' },
  },
  prompts: { client: 'listPrompts', method: 'prompts/list', good: { name: 'good' } },
} as const;

type ListName = keyof typeof lists;

const listNames = Object.keys(lists) as readonly ListName[];

const bad: { readonly [name in ListName]: readonly unknown[] } = {
  tools: [
    null,
    'text',
    5,
    [],
    {},
    { name: 'no-schema' },
    { ...tool('x'), name: 5 },
    { ...tool('x'), inputSchema: 'text' },
    { ...tool('x'), description: 5 },
  ],
  resources: [null, 'text', {}, { name: 'no uri' }, { uri: 5, name: 'x' }],
  resourceTemplates: [null, {}, { name: 'no template' }, { uriTemplate: 5, name: 'x' }],
  prompts: [null, {}, { description: 'no name' }, { name: 5 }, { name: 'x', arguments: 'text' }],
};

function ask(list: ListName): readonly Step[] {
  const { client, method } = lists[list];
  return [{ client }, { expectSent: { method }, as: 'list' }];
}

/** Lists with entries that are none. */
export const entryScenarios: readonly Scenario[] = [
  ...listNames.flatMap((list) =>
    bad[list].flatMap((entry) =>
      inBothEras((era) => ({
        rows: ['W-11', 'H-10'],
        title: `${list}: ${JSON.stringify(entry)} is left out and reported, the others stay`,
        steps: [
          ...ask(list),
          {
            peer: answer(
              'list',
              page(era, { [list]: [lists[list].good, entry, lists[list].good] }),
            ),
          },
          { expectResult: [lists[list].good, lists[list].good] },
          { expectReport: 'entry-left-out', mentions: [lists[list].method, '"index":1'] },
        ],
      })),
    ),
  ),
  ...listNames.flatMap((list) =>
    inBothEras((era) => ({
      rows: ['W-11'],
      title: `${list}: each bad entry is reported, and all bad make an empty list`,
      steps: [
        ...ask(list),
        { peer: answer('list', page(era, { [list]: bad[list] })) },
        { expectResult: [] },
        ...bad[list].map((): Step => ({ expectReport: 'entry-left-out' })),
      ],
    })),
  ),
  ...listNames.flatMap((list) =>
    inBothEras((era) => ({
      rows: ['W-11'],
      title: `${list}: under strict a bad entry is an error`,
      options: { strict: true },
      steps: [
        ...ask(list),
        { peer: answer('list', page(era, { [list]: [lists[list].good, null] })) },
        {
          expectError: {
            kind: 'ProtocolError',
            code: 'INVALID_RESULT',
            mentions: [lists[list].method, list],
          },
        },
      ],
    })),
  ),
  ...listNames.flatMap((list) =>
    ['text', null, {}, undefined, 5].flatMap((value) =>
      inBothEras((era) => ({
        rows: ['W-32', 'H-10'],
        title: `${list}: a page whose list is ${JSON.stringify(value)} is an error`,
        steps: [
          ...ask(list),
          { peer: answer('list', page(era, { [list]: value })) },
          {
            expectError: {
              kind: 'ProtocolError',
              code: 'INVALID_RESULT',
              mentions: [lists[list].method, list],
            },
          },
        ],
      })),
    ),
  ),
  ...inBothEras((era) => {
    const whole = {
      name: 'search',
      title: 'Search',
      description: 'Finds things',
      inputSchema: {
        $schema: 'https://example.com/unknown-dialect',
        type: 'object',
        properties: {
          query: { type: 'string', 'x-of-a-vendor': [1] },
          other: { $ref: '#/nowhere' },
        },
        required: ['query'],
        unevaluatedProperties: false,
      },
      annotations: { readOnlyHint: true, openWorldHint: false, 'x-hint': 1 },
      'x-of-a-vendor': { kept: true },
    };
    return {
      rows: ['A-04', 'W-11', 'RPC-18'],
      title:
        'a tool comes as it is: description, raw schema of any dialect, annotations, unknown members',
      steps: [
        ...ask('tools'),
        { peer: answer('list', page(era, { tools: [whole] })) },
        { expectResult: [whole] },
        { expectNoReport: true },
      ],
    };
  }),
  inEra('legacy', {
    rows: ['XMH-09'],
    title: 'in a legacy session a header annotation means nothing, a bad one too',
    steps: [
      ...ask('tools'),
      {
        peer: answer('list', {
          tools: [tool('a', { inputSchema: { type: 'object', 'x-mcp-header': 'a b' } })],
        }),
      },
      { expectResult: [{ name: 'a' }] },
      { expectNoReport: true },
    ],
  }),
  inEra('modern', {
    rows: ['XMH-05'],
    title: 'on a pipe a header annotation means nothing, a bad one too',
    steps: [
      ...ask('tools'),
      {
        peer: answer(
          'list',
          page('modern', {
            tools: [tool('a', { inputSchema: { type: 'object', 'x-mcp-header': 'a b' } })],
          }),
        ),
      },
      { expectResult: [{ name: 'a' }] },
      { expectNoReport: true },
    ],
  }),
];
