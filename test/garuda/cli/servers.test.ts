import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { run } from '../../../src/garuda/cli/run.ts';
import { MemoryTerminal } from './memory-terminal.ts';

const secret = 'sk-very-secret-1234';

let folder = '';
let userFile = '';
let cursorFile = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'garuda-servers-'));
  userFile = join(folder, 'home/mcp.json');
  cursorFile = join(folder, 'cursor.json');
  await mkdir(join(folder, 'birds/.git'), { recursive: true });
});
afterEach(() => rm(folder, { recursive: true, force: true }));

interface Said {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command in a subfolder of a project. */
async function garuda(
  line: string | readonly string[],
  ask?: (question: string) => Promise<string>,
): Promise<Said> {
  const more = {
    environment: { GARUDA_HOME: join(folder, 'home') },
    folder: join(folder, 'birds'),
    ask,
  };
  const terminal = new MemoryTerminal(undefined, more);
  const exitCode = await run(typeof line === 'string' ? line.split(' ') : line, terminal);
  return { exitCode, stdout: terminal.stdout.text, stderr: terminal.stderr.text };
}

async function put(path: string, content: object | string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
}

async function saved(): Promise<unknown> {
  return JSON.parse(await readFile(userFile, 'utf8')) as unknown;
}

describe('servers add', () => {
  test.each([
    ['servers add docs https://example.com/mcp', { type: 'http', url: 'https://example.com/mcp' }],
    [
      [
        'servers',
        'add',
        'docs',
        'https://example.com/mcp',
        '--header',
        'X-Key: ${KEY}',
        '--bearer-env',
        'TOKEN',
        '--timeout',
        '30',
      ],
      {
        type: 'http',
        url: 'https://example.com/mcp',
        headers: { 'X-Key': '${KEY}' },
        bearerEnv: 'TOKEN',
        timeoutMs: 30_000,
      },
    ],
    [
      'servers add docs -- node server.js --json',
      { command: 'node', args: ['server.js', '--json'] },
    ],
    [
      'servers add docs --env TOKEN --env LEVEL=a=b --cwd sub --network --write-path out --write-path ~/x -- node',
      {
        command: 'node',
        env: { TOKEN: '${TOKEN}', LEVEL: 'a=b' },
        cwd: 'FOLDER/birds/sub',
        network: true,
        writePaths: ['FOLDER/birds/out', '~/x'],
      },
    ],
  ] as const)('%j', async (line, server) => {
    const { exitCode, stdout, stderr } = await garuda(line);
    expect({ exitCode, stdout, stderr }).toEqual({
      exitCode: 0,
      stdout: `added docs to ${userFile}\n`,
      stderr: '',
    });
    const expected = JSON.parse(JSON.stringify(server).replaceAll('FOLDER', folder)) as unknown;
    expect(await saved()).toEqual({ version: 2, servers: { docs: expected } });
    expect((await stat(userFile)).mode & 0o777).toBe(0o600);
  });

  test('tells what a program that is downloaded needs, unless it has that', async () => {
    const { exitCode, stderr } = await garuda('servers add a -- npx -y server');
    expect(exitCode).toBe(0);
    expect(stderr).toContain(
      'without --network and a --write-path for that, the server may not start in the sandbox',
    );
    expect(
      (await garuda('servers add b --network --write-path ~/.npm -- npx -y server')).stderr,
    ).toBe('');
  });

  test.each([
    ['servers add', 'NAME is missing'],
    ['servers add docs', 'expected a URL, or -- and a command'],
    ['servers add docs https://example.com -- node', 'got both'],
    ['servers add docs https://example.com x', '"x" is one too many'],
    ['servers add Docs-1 https://example.com', 'write "docs_1"'],
    ['servers add docs http://example.com', 'servers.docs.url: http:// is only for localhost'],
    ['servers add docs https://example.com --env A=b', '--env is for a command behind --'],
    ['servers add docs --bearer-env A -- node', '--bearer-env is for a server at a URL'],
    ['servers add docs --env =x -- node', '--env number 1: expected NAME=VALUE, or NAME'],
    ['servers add docs --env A=1 --env A=2 -- node', '--env A is given twice'],
    ['servers add docs --timeout soon -- node', '--timeout: expected seconds'],
    ['servers add docs --timeout 0.5 -- node', 'expected milliseconds from 1000'],
    ['servers add docs --yes -- node', '--yes is not for servers add'],
  ])('%s is told to be wrong', async (line, words) => {
    const { exitCode, stdout, stderr } = await garuda(line);
    expect(stderr).toContain(words);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    await expect(readFile(userFile)).rejects.toThrow('ENOENT');
  });

  test('a name that is taken', async () => {
    await put(userFile, { servers: { docs: { command: 'x' } } });
    const { exitCode, stderr } = await garuda('servers add docs -- node');
    expect(stderr).toContain('there is a server "docs" already');
    expect(exitCode).toBe(2);
  });
});

describe('servers remove', () => {
  test('takes one out, and keeps the comments', async () => {
    await put(
      userFile,
      '{\n  // mine\n  "servers": {\n    "a": { "command": "x" },\n    "b": { "command": "y" }\n  }\n}\n',
    );
    expect(await garuda('servers remove a --json')).toMatchObject({
      exitCode: 0,
      stdout: `${JSON.stringify({ removed: 'a', file: userFile }, null, 2)}\n`,
    });
    expect(await readFile(userFile, 'utf8')).toBe(
      '{\n  "version": 2,\n  // mine\n  "servers": {\n    "b": { "command": "y" }\n  }\n}\n',
    );
  });

  test.each([
    ['servers remove', 'NAME is missing'],
    ['servers remove a b', '"b" is one too many'],
    ['servers remove githbu', 'there is no server "githbu" in your file; did you mean "github"?'],
    ['servers remove github -- x', 'takes no command behind --'],
  ])('%s is told to be wrong', async (line, words) => {
    await put(userFile, { servers: { github: { command: 'x' } } });
    const { exitCode, stderr } = await garuda(line);
    expect(stderr).toContain(words);
    expect(exitCode).toBe(2);
  });
});

describe('servers list', () => {
  const user = {
    servers: {
      docs: {
        url: `https://example.com/mcp?token=${secret}`,
        headers: { Authorization: `Bearer ${secret}` },
      },
      files: {
        command: 'node',
        args: ['server.js', '--api-key', secret],
        env: { KEY: secret },
        enabled: false,
      },
      box: { runtime: { kind: 'docker', image: 'example/box' }, trust: { class: 'no' } },
    },
  };
  const project = { servers: { theirs: { command: './serve' }, docs: { command: 'evil' } } };

  test.each(['servers', 'servers list'])(
    '%s shows both files as a table, and no secret',
    async (line) => {
      await put(userFile, user);
      await put(join(folder, 'birds/.garuda/mcp.json'), project);
      const { exitCode, stdout, stderr } = await garuda(line);
      expect(exitCode).toBe(0);
      expect(stdout.split('\n').map((row) => row.split(/ {2,}/))).toEqual([
        ['SERVER', 'FROM', 'STATE', 'RUNS'],
        ['docs', 'user', 'enabled', 'https://example.com/mcp?token=<redacted>'],
        ['files', 'user', 'disabled', 'node server.js --api-key <redacted>'],
        ['box', 'user', 'blocked', 'docker: example/box'],
        ['theirs', 'project', 'enabled', './serve'],
        [''],
      ]);
      expect(stderr).toContain(
        'the server "docs" is ignored, since your own file has one of that name',
      );
      expect(stderr).toContain('"no" is no class of trust, so the server is blocked');
      expect(stdout + stderr).not.toContain(secret);
    },
  );

  test('as one document, with names and no values', async () => {
    await put(userFile, user);
    const { stdout } = await garuda('servers --json');
    expect(JSON.parse(stdout)).toMatchObject({
      userFile,
      activeProfile: 'default',
      servers: [
        { name: 'docs', kind: 'remote', headers: ['Authorization'], trust: 'remote_http' },
        { name: 'files', kind: 'local', env: ['KEY'], enabled: false, trust: 'sandboxed_local' },
        { name: 'box', runtime: 'docker', trust: 'blocked' },
      ],
    });
    expect(stdout).not.toContain(secret);
  });

  test('an empty one says how to begin', async () => {
    const { exitCode, stdout, stderr } = await garuda('servers');
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: '' });
    expect(stderr).toContain('garuda-mcp help servers tells how to add one');
  });

