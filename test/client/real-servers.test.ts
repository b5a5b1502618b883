import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { connect, type Client, type ConnectOptions } from '../../src/client/index.ts';
import type { Progress, Target } from '../../src/protocol/index.ts';
import { http } from '../../src/transport/http.ts';
import { stdio } from '../../src/transport/stdio.ts';
import { makeHost, runHost } from '../fixtures/client/host.ts';
import { Reports } from '../fixtures/client/reports.ts';
import {
  filesystemServer,
  memoryServer,
  servers,
  type HttpServerName,
} from '../referee/reference-servers.mjs';
import { startHttpServer } from '../referee/start-http-server.mjs';
import { proves } from '../support/proves.ts';

// Each test starts processes, on machines that are busy with other tests.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const me = { name: 'real', version: '1.0.0' };

/** Each of them answers the probe, however slowly it starts on a busy machine. */
const patient = { probeMs: 30_000 };

let folder = '';
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'garuda-real-')));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Opened {
  readonly target: Target;
  readonly close: () => Promise<void>;
}

const ways: readonly { way: string; open: (name: HttpServerName) => Promise<Opened> }[] = [
  {
    way: 'stdio',
    open: (name) =>
      Promise.resolve({ target: stdio(servers[name]), close: () => Promise.resolve() }),
  },
  {
    way: 'HTTP',
    open: async (name) => {
      const { url, close } = await startHttpServer(name);
      return { target: http(url), close };
    },
  },
];

/** Uses a server; nothing that is reported may stay unseen. */
async function using(
  target: Target,
  options: ConnectOptions,
  act: (client: Client) => Promise<void>,
): Promise<void> {
  const reports = new Reports();
  const client = await connect(target, me, { onReport: reports.take, ...patient, ...options });
  try {
    await act(client);
  } finally {
    await client.close();
  }
  expect(await client.closed).toEqual({ kind: 'closed' });
  expect(reports.all).toEqual([]);
}

describe.each(ways)('over $way', ({ way, open }) => {
  describe('the official server with everything', () => {
    let opened: Opened;
    beforeAll(async () => {
      opened = await open('everything');
    });
    afterAll(() => opened.close());

    proves(['H-01', 'A-05'], 'lists, reads, calls, a ping', async () => {
      await using(opened.target, {}, async (client) => {
        const names = (await client.listTools()).map(({ name }) => name);
        expect(names).toContain('echo');
        const echoed = await client.callTool('echo', { message: 'here' });
        expect(echoed.content).toEqual([{ type: 'text', text: 'Echo: here' }]);
        const resources = await client.listResources();
        const read = await client.readResource(String(resources[0]?.uri));
        expect(read.contents).toHaveLength(1);
        expect((await client.listResourceTemplates()).length).toBeGreaterThan(0);
        const prompt = await client.getPrompt('args-prompt', { city: 'Rome' });
        expect(JSON.stringify(prompt)).toContain('Rome');
        const completed = await client.complete(
          { type: 'ref/prompt', name: 'completable-prompt' },
          { name: 'department', value: 'E' },
        );
        expect(completed.completion.values).toEqual(['Engineering']);
        await client.ping();
      });
    });

    proves(['W-30', 'H-14'], 'the long-running tool reports its progress', async () => {
      await using(opened.target, {}, async (client) => {
        const told: Progress[] = [];
        const onProgress = (progress: Progress): void => void told.push(progress);
        const name = 'trigger-long-running-operation';
        const args = { duration: 3, steps: 6 };
        // Each step restarts the clock: the call takes longer than the limit.
        const { content } = await client.callTool(name, args, { onProgress, timeoutMs: 2_500 });
        expect(JSON.stringify(content)).toContain('completed');
        expect(told.map(({ progress }) => progress)).toEqual([1, 2, 3, 4, 5, 6]);
        expect(told.at(-1)).toMatchObject({ total: 6 });
      });
    });

    test('many calls at once each get their own answer', async () => {
      await using(opened.target, {}, async (client) => {
        const texts = Array.from({ length: 50 }, (_, at) => `text ${at}`);
        const calls = texts.map((message) => client.callTool('echo', { message }));
        const answers = (await Promise.all(calls)).map(({ content }) => content[0]);
        expect(answers).toEqual(texts.map((text) => ({ type: 'text', text: `Echo: ${text}` })));
      });
    });
  });

  describe.each([
    { name: 'modern-only', revisions: ['auto', '2026-07-28'], eras: ['modern', 'modern'] },
    { name: 'legacy-only', revisions: ['auto', 'legacy'], eras: ['legacy', 'legacy'] },
    { name: 'both-eras', revisions: ['auto', 'legacy'], eras: ['modern', 'legacy'] },
  ] as const)('the server that speaks $name', ({ name, revisions, eras }) => {
    let opened: Opened;
    beforeAll(async () => {
      opened = await open(name);
    });
    afterAll(() => opened.close());

    for (const [at, revision] of revisions.entries()) {
      const rows = ['H-01', 'A-04', 'A-05'] as const;
      proves(rows, `does everything, where the revision is ${revision}`, async () => {
        await using(opened.target, { revision }, async (client) => {
          expect(client.server).toMatchObject({
            era: eras[at],
            name,
            instructions: `The fixture server ${name}.`,
          });
          const tools = await client.listTools();
          expect(tools.map((tool) => tool.name)).toEqual(['echo', 'add', 'slow']);
          expect(tools[0]).toMatchObject({
            description: 'Says the message back.',
            inputSchema: { type: 'object', required: ['message'] },
          });
          const sum = await client.callTool('add', { a: 1, b: 0.5 });
          expect(sum.structuredContent).toEqual({ sum: 1.5 });
          const told: number[] = [];
          const onProgress = ({ progress }: Progress): void => void told.push(progress);
          await client.callTool('slow', { steps: 3, stepMs: 1 }, { onProgress });
          expect(told).toEqual([1, 2, 3]);
          const [resource] = await client.listResources();
          expect(resource).toMatchObject({ uri: 'fixture://notes' });
          const { contents } = await client.readResource('fixture://greeting/greek');
          expect(contents).toMatchObject([{ text: 'a greeting in greek' }]);
          const [prompt] = await client.listPrompts();
          expect(prompt).toMatchObject({ name: 'translate' });
          await client.ping();
        });
      });
    }

    proves(
      ['W-31', 'H-16'],
      'a call that is given up ends at once, and later ones work',
      async () => {
        await using(opened.target, {}, async (client) => {
          const controller = new AbortController();
          const args = { steps: 1_000, stepMs: 1_000 };
          const slow = client.callTool('slow', args, { signal: controller.signal });
          const outcome = slow.catch((met: unknown) => met);
          await client.ping();
          controller.abort();
          expect(await outcome).toMatchObject({ code: 'CANCELLED' });
          const { content } = await client.callTool('echo', { message: way });
          expect(content).toMatchObject([{ text: way }]);
        });
      },
    );
  });
});

