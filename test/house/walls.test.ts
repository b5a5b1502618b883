import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';

const root = dirname(dirname(import.meta.dirname));

/** Something that a room may not do, planted in a file of its own, and the tools that must refuse it. */
interface Plant {
  readonly room: string;
  readonly does: string;
  readonly code: string;
  readonly by: readonly Tool[];
}

type Tool = 'tsc' | 'oxlint';
type Sources = Readonly<Record<string, string>>;

const both: readonly Tool[] = ['tsc', 'oxlint'];
const lint: readonly Tool[] = ['oxlint'];
const types: readonly Tool[] = ['tsc'];

/** An import of one of our own files by its path from `src`. */
const reaching = (room: string, target: string, by: readonly Tool[] = both): Plant => ({
  room,
  does: `reach ${target}`,
  code: `export * from '${'../'.repeat(room.split('/').length)}${target}';`,
  by,
});

/** An import of a package or a module of Node, named and when it runs. */
const importing = (room: string, target: string, by: readonly Tool[] = lint): Plant[] => [
  { room, does: `import ${target}`, code: `export * from '${target}';`, by },
  {
    room,
    does: `load ${target}`,
    code: `export const late: unknown = await import('${target}');`,
    by,
  },
];

const using = (room: string, code: string, by: readonly Tool[]): Plant => ({
  room,
  does: `say ${code}`,
  code: `export const it: unknown = ${code};`,
  by,
});

const everyRoom = [
  'protocol',
  'client',
  'transport',
  'transport/stdio',
  'oauth',
  'oauth/node',
  'testing',
  'garuda',
];

/** Between rooms. The compiler names these alone, so they have a house of their own. */
const arrows: readonly Plant[] = [
  reaching('protocol', 'client/index.ts'),
  reaching('protocol', 'transport/index.ts'),
  reaching('protocol', 'garuda/index.ts'),
  reaching('protocol', 'index.ts', types),
  {
    room: 'protocol',
    does: 'name a type of transport',
    code: `export type { Transport } from '../transport/index.ts';`,
    by: both,
  },
  {
    room: 'protocol',
    does: 'load client when it runs',
    code: `export const late: unknown = import('../client/index.ts');`,
    by: both,
  },
  ...importing('protocol', 'garuda-mcp/stdio', both),
  reaching('client', 'transport/index.ts'),
  reaching('client', 'transport/stdio.ts'),
  reaching('client', 'garuda/index.ts'),
  reaching('client', 'protocol/inside.ts', lint),
  ...importing('client', 'garuda-mcp/stdio', both),
  reaching('transport', 'client/index.ts'),
  reaching('transport', 'garuda/index.ts'),
  reaching('transport', 'protocol/inside.ts', lint),
  reaching('transport/stdio', 'client/index.ts'),
  reaching('transport/stdio', 'garuda/index.ts'),
  reaching('transport/stdio', 'protocol/inside.ts', lint),
  ...['protocol', 'client', 'transport', 'transport/stdio', 'testing'].flatMap((room) => [
    reaching(room, 'oauth/index.ts'),
  ]),
  ...['oauth', 'oauth/node'].flatMap((room) => [
    reaching(room, 'protocol/index.ts'),
    reaching(room, 'client/index.ts'),
    reaching(room, 'transport/index.ts'),
    reaching(room, 'testing/index.ts'),
    reaching(room, 'garuda/index.ts'),
  ]),
  reaching('oauth', 'oauth/node/index.ts', types),
  reaching('protocol', 'testing/index.ts'),
  reaching('client', 'testing/index.ts'),
  reaching('transport', 'testing/index.ts'),
  reaching('testing', 'client/index.ts'),
  reaching('testing', 'garuda/index.ts'),
  reaching('testing', 'protocol/inside.ts', lint),
  reaching('testing/record', 'transport/stdio/inside.ts', lint),
  reaching('garuda', 'testing/index.ts', lint),
  reaching('garuda', 'testing/record/inside.ts', lint),
  reaching('garuda', 'protocol/inside.ts', lint),
  reaching('garuda', 'client/inside.ts', lint),
  reaching('garuda', 'transport/stdio/inside.ts', lint),
  reaching('garuda', 'oauth/inside.ts', lint),
  reaching('garuda', 'oauth/node/inside.ts', lint),
  reaching('garuda/cli', 'client/inside.ts', lint),
  ...everyRoom.flatMap((room) => [
    reaching(room, '../test/support/help.ts'),
    reaching(room, '../conformance/index.ts'),
  ]),
];

