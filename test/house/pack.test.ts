import { execFile, execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../support/repository.ts';

/** The package as a user has it: packed, unpacked, with the packages that it names and no others. */
let home: string;
let installed: string;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'garuda-pack-'));
  installed = join(home, 'node_modules', 'garuda-mcp');
  await mkdir(installed, { recursive: true });
  execFileSync('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', home], {
    cwd: root,
  });
  const tarball = (await readdir(home)).find((name) => name.endsWith('.tgz')) ?? '';
  execFileSync('tar', ['-xzf', join(home, tarball), '--strip-components=1', '-C', installed]);
  const { dependencies } = await manifest();
  await Promise.all(
    Object.keys(dependencies).map(async (name) => {
      const place = join(home, 'node_modules', name);
      await mkdir(dirname(place), { recursive: true });
      await symlink(join(root, 'node_modules', name), place);
    }),
  );
  await writeFile(join(home, 'package.json'), '{ "type": "module" }');
}, 60_000);

afterAll(() => rm(home, { recursive: true, force: true }));

const doors = [
  'garuda-mcp',
  'garuda-mcp/stdio',
  'garuda-mcp/protocol',
  'garuda-mcp/oauth',
  'garuda-mcp/oauth/node',
  'garuda-mcp/garuda',
  'garuda-mcp/testing',
  'garuda-mcp/opentelemetry',
];

test('these are all the doors', async () => {
  const { exports } = await manifest();
  const named = Object.keys(exports).map((path) => path.replace('.', 'garuda-mcp'));
  expect(named).toEqual([...doors, 'garuda-mcp/package.json']);
});

test.each(doors)('%s can be imported and has something in it', async (door) => {
  const { stdout } = await run(`console.log(Object.keys(await import('${door}')).length)`);
  expect(Number(stdout)).toBeGreaterThan(0);
});

test.each(['workerd', 'browser', 'bun', 'deno'])(
  'under the import condition %s the root door needs nothing of Node',
  async (condition) => {
    const code = `console.log(typeof (await import('garuda-mcp')).http)`;
    const { stdout } = await run(code, [`--conditions=${condition}`]);
    expect(stdout.trim()).toBe('function');
  },
);

test.each(['workerd', 'browser', 'bun', 'deno'])(
  'under the import condition %s the door of the sign-in needs nothing of Node',
  async (condition) => {
    const code = `console.log(typeof (await import('garuda-mcp/oauth')).oauth)`;
    const { stdout } = await run(code, [`--conditions=${condition}`]);
    expect(stdout.trim()).toBe('function');
  },
);

test('an error of one door is an instance of its class from another', async () => {
  const code = `
    const [root, protocol] = await Promise.all([import('garuda-mcp'), import('garuda-mcp/protocol')]);
    console.log(root.TransportError === protocol.TransportError);`;
  expect((await run(code)).stdout.trim()).toBe('true');
});

test.each(['garuda-mcp/dist/index.js', 'garuda-mcp/src/index.ts', 'garuda-mcp/client'])(
  'there is no way in by %s',
  async (path) => {
    const { stderr, code } = await run(`await import('${path}')`);
    expect(code).toBe(1);
    expect(stderr).toContain('ERR_PACKAGE_PATH_NOT_EXPORTED');
  },
);

test('the command runs', async () => {
  const { bin } = await manifest();
  const program = join(installed, bin['garuda-mcp'] ?? '');
  const { stdout, code } = await exec(program, ['--help']);
  expect(code).toBe(0);
  expect(stdout).toContain('garuda-mcp');
});

test('its declarations need no types of Node and of no package', async () => {
  const imports = doors.map((door, n) => `import * as door${n} from '${door}';\nvoid door${n};`);
  await writeFile(join(home, 'user.ts'), imports.join('\n'));
  const options = [
    '--strict',
    '--noEmit',
    '--target',
    'es2023',
    '--module',
    'nodenext',
    '--types',
    '',
  ];
  const lib = ['--lib', 'es2023,esnext.disposable,dom'];
  const tsc = join(root, 'node_modules', '.bin', 'tsc');
  expect(await exec(tsc, [...options, ...lib, '--skipLibCheck', 'false', 'user.ts'])).toEqual({
    stdout: '',
    stderr: '',
    code: 0,
  });
}, 30_000);

describe('what is in it', () => {
  let files: readonly { readonly path: string; readonly text: string }[];

  beforeAll(async () => {
    const entries = await readdir(installed, { recursive: true, withFileTypes: true });
    files = await Promise.all(
      entries
        .filter((entry) => entry.isFile())
        .map(async (entry) => {
          const path = join(entry.parentPath, entry.name);
          return { path: path.slice(installed.length + 1), text: await readFile(path, 'utf8') };
        }),
    );
  });

  test('no path of the machine that packed it', () => {
    const own = [`${root}/`, `${homedir()}/`];
    const found = files.filter(({ text }) => own.some((path) => text.includes(path)));
    expect(found.map(({ path }) => path)).toEqual([]);
  });

  test('a licence', () => {
    expect(files.find(({ path }) => path === 'LICENSE')?.text).toContain('MIT License');
  });

  test('every map leads to a source that is there too, or to a package whose licence is', () => {
    const paths = new Set(files.map(({ path }) => path));
    const notice = files.find(({ path }) => path === 'dist/THIRD-PARTY.md')?.text ?? '';
    const maps = files.filter(({ path }) => path.endsWith('.map'));
    expect(maps.length).toBeGreaterThan(3);
    const lost = maps.flatMap(({ path, text }) => {
      const { sources } = JSON.parse(text) as { sources: string[] };
      const found = sources.map((source) => join(dirname(path), source));
      return found.filter((source) => !paths.has(source) && !isLicensed(source, notice));
    });
    expect(lost).toEqual([]);
  });

  test('no code is made from text', () => {
    const made = files
      .filter(({ path }) => /^dist\/.*\.js$/u.test(path))
      .flatMap(({ text }) => text.match(/.*(?:\bnew Function\b|\beval\(|\bFunction\().*/gu) ?? []);
    expect(made).toEqual([]);
  });
});

/** Whether a source is of a package that the notice names. */
function isLicensed(source: string, notice: string): boolean {
  const [, name] = /node_modules\/((?:@[^/]+\/)?[^/]+)/u.exec(source) ?? [];
  return name !== undefined && notice.includes(`## ${name} `);
}

async function manifest(): Promise<
  Record<'dependencies' | 'exports' | 'bin', Record<string, string>>
> {
  return JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'));
}

interface Ended {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number;
}

function run(code: string, flags: readonly string[] = []): Promise<Ended> {
  return exec(process.execPath, [...flags, '--input-type=module', '--eval', code]);
}

function exec(program: string, args: readonly string[]): Promise<Ended> {
  return new Promise((resolve) => {
    const child = execFile(program, args, { cwd: home }, (error, stdout, stderr) => {
      resolve({ stdout, stderr, code: error === null ? 0 : (child.exitCode ?? -1) });
    });
    child.stdin?.end();
  });
}