describe('other servers', () => {
  test('the official one for files, with roots', async () => {
    await writeFile(join(folder, 'note.txt'), 'a note');
    const onListRoots = (): readonly { uri: string; name: string }[] => [
      { uri: `file://${folder}`, name: 'here' },
    ];
    await using(stdio(filesystemServer(folder)), { onListRoots }, async (client) => {
      expect((await client.listTools()).map(({ name }) => name)).toContain('read_text_file');
      const read = await client.callTool('read_text_file', { path: join(folder, 'note.txt') });
      expect(read.content).toMatchObject([{ text: 'a note' }]);
      const denied = await client.callTool('read_text_file', { path: '/etc/passwd' });
      expect(denied.isError).toBe(true);
    });
  });

  test('the official one that remembers', async () => {
    const file = join(folder, 'memory.jsonl');
    await using(stdio(memoryServer(file)), {}, async (client) => {
      const entity = { name: 'Rome', entityType: 'city', observations: ['old'] };
      await client.callTool('create_entities', { entities: [entity] });
      expect(await readFile(file, 'utf8')).toContain('Rome');
      const found = await client.callTool('search_nodes', { query: 'Rome' });
      expect(JSON.stringify(found.structuredContent)).toContain('Rome');
    });
  });

  for (const roots of [true, false]) {
    const has = roots ? 'a client with roots' : 'a client without roots';
    proves('W-34', `the one that drives a browser lists its tools for ${has}`, async () => {
      const options = roots ? { onListRoots: () => [{ uri: `file://${folder}` }] } : {};
      await using(stdio(servers.playwright), options, async (client) => {
        const names = (await client.listTools()).map(({ name }) => name);
        expect(names).toContain('browser_navigate');
      });
    });
  }

  proves('W-40', 'one that exits on the probe', async () => {
    await using(stdio(servers['exits-on-probe']), {}, async (client) => {
      const { content } = await client.callTool('echo', { message: 'here' });
      expect(content).toMatchObject([{ text: 'here' }]);
    });
  });
});

describe('a program that has closed its client ends by itself', () => {
  let host = '';
  beforeAll(async () => {
    host = await makeHost('uses-and-closes');
  });
  afterAll(() => rm(host));

  for (const name of ['modern-only', 'legacy-only'] as const) {
    for (const way of ['stdio', 'http'] as const) {
      proves(['A-06', 'H-05'], `${name}, ${way}`, async () => {
        const { command, args } = servers[name];
        const running = way === 'http' ? await startHttpServer(name) : undefined;
        const where = running === undefined ? [command, ...args] : [running.url];
        const end = await runHost(host, [way, ...where]);
        await running?.close();
        const content = [{ type: 'text', text: 'here' }];
        const { code, signal, stdout, stderr, lingeredMs } = end;
        expect({ code, signal, stderr }).toEqual({ code: 0, signal: null, stderr: '' });
        expect(JSON.parse(stdout)).toEqual({ tools: 3, content, given: 'CANCELLED', done: true });
        expect(lingeredMs, 'alive after its last word').toBeLessThan(2_000);
      });
    }
  }
});
