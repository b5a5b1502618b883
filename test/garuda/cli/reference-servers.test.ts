import { createServer, type IncomingMessage, type Server } from 'node:http';
import { once } from 'node:events';
import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  filesystemServer,
  memoryServer,
  servers,
  type ServerCommand,
} from '../../referee/reference-servers.mjs';
import { startHttpServer } from '../../referee/start-http-server.mjs';
import { proves } from '../../support/proves.ts';
import { onScreen, runCommand } from './run-command.ts';

// Each test starts processes, on machines that are busy with other tests.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let folder = '';
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'garuda-cli-')));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const atTerminal = [
  '--import',
  'data:text/javascript,process.stderr.isTTY=true;process.stderr.columns=100',
];

/** A server as it is typed: its variables, then the command behind `--`. */
function typed({ command, args, env }: ServerCommand): readonly string[] {
  const variables = Object.entries(env).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
  return [...variables, '--', command, ...args];
}

interface Visited {
  readonly server: readonly string[];
  readonly close: () => Promise<void>;
}

const ways: readonly { readonly way: string; readonly open: (name: Both) => Promise<Visited> }[] = [
  {
    way: 'stdio',
    open: (name) =>
      Promise.resolve({ server: typed(servers[name]), close: () => Promise.resolve() }),
  },
  {
    way: 'HTTP',
    open: async (name) => {
      const { url, close } = await startHttpServer(name);
      return { server: [url], close };
    },
  },
];

type Both = 'everything' | 'modern-only' | 'legacy-only' | 'both-eras';

/** What is done with each server, and what is printed. */
const uses = [
  { args: ['tools'], stdout: /^slow +\[steps\] \[stepMs\] +Takes some steps/m },
  { args: ['call', 'add', 'a=1', 'b=0.5'], stdout: /^1\.5\n$/ },
  { args: ['resources'], stdout: /^fixture:\/\/greeting\/\{language\} +text\/plain +greeting/m },
  { args: ['read', 'fixture://greeting/greek'], stdout: /^a greeting in greek$/ },
  { args: ['prompts'], stdout: /^translate +language +Asks for a translation\.$/m },
  { args: ['prompt', 'translate', 'language=greek'], stdout: /^user:\nTranslate to greek\.\n$/ },
  { args: ['complete', 'prompt:translate', 'language', 'g'], stdout: /^german\ngreek\n$/ },
];

describe.each(ways)('over $way', ({ open }) => {
  describe('the official server with everything', () => {
    let visited: Visited;
    beforeAll(async () => {
      visited = await open('everything');
    });
    afterAll(() => visited.close());

    test('its tools are listed', async () => {
      const { exitCode, stdout, stderr } = await runCommand(['tools', ...visited.server]);
      expect(stdout).toMatch(/^TOOL +ARGUMENTS +DESCRIPTION\n/);
      expect(stdout).toMatch(/^echo +message +Echoes back the input string$/m);
      expect(stdout).toMatch(/^get-sum +a b +/m);
      expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    });

    test('echo says it back', async () => {
      const run = await runCommand(['call', 'echo', 'message=hello there', ...visited.server]);
      expect(run).toEqual({ exitCode: 0, stdout: 'Echo: hello there\n', stderr: '' });
    });

    test('the long-running tool shows its progress at a terminal', async () => {
      const name = 'trigger-long-running-operation';
      const args = ['call', name, 'duration=2', 'steps=4', ...visited.server];
      const { exitCode, stdout, stderr } = await runCommand(args, { nodeArgs: atTerminal });
      expect(stdout).toBe('Long running operation completed. Duration: 2 seconds, Steps: 4.\n');
      expect(stderr).toContain(`\r\u001b[Kcalling ${name}: 2 of 4 (50 %)`);
      expect(onScreen(stderr)).toBe('');
      expect(exitCode).toBe(0);
    });

    test('a picture is a note, and whole as JSON', async () => {
      const { stdout } = await runCommand(['call', 'get-tiny-image', ...visited.server]);
      expect(stdout).toMatch(/^\[image image\/png \d+ bytes\]$/m);
      const json = await runCommand(['call', 'get-tiny-image', '--json', ...visited.server]);
      const { content } = JSON.parse(json.stdout) as { content: { type: string }[] };
      expect(content.map(({ type }) => type)).toEqual(['text', 'image', 'text']);
    });

    test('resources, prompts and completions', async () => {
      const listed = await runCommand(['resources', ...visited.server]);
      expect(listed.stdout).toMatch(/^RESOURCE[^]*\n\nTEMPLATE/);
      const uri = 'demo://resource/static/document/features.md';
      const read = await runCommand(['read', uri, ...visited.server]);
      expect(read.stdout).toContain('Features');
      const prompt = await runCommand(['prompt', 'args-prompt', 'city=Rome', ...visited.server]);
      expect(prompt.stdout).toMatch(/^user:\n.*Rome/);
      const words = ['complete', 'prompt:completable-prompt', 'department', 'E'];
      const completed = await runCommand([...words, ...visited.server]);
      expect(completed.stdout).toBe('Engineering\n');
    });
  });

  describe.each([
    { name: 'modern-only', revisions: ['auto', '2026-07-28'] },
    { name: 'legacy-only', revisions: ['auto', 'legacy', '2025-11-25'] },
    { name: 'both-eras', revisions: ['2026-07-28', '2025-11-25'] },
  ] as const)('the server that speaks $name', ({ name, revisions }) => {
    let visited: Visited;
    beforeAll(async () => {
      visited = await open(name);
    });
    afterAll(() => visited.close());

    test.each(uses)('$args', async ({ args, stdout }) => {
      const run = await runCommand([...args, ...visited.server]);
      expect(run.stdout).toMatch(stdout);
      expect(run).toMatchObject({ exitCode: 0, stderr: '' });
    });

    test('a call shows its progress at a terminal', async () => {
      const args = ['call', 'slow', 'steps=4', 'stepMs=400', ...visited.server];
      const { stdout, stderr } = await runCommand(args, { nodeArgs: atTerminal });
      expect(stderr).toContain('calling slow: 2 of 4 (50 %) step 2');
      expect(stdout).toBe('took 4 steps\n');
    });

    test.each(revisions)('a ping, where the revision is to be %s', async (revision) => {
      const args = ['ping', '--json', '--revision', revision, ...visited.server];
      const { server } = JSON.parse((await runCommand(args)).stdout) as { server: object };
      expect(server).toMatchObject({ name });
      if (revision.startsWith('2')) expect(server).toMatchObject({ revision });
    });
  });
});