/** Between a room and the world around it. */
const surroundings: readonly Plant[] = [
  ...importing('protocol', 'node:fs', both),
  using('protocol', `fetch('https://example.com')`, types),
  using('protocol', `setTimeout(() => undefined, 1)`, types),
  using('protocol', `new AbortController()`, types),
  using('protocol', `console`, types),
  using('protocol', `process.env`, types),
  using('protocol', `Date.now()`, lint),
  using('protocol', `Math.random()`, lint),
  ...importing('client', 'node:timers/promises', both),
  using('client', `Buffer.from('a')`, types),
  using('client', `process.env`, types),
  using('client', `fetch('https://example.com')`, lint),
  using('client', `localStorage`, lint),
  ...importing('oauth', 'node:fs', both),
  using('oauth', `Buffer.from('a')`, types),
  using('oauth', `process.env`, types),
  using('oauth', `localStorage`, lint),
  ...importing('transport', 'node:fs'),
  using('transport', `Buffer.from('a')`, lint),
  using('transport', `process.env`, lint),
  ...everyRoom.flatMap((room) => importing(room, '@modelcontextprotocol/client', both)),
  ...everyRoom.flatMap((room) =>
    importing(room, '@modelcontextprotocol/sdk/client/index.js', both),
  ),
];

/** Packages of other rooms. Some bring Node's types along, which would hide what stands above. */
const packages: readonly Plant[] = [
  ...importing('protocol', 'undici'),
  ...importing('protocol', 'fast-check'),
  ...importing('client', 'undici'),
  ...importing('client', 'fast-check'),
  ...importing('transport', 'undici'),
  ...importing('transport', 'fast-check'),
  ...importing('transport/stdio', 'fast-check'),
  ...importing('transport/http/undici', 'fast-check'),
  ...importing('oauth', 'undici'),
  ...importing('oauth', 'zod'),
  ...importing('oauth/node', 'fast-check'),
  ...importing('transport', 'jose'),
  ...importing('client', 'oauth4webapi'),
  ...importing('testing', 'undici'),
  ...importing('testing', 'fast-check'),
  ...importing('garuda', 'undici'),
  ...importing('garuda', 'jsonc-parser'),
  ...importing('garuda/cli', 'smol-toml'),
  ...importing('garuda/registry', 'smol-toml'),
  ...importing('garuda/registry/import', 'undici'),
];

/** What the arrows do allow, so that the walls are not simply closed. */
const passages: Sources = {
  'src/protocol/passage.ts': `export { inside } from './inside.ts';`,
  'src/client/passage.ts': `export * from '../protocol/index.ts';\nsetTimeout(() => undefined, 1);`,
  'src/transport/passage.ts': `export * from '#exchange';\nexport * from '../protocol/index.ts';`,
  'src/transport/stdio/passage.ts': `export * from 'node:net';\nexport * from '../../protocol/index.ts';`,
  'src/transport/http/undici/passage.ts': `export type { Dispatcher } from 'undici';\nexport const late: unknown = import('undici/lib/dispatcher/pool.js' as string);`,
  'src/testing/passage.ts': `export * as net from 'node:net';\nexport * from '../protocol/index.ts';\nexport * from '../transport/index.ts';\nexport * from '../transport/stdio.ts';`,
  'src/oauth/passage.ts': `export type { JWK } from 'oauth4webapi';\nexport type { JWTPayload } from 'jose';\nexport * from '#oauth-fetch';\nexport const id: string = crypto.randomUUID();`,
  'src/oauth/node/passage.ts': `export * as net from 'node:net';\nexport type { Dispatcher } from 'undici';\nexport * from '../inside.ts';`,
  'src/garuda/registry/passage.ts': `export type { Node } from 'jsonc-parser';\nexport * from '../../protocol/index.ts';`,
  'src/garuda/registry/import/passage.ts': `export type { TomlDate } from 'smol-toml';\nexport type { Node } from 'jsonc-parser';`,
  'src/garuda/passage.ts': [
    'node:net',
    '../oauth/index.ts',
    '../oauth/node/index.ts',
    '../transport/aside.ts',
    '../client/index.ts',
    '../protocol/index.ts',
    '../transport/index.ts',
    '../transport/stdio.ts',
    '../testing/record/index.ts',
  ]
    .map((target) => `export * as from${target.replaceAll(/\W/gu, '_')} from '${target}';`)
    .join('\n'),
};

