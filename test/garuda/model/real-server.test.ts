import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { connect, type Client } from '../../../src/client/index.ts';
import { toolsFor, type ModelTool } from '../../../src/garuda/model/index.ts';
import { stdio } from '../../../src/transport/stdio.ts';
import { servers } from '../../referee/reference-servers.mjs';

// It starts a process, on a machine that is busy with other tests.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let client: Client;
let tools: readonly ModelTool[] = [];

beforeAll(async () => {
  client = await connect(
    stdio(servers.everything),
    { name: 'real', version: '1.0.0' },
    { probeMs: 30_000 },
  );
  const offered = [{ server: 'every', tools: await client.listTools(), hasResources: true }];
  const access = {
    call: ({ tool, arguments: args }: { tool: string; arguments?: object }, options: object) =>
      client.callTool(tool, { ...args }, options),
    resources: {
      pages: (_: string, options: object) => client.resourcePages(options),
      templatePages: (_: string, options: object) => client.resourceTemplatePages(options),
      read: (_: string, uri: string, options: object) => client.readResource(uri, options),
    },
  };
  const made = toolsFor(offered, { access, images: true, maxCharacters: 2_000 });
  expect(made.notices).toEqual([]);
  ({ tools } = made);
});
afterAll(() => client.close());

async function call(
  name: string,
  input: unknown,
): Promise<{ text: string; images: number; isError: boolean }> {
  const tool = tools.find((each) => each.name === name);
  const { text, images, isError } = (await tool?.call(input)) ?? {
    text: 'no such tool',
    images: [],
    isError: true,
  };
  return { text, images: images.length, isError };
}

test('all its tools are offered, and those of the host', () => {
  expect(tools.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'mcp__every__echo',
      'mcp__every__list_resources',
      'mcp__every__read_resource',
      'mcp_read_output',
    ]),
  );
});

test('a text, and an image', async () => {
  expect(await call('mcp__every__echo', '{"message":"</mcp_result>"}')).toEqual({
    text: '<mcp_result server="every" tool="echo">\nEcho: [/mcp_result>\n</mcp_result>',
    images: 0,
    isError: false,
  });
  expect(await call('mcp__every__get-tiny-image', {})).toMatchObject({ images: 1, isError: false });
});

test('arguments that do not fit are the word of the server', async () => {
  const { text, isError } = await call('mcp__every__echo', {});
  expect(isError).toBe(true);
  expect(text).toMatch(/message/);
});

test('resources, from a list to what one holds', async () => {
  const { text, isError } = await call('mcp__every__list_resources', {});
  expect(isError).toBe(false);
  const [, uri] = /^- (\S+)/m.exec(text) ?? [];
  const read = await call('mcp__every__read_resource', { uri });
  expect(read.isError).toBe(false);
  expect(read.text).toMatch(
    /^<mcp_result server="every" tool="read_resource">\n[^]+\n<\/mcp_result>$/,
  );
  expect((await call('mcp__every__list_resources', { templates: true })).text).toMatch(/\{\w+\}/);
});
