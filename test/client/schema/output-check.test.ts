import { expect } from 'vitest';
import type { SchemaValidator } from '../../../src/client/index.ts';
import { connected, type Connected } from '../../support/connected.ts';
import { settle } from '../../support/fake-clock.ts';
import { proves } from '../../support/proves.ts';

const revisions = ['2025-06-18', '2025-11-25', '2026-07-28'] as const;
const counts = { type: 'object', properties: { count: { type: 'integer' } }, required: ['count'] };

async function listed(
  revision: (typeof revisions)[number],
  outputSchema: unknown,
  options: Parameters<typeof connected>[1] = {},
): Promise<Connected> {
  const connection = await connected(revision, options);
  const listing = connection.client.listTools();
  const tool = { name: 'a', inputSchema: { type: 'object' }, outputSchema };
  await connection.answer(await connection.next(), {
    tools: [tool, { name: 'free', inputSchema: { type: 'object' } }],
    ttlMs: 0,
    cacheScope: 'private',
  });
  await listing;
  return connection;
}

/** Calls the tool; what is loaded for it is read from disk. */
async function callWith(
  { client, next, answer }: Connected,
  result: object,
  name = 'a',
): Promise<unknown> {
  const outcome = client.callTool(name).catch((error: unknown) => error);
  await answer(await next(), { content: [], ...result });
  return await outcome;
}

for (const revision of revisions) {
  proves(
    ['TOL-06', 'TOL-08', 'H-10', 'W-12'],
    `${revision}: what fits is given back, what does not is an error`,
    async () => {
      const server = await listed(revision, counts);
      expect(await callWith(server, { structuredContent: { count: 1 } })).toMatchObject({
        structuredContent: { count: 1 },
      });
      expect(await callWith(server, { structuredContent: { count: 'one' } })).toMatchObject({
        name: 'ProtocolError',
        code: 'INVALID_RESULT',
        message: expect.stringMatching(
          /^scripted: Invalid result for tools\/call: structuredContent\.count: .+ \[INVALID_RESULT\]$/,
        ),
      });
      expect(server.reports).toEqual([]);
    },
  );

  proves(
    'TOL-08',
    `${revision}: content that is missing is an error, unless the tool failed`,
    async () => {
      const server = await listed(revision, counts);
      expect(await callWith(server, {})).toMatchObject({
        code: 'INVALID_RESULT',
        message: expect.stringContaining('structuredContent: is missing'),
      });
      expect(await callWith(server, { isError: true })).toMatchObject({ isError: true });
      expect(await callWith(server, {}, 'free')).toMatchObject({ content: [] });
    },
  );
}

for (const value of [null, false, 0, '', [], [1]]) {
  proves('TOL-07', `${JSON.stringify(value)} is content`, async () => {
    const type = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
    const server = await listed('2026-07-28', { type });
    expect(await callWith(server, { structuredContent: value })).toMatchObject({
      structuredContent: value,
    });
    const other = await listed('2026-07-28', { type: 'object' });
    expect(await callWith(other, { structuredContent: value })).toMatchObject({
      code: 'INVALID_RESULT',
    });
  });
}

for (const [title, schema] of [
  ['an unknown dialect', { $schema: 'https://example.com/own', type: 'object' }],
  [
    'a reference to the web',
    { type: 'object', properties: { a: { $ref: 'https://example.com' } } },
  ],
  ['a reference to nothing', { type: 'object', $ref: '#/$defs/none' }],
] as const) {
  proves(
    ['JSC-02', 'JSC-04', 'W-11'],
    `${title}: the tool works, unchecked, and that is reported once`,
    async () => {
      const server = await listed('2026-07-28', schema);
      for (let time = 0; time < 2; time += 1) {
        expect(await callWith(server, { structuredContent: { any: 1 } })).toMatchObject({
          structuredContent: { any: 1 },
        });
      }
      expect(server.reports).toMatchObject([{ kind: 'output-unchecked', tool: 'a' }]);
    },
  );

  proves(['JSC-02', 'JSC-04'], `${title}: under strict it is an error`, async () => {
    const server = await listed('2026-07-28', schema, { strict: true });
    expect(await callWith(server, { structuredContent: {} })).toMatchObject({
      code: 'INVALID_RESULT',
      message: expect.stringContaining('cannot be checked'),
    });
  });
}