/** Rooms with nothing in them but doors: the walls are the real configuration files around them. */
const rooms: Sources = {
  'src/index.ts': `export { client } from './client/index.ts';\nexport { transport } from './transport/index.ts';`,
  'src/opentelemetry.ts': `export { client } from './client/index.ts';`,
  'src/protocol/index.ts': `export const protocol: string = 'protocol';`,
  'src/protocol/inside.ts': `export const inside: string = 'protocol';`,
  'src/client/index.ts': `export const client: string = 'client';`,
  'src/client/inside.ts': `export const inside: string = 'client';`,
  'src/transport/index.ts': `export const transport: string = 'transport';\nexport interface Transport {\n  readonly name: string;\n}`,
  'src/transport/stdio.ts': `export const stdio: string = 'stdio';`,
  'src/transport/stdio/inside.ts': `export const inside: string = 'transport';`,
  'src/transport/http/exchange-undici.ts': `import type { Dispatcher } from 'undici';\nexport const exchange: Dispatcher | undefined = undefined;`,
  'src/transport/aside.ts': `export const aside: string = 'transport';`,
  'src/oauth/index.ts': `export const oauth: string = 'oauth';`,
  'src/oauth/inside.ts': `export const inside: string = 'oauth';`,
  'src/oauth/network/default-fetch.ts': `export const defaultFetch: string = 'oauth';`,
  'src/oauth/node/index.ts': `export const node: string = 'oauth';`,
  'src/oauth/node/inside.ts': `export const nodeInside: string = 'oauth';`,
  'src/testing/index.ts': `export const testing: string = 'testing';`,
  'src/testing/record/index.ts': `export const record: string = 'testing';`,
  'src/testing/record/inside.ts': `export const inside: string = 'testing';`,
  'src/garuda/index.ts': `export const garuda: string = 'garuda';`,
  'test/support/help.ts': `export const help: string = 'test';`,
  'conformance/index.ts': `export const help: string = 'conformance';`,
};

const configuration = [
  '.oxlintrc.json',
  'package.json',
  'tsconfig.base.json',
  'src/tsconfig.json',
  'src/protocol/tsconfig.json',
  'src/client/tsconfig.json',
  'src/transport/tsconfig.json',
  'src/oauth/tsconfig.json',
  'src/oauth/node/tsconfig.json',
  'src/testing/tsconfig.json',
  'src/garuda/tsconfig.json',
];

describe.each([
  { wall: 'between rooms', plants: arrows },
  { wall: 'around rooms', plants: surroundings },
  { wall: 'against packages', plants: packages },
])('a wall $wall', ({ plants }) => {
  const files = new Map(plants.map((plant, n) => [plant, `src/${plant.room}/plant-${n}.ts`]));
  let found: Record<Tool, string>;

  beforeAll(async () => {
    found = await inspect(
      Object.fromEntries([...files].map(([{ code }, file]) => [file, code] as const)),
    );
  }, 60_000);

  test.each(plants)('$room may not $does', (plant) => {
    const file = files.get(plant) ?? '';
    // The compiler may name a file for what follows from a fault elsewhere, so more is no fault.
    expect(both.filter((tool) => names(found[tool], file))).toEqual(
      expect.arrayContaining([...plant.by]),
    );
  });
});

test('what the design allows passes every wall', async () => {
  expect(await inspect(passages)).toEqual({ tsc: '', oxlint: '' });
}, 60_000);

/** What each tool says of a house with these files in it. */
async function inspect(sources: Sources): Promise<Record<Tool, string>> {
  const house = await mkdtemp(join(tmpdir(), 'garuda-walls-'));
  try {
    await Promise.all(configuration.map((path) => cp(join(root, path), join(house, path))));
    await symlink(join(root, 'node_modules'), join(house, 'node_modules'));
    await Promise.all(
      Object.entries({ ...rooms, ...sources }).map(([path, code]) => write(house, path, code)),
    );
    const [tsc, oxlint] = await Promise.all([
      run(house, 'tsc', ['-b', 'src', 'src/garuda', 'src/oauth/node']),
      run(house, 'oxlint', ['--format', 'unix', 'src']),
    ]);
    return { tsc, oxlint };
  } finally {
    await rm(house, { recursive: true, force: true });
  }
}

async function write(house: string, path: string, code: string): Promise<void> {
  await mkdir(dirname(join(house, path)), { recursive: true });
  await writeFile(join(house, path), `${code}\n`);
}

function run(cwd: string, tool: Tool, args: readonly string[]): Promise<string> {
  const program = join(root, 'node_modules', '.bin', tool);
  return new Promise((resolve) => {
    execFile(program, args, { cwd, maxBuffer: 1 << 26 }, (_error, stdout, stderr) => {
      resolve(stdout + stderr);
    });
  });
}

/** Whether a tool finds a fault in a file, or holds it for the cause of one. */
function names(found: string, file: string): boolean {
  return found.split('\n').some((line) => line.startsWith(file) || line.includes(`/${file}'`));
}