  test('a file with faults is told, each with its place', async () => {
    await put(userFile, '{\n  "servers": { "a": { "comand": "x" } },\n  "b": 1\n}');
    const { exitCode, stdout, stderr } = await garuda('servers --json');
    expect(exitCode).toBe(2);
    expect(stderr).toContain(
      `${userFile}:2:23: servers.a.comand: a server has no such key; did you mean "command"?\n`,
    );
    expect(JSON.parse(stdout)).toMatchObject({
      error: {
        code: 'MALFORMED',
        faults: [
          { line: 3, key: 'b' },
          { line: 2, column: 23, key: 'servers.a.comand' },
        ],
      },
    });
  });

  test.each([
    ['servers list x', '"x" is one too many'],
    ['servers lst', 'got "lst"; did you mean list?'],
    ['servers --file x', '--file is not for servers list'],
  ])('%s is told to be wrong', async (line, words) => {
    const { exitCode, stderr } = await garuda(line);
    expect(stderr).toContain(words);
    expect(exitCode).toBe(2);
  });
});

describe('servers import', () => {
  const theirs = {
    mcpServers: {
      'my-docs': { command: 'node', args: ['x', '--token', secret], env: { KEY: secret } },
      old: { type: 'sse', url: 'https://example.com/sse' },
      'a\u001b[2J\n+ b: evil': { command: 'y' },
    },
  };
  beforeEach(() => put(cursorFile, theirs));
  const line = (): readonly string[] => ['servers', 'import', 'cursor', '--file', cursorFile];

  test('only shows where nobody can be asked', async () => {
    const { exitCode, stdout, stderr } = await garuda(line());
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toBe(
      [
        '+ my_docs ("my-docs" there): node x --token <redacted>',
        '    variables: KEY',
        '+ a_2j_b_evil ("a\\u001b[2J\\u000a+ b: evil" there): y',
        '- "old" is left out: it uses the older HTTP+SSE transport',
        'nothing was added; --yes adds these',
        '',
      ].join('\n'),
    );
    await expect(readFile(userFile)).rejects.toThrow('ENOENT');
  });

  test.each([
    { answer: 'y', isAdded: true },
    { answer: ' YES ', isAdded: true },
    { answer: '', isAdded: false },
    { answer: 'n', isAdded: false },
    { answer: 'yesterday', isAdded: false },
  ])('asks, and takes "$answer" for $isAdded', async ({ answer, isAdded }) => {
    const asked: string[] = [];
    const { exitCode, stdout, stderr } = await garuda(line(), (question) => {
      asked.push(question);
      return Promise.resolve(answer);
    });
    expect(asked).toEqual(['add 2 to your servers? [y/N] ']);
    expect(stderr).toContain('what would be added:\n+ my_docs ("my-docs" there): node x');
    expect(stdout).toContain(
      isAdded ? `added my_docs, a_2j_b_evil to ${userFile}\n` : 'nothing was added',
    );
    expect(exitCode).toBe(0);
    expect(await readFile(userFile, 'utf8').catch(() => '')).toContain(isAdded ? 'my_docs' : '');
    expect(stdout + stderr).not.toContain(secret);
  });

  test('asks nobody with --yes', async () => {
    const { stdout } = await garuda([...line(), '--yes'], () => Promise.reject(new Error('asked')));
    expect(stdout).toContain(`added my_docs, a_2j_b_evil to ${userFile}\n`);
    expect(await saved()).toMatchObject({
      servers: { my_docs: { env: { KEY: secret }, source: 'import:cursor' } },
    });
  });

  test('as one document', async () => {
    const { stdout } = await garuda([...line(), '--json']);
    expect(JSON.parse(stdout)).toMatchObject({
      application: 'cursor',
      added: false,
      additions: [{ name: 'my_docs', from: 'my-docs', env: ['KEY'] }, {}],
      leftOut: [{ from: 'old' }],
    });
    expect(stdout).not.toContain(secret);
  });

  test('a change meanwhile is not lost', async () => {
    const { exitCode, stderr } = await garuda(line(), async () => {
      await put(userFile, { servers: { b: { command: 'y' } } });
      return 'y';
    });
    expect(stderr).toContain('was changed meanwhile by somebody else; try again');
    expect(exitCode).toBe(2);
    expect(await saved()).toEqual({ servers: { b: { command: 'y' } } });
  });

  test.each([
    ['servers import', 'APPLICATION is missing: claude-desktop, claude-code,'],
    ['servers import curser', 'there is no application "curser"; did you mean cursor?'],
    ['servers import cursor x', '"x" is one too many'],
    ['servers import cursor --file /no/such', '--file "/no/such": there is no such file'],
  ])('%s is told to be wrong', async (words, told) => {
    const { exitCode, stderr } = await garuda(words);
    expect(stderr).toContain(told);
    expect(exitCode).toBe(2);
  });
});

describe('a server by its name', () => {
  test.each([
    ['tools githbu', 'there is no server "githbu" in your list; did you mean github?'],
    ['tools off', `the server "off" is disabled; set "enabled" to true in `],
  ])('%s', async (line, words) => {
    await put(userFile, {
      servers: { github: { command: 'x' }, off: { command: 'x', enabled: false } },
    });
    const { exitCode, stderr } = await garuda(line);
    expect(stderr).toContain(words);
    expect(exitCode).toBe(2);
  });

  test('in an empty list', async () => {
    expect((await garuda('tools github')).stderr).toContain('garuda-mcp servers add adds one');
  });
});