describe('other servers', () => {
  test('the official one for files', async () => {
    await writeFile(join(folder, 'note.txt'), 'a note');
    const server = typed(filesystemServer(folder));
    const tools = await runCommand(['tools', ...server]);
    expect(tools.stdout).toMatch(/^read_text_file +path \[tail\] \[head\]/m);
    const args = ['call', 'read_text_file', `path=${folder}/note.txt`, ...server];
    expect((await runCommand(args)).stdout).toBe('a note\n');
    const failed = await runCommand(['call', 'read_text_file', 'path=/etc/passwd', ...server]);
    expect(failed.stdout).toContain('Access denied');
    expect(failed.exitCode).toBe(1);
  });

  test('the official one that remembers', async () => {
    const server = typed(memoryServer(join(folder, 'memory.jsonl')));
    const entity = '{"name":"Rome","entityType":"city","observations":["old"]}';
    const created = await runCommand([
      'call',
      'create_entities',
      `entities=[${entity}]`,
      ...server,
    ]);
    expect(created.exitCode).toBe(0);
    expect(await readFile(join(folder, 'memory.jsonl'), 'utf8')).toContain('Rome');
  });

  test('one that drives a browser', async () => {
    const { stdout } = await runCommand(['tools', ...typed(servers.playwright)]);
    expect(stdout).toMatch(/^browser_navigate +url/m);
  });

  test('one that exits on the probe', async () => {
    const server = typed(servers['exits-on-probe']);
    const { exitCode, stdout } = await runCommand(['call', 'echo', 'message=hi', ...server]);
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: 'hi\n' });
  });
});

describe('a server at a URL', () => {
  const secret = 'sk-very-secret-1234';
  let server: Server;
  let url = '';
  const seen: IncomingMessage['headers'][] = [];
  beforeAll(async () => {
    server = createServer((request, response) => {
      seen.push(request.headers);
      // The path says which status is wanted; the body repeats what was sent in confidence.
      const body = `no, ${request.headers.authorization ?? ''} ${String(request.headers['x-key'])}`;
      response
        .writeHead(Number(/^\/(\d+)/.exec(request.url ?? '')?.[1] ?? 404), {
          'content-type': 'text/plain',
        })
        .end(body);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const table = [
    { why: 'wants a sign-in', status: 401, options: [], exitCode: 4, named: '--bearer-env NAME' },
    {
      why: 'refuses the token',
      status: 401,
      options: ['--bearer-env', 'TOKEN'],
      exitCode: 4,
      named: '[CREDENTIALS_REFUSED]',
    },
    {
      why: 'denies access',
      status: 403,
      options: ['--bearer-env', 'TOKEN'],
      exitCode: 5,
      named: '403',
    },
    {
      why: 'is something else',
      status: 418,
      options: ['--header', `X-Key: ${secret}`],
      exitCode: 3,
      named: '418',
    },
  ];
  for (const { why, status, options, exitCode, named } of table) {
    proves('W-70', `that ${why}`, async () => {
      const args = ['tools', ...options, `${url}/${status}?key=${secret}`];
      const run = await runCommand(args, { env: { TOKEN: secret } });
      expect(run.stderr).toContain(named);
      expect(run.stderr).not.toContain(secret);
      expect(run.stdout).toBe('');
      expect(run.exitCode).toBe(exitCode);
    });
  }

  test('gets the token and the headers', async () => {
    seen.length = 0;
    const options = ['--bearer-env', 'TOKEN', '--header', 'X-Key: abc'];
    await runCommand(['ping', ...options, `${url}/403`], { env: { TOKEN: secret } });
    expect(seen[0]).toMatchObject({ authorization: `Bearer ${secret}`, 'x-key': 'abc' });
  });

  proves('W-70', 'that nobody is at', async () => {
    const run = await runCommand(['tools', 'http://127.0.0.1:9/mcp']);
    expect(run.stderr).toContain('[CONNECTION_REFUSED]');
    expect(run.stdout).toBe('');
    expect(run.exitCode).toBe(3);
  });

  proves('W-70', 'that never answers', async () => {
    const silent = createServer(() => {});
    await once(silent.listen(0, '127.0.0.1'), 'listening');
    const { port } = silent.address() as AddressInfo;
    const run = await runCommand(['tools', '--timeout', '0.5', `http://127.0.0.1:${port}/mcp`]);
    silent.closeAllConnections();
    silent.close();
    expect(run.stderr).toContain('[TIMED_OUT]');
    expect(run.exitCode).toBe(6);
  });
});