proves('W-12', 'false checks nothing', async () => {
  const server = await listed('2026-07-28', counts, { validator: false });
  expect(await callWith(server, { structuredContent: 'anything' })).toMatchObject({
    structuredContent: 'anything',
  });
});

proves('W-12', 'another validator takes the place, and compiles at the first call', async () => {
  const compiled: unknown[] = [];
  const validator: SchemaValidator = {
    compile: (schema) => {
      compiled.push(schema);
      return (value) => (value === 'right' ? [] : [{ pointer: '/x/0', message: 'is wrong' }]);
    },
  };
  const server = await listed('2026-07-28', counts, { validator });
  expect(compiled).toEqual([]);
  expect(await callWith(server, { structuredContent: 'right' })).toMatchObject({ content: [] });
  expect(await callWith(server, { structuredContent: 'wrong' })).toMatchObject({
    message: expect.stringContaining('structuredContent.x[0]: is wrong'),
  });
  expect(compiled).toEqual([counts]);
});

for (const [title, when] of [
  ['to compile', 'compile'],
  ['to judge', 'judge'],
] as const) {
  const refuse = (): never => {
    throw new TypeError('no such\nluck');
  };
  const validator: SchemaValidator = { compile: when === 'compile' ? refuse : () => refuse };

  proves(['W-11', 'W-12'], `another validator that fails ${title} costs no call`, async () => {
    const server = await listed('2026-07-28', counts, { validator });
    for (let time = 0; time < 2; time += 1)
      expect(await callWith(server, { structuredContent: 1 })).toMatchObject({ content: [] });
    expect(server.reports).toEqual([{ kind: 'output-unchecked', tool: 'a', why: 'no such luck' }]);
  });
}

proves(
  'JSC-05',
  'a value that takes too much is reported once, and the next one is judged',
  async () => {
    const server = await listed('2026-07-28', { pattern: '^(a+)+$' });
    for (let time = 0; time < 2; time += 1)
      await callWith(server, { structuredContent: `${'a'.repeat(50)}b` });
    expect(server.reports).toMatchObject([
      { kind: 'output-unchecked', why: expect.stringContaining('too many steps') },
    ]);
    expect(await callWith(server, { structuredContent: 'b' })).toMatchObject({
      code: 'INVALID_RESULT',
    });
  },
);

proves(
  'H-12',
  'the error is one line, whatever is said, and has all faults for its cause',
  async () => {
    const faults = [
      { pointer: '/a b~1c/0/d', message: `is\r\nno\u2028${'x'.repeat(5_000)}` },
      { pointer: '', message: 'is wrong' },
    ];
    const server = await listed('2026-07-28', counts, {
      validator: { compile: () => () => faults },
    });
    const error = (await callWith(server, { structuredContent: 1 })) as Error;
    const { message } = error;
    expect(message).toContain('tools/call: structuredContent["a b/c"][0].d: is no xxx');
    expect(message).not.toMatch(/[\p{Cc}\u2028]/u);
    expect(message.length).toBeLessThan(1_200);
    expect(error.cause).toBe(faults);
  },
);

proves('H-10', 'a tool that changes is checked by its new schema', async () => {
  const server = await listed('2026-07-28', counts);
  await callWith(server, { structuredContent: { count: 1 } });
  const listing = server.client.listTools();
  await settle();
  await server.answer(await server.next(), {
    tools: [{ name: 'a', inputSchema: { type: 'object' }, outputSchema: { type: 'string' } }],
    ttlMs: 0,
    cacheScope: 'private',
  });
  await listing;
  expect(await callWith(server, { structuredContent: 'text' })).toMatchObject({
    structuredContent: 'text',
  });
});
