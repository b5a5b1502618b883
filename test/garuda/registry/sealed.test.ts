import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { proves } from '../../support/proves.ts';
import { root as repository } from '../../support/repository.ts';

/** What would be run, read or reached if a value were more than text. */
const lures = [
  '!touch TRAP',
  '$(touch TRAP)',
  '`touch TRAP`',
  '${HOME}',
  '${LURE}',
  '@SECRET',
  'SECRET',
  'file://SECRET',
  '~/.ssh/id_rsa',
  'http://127.0.0.1:9/',
  'https://lure.example/',
  '../../SECRET',
];

const keys = [
  'command',
  'args',
  'env',
  'network',
  'writePaths',
  'timeoutMs',
  'enabled',
  'cwd',
  'source',
  'type',
  'url',
  'headers',
  'bearerEnv',
  'auth',
  'trust',
  'runtime',
  'sandbox',
  'include',
  'envFile',
  '$ref',
  'extends',
];
const topKeys = [
  'version',
  'profiles',
  'activeProfile',
  'servers',
  'mcpServers',
  'include',
  'inputs',
  '$ref',
];

interface Told {
  readonly outcome: string;
  readonly deeds: readonly (readonly [kind: string, name: string, about: string])[];
}

let folder = '';
let told: readonly Told[] = [];
const projects: { readonly title: string; readonly content: object }[] = [];

/** A value in each form that a key may take. */
function formsOf(lure: string): readonly unknown[] {
  return [
    lure,
    [lure],
    { [lure]: lure, A: lure },
    [{ source: lure, target: lure }],
    { kind: 'docker', image: lure, command: [lure], class: lure, clientId: lure },
  ];
}

for (const key of keys) {
  for (const lure of lures) {
    for (const form of formsOf(lure)) {
      const rest = ['url', 'headers', 'bearerEnv', 'auth'].includes(key)
        ? { url: 'https://lure.example/' }
        : { command: 'x' };
      projects.push({
        title: `servers.a.${key}`,
        content: { servers: { a: { ...rest, [key]: form } } },
      });
    }
  }
}
for (const key of topKeys) {
  for (const lure of lures) {
    for (const form of formsOf(lure))
      projects.push({ title: key, content: { servers: { a: { command: 'x' } }, [key]: form } });
  }
}

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'garuda-sealed-')));
  await writeFile(join(folder, 'secret.json'), '{ "servers": { "stolen": { "command": "x" } } }');
  const bundle = join(folder, 'registry.mjs');
  await build({
    entryPoints: [join(repository, 'src/garuda/registry/registry.ts')],
    outfile: bundle,
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    external: ['node:*', 'undici', '#exchange', '#oauth-fetch'],
    logLevel: 'silent',
  });
  const roots = projects.map((_, at) => join(folder, `project-${at}`));
  for (const [at, { content }] of projects.entries()) {
    await mkdir(join(roots[at] ?? '', '.garuda'), { recursive: true });
    const text = JSON.stringify(content)
      .replaceAll('TRAP', join(folder, 'trap'))
      .replaceAll('SECRET', join(folder, 'secret.json'));
    await writeFile(join(roots[at] ?? '', '.garuda/mcp.json'), text);
  }
  const recorder = join(repository, 'test/fixtures/registry/recorder.mjs');
  const program = join(repository, 'test/fixtures/registry/read-projects.mjs');
  const args = ['--import', recorder, program, bundle, ...roots];
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    maxBuffer: 64 * 1024 * 1024,
    timeout: 60_000,
  });
  told = JSON.parse(stdout) as readonly Told[];
}, 90_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

describe("reading a project's file runs nothing, reads no other file, reaches nothing", () => {
  for (const title of new Set(projects.map((project) => project.title))) {
    proves(['G-01', 'H-17'], title, () => {
      for (const [at, project] of projects.entries()) {
        if (project.title !== title) continue;
        const here = join(folder, `project-${at}`);
        // The name of a missing file of the user, the file itself, and the root that it must be in.
        const allowed = [join(here, 'none.json'), join(here, '.garuda/mcp.json'), here];
        const deeds = told[at]?.deeds ?? [];
        expect(deeds.length).toBeGreaterThan(0);
        expect(
          deeds.filter(([kind, , about]) => kind !== 'file' || !allowed.includes(about)),
        ).toEqual([]);
      }
    });
  }

  test('no trap was sprung', async () => {
    expect((await readdir(folder)).filter((name) => name === 'trap')).toEqual([]);
  });

  test('some of the files were good, some were not', () => {
    const outcomes = new Set(told.map(({ outcome }) => outcome));
    expect(outcomes).toEqual(new Set(['MALFORMED', '1 servers', 'control']));
  });

  test('the recorder keeps what is done', () => {
    expect(new Set(told.at(-1)?.deeds.map(([kind]) => kind))).toEqual(
      new Set(['file', 'process', 'network', 'variable']),
    );
  });
});
