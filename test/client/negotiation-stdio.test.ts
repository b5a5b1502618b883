import { describe, expect, test } from 'vitest';
import { connect, type Client, type ConnectOptions } from '../../src/client/index.ts';
import type { McpError } from '../../src/protocol/index.ts';
import { stdio } from '../../src/transport/stdio.ts';
import { LocalServers } from '../fixtures/client/local-server.ts';
import { servers as references } from '../referee/reference-servers.mjs';
import { eventually } from '../support/eventually.ts';
import { proves } from '../support/proves.ts';

const me = { name: 'negotiator', version: '1.0.0' };

/** Short where a server is known to stay silent, since the test waits for it for real. */
const silent = { probeMs: 50 };
/** So long that the test fails by its own limit if the silence is what decides. */
const patient = { probeMs: 60_000 };

async function errorOf(outcome: Promise<Client>): Promise<McpError> {
  return await outcome.then(
    () => expect.fail('expected an error, got a connection'),
    (met: McpError) => met,
  );
}

interface Case {
  readonly rows: readonly ('W-40' | 'W-41' | 'VER-12' | 'VER-07' | 'VER-06' | 'VER-02')[];
  readonly why: string;
  readonly program: string;
  readonly args?: readonly string[];
  readonly options: ConnectOptions;
  readonly era: 'legacy' | 'modern';
  readonly starts?: number;
  readonly asked: readonly string[];
}

const probe = 'server/discover';
const legacyAfter = [probe, 'initialize', 'notifications/initialized', 'tools/call'];

function refusing(code: number, data?: unknown): readonly string[] {
  return [JSON.stringify({ code, message: 'no', data })];
}

const cases: readonly Case[] = [
  {
    rows: ['W-40', 'VER-07'],
    why: 'a legacy server that stays silent on the probe',
    program: 'silent-on-probe',
    options: silent,
    era: 'legacy',
    asked: legacyAfter,
  },
  ...[-32_601, -32_600, -32_602, -32_603, -32_700, -32_000, -32_001, -1, 0, 404].map(
    (code): Case => ({
      rows: ['W-40', 'VER-07'],
      why: `a legacy server that answers the probe with error ${code}`,
      program: 'refuses-probe',
      args: refusing(code),
      options: patient,
      era: 'legacy',
      asked: legacyAfter,
    }),
  ),
  {
    rows: ['VER-02', 'W-40'],
    why: 'a legacy server with a modern front, which lists what it speaks',
    program: 'refuses-probe',
    args: refusing(-32_022, { supported: ['2025-11-25'], requested: '2026-07-28' }),
    options: patient,
    era: 'legacy',
    asked: legacyAfter,
  },
  ...['1', '0', 'closes-output'].map((how): Case => ({
    rows: ['W-40', 'VER-12'],
    why: `a legacy server that ends on the probe (${how})`,
    program: 'exits-on-probe',
    args: [how],
    options: patient,
    era: 'legacy',
    starts: 2,
    asked: legacyAfter,
  })),
  ...['handshake', 'probe', 'probe-alone'].map((first): Case => ({
    rows: ['W-41'],
    why: `a modern server that starts slowly and answers the ${first} first`,
    program: 'slow-modern',
    args: [first],
    options: silent,
    era: 'modern',
    asked: [probe, 'initialize', 'tools/call'],
  })),
  {
    rows: ['W-41'],
    why: 'a server of both eras that starts slowly, and is legacy once it has read the handshake',
    program: 'slow-both',
    options: silent,
    era: 'legacy',
    asked: legacyAfter,
  },
  {
    rows: ['VER-06'],
    why: 'a modern server',
    program: 'speaks',
    args: ['modern'],
    options: patient,
    era: 'modern',
    asked: [probe, 'tools/call'],
  },
  {
    rows: ['VER-06'],
    why: 'a server of both eras',
    program: 'speaks',
    args: ['modern', 'legacy'],
    options: patient,
    era: 'modern',
    asked: [probe, 'tools/call'],
  },
  {
    rows: ['W-40'],
    why: 'a server of both eras, where the legacy one is wanted',
    program: 'speaks',
    args: ['modern', 'legacy'],
    options: { ...patient, revision: 'legacy' },
    era: 'legacy',
    asked: legacyAfter.slice(1),
  },
  {
    rows: ['W-40'],
    why: 'a server that ends on the probe, where the legacy era is wanted',
    program: 'exits-on-probe',
    options: { ...patient, revision: '2025-06-18' },
    era: 'legacy',
    asked: legacyAfter.slice(1),
  },
];

describe('a local server', () => {
  for (const { rows, why, program, args = [], options, era, starts = 1, asked } of cases) {
    proves(rows, `${why}: ${era}, in ${starts} process(es)`, async () => {
      await using servers = await LocalServers.prepare();
      const client = await connect(servers.target(program, args), me, options);
      expect(client.server.era).toBe(era);
      const { content } = await client.callTool('echo', { text: 'here' });
      expect(content).toMatchObject([{ text: 'here!' }]);
      expect(await servers.started()).toHaveLength(starts);
      expect(await servers.living()).toHaveLength(1);
      expect(await servers.asked()).toEqual(asked);
      await client.close();
      expect(await servers.living()).toEqual([]);
    });
  }

  for (const name of ['modern-only', 'legacy-only', 'both-eras'] as const) {
    proves(
      ['W-40', 'W-41'],
      `${name}, which others wrote: one process`,
      async () => {
        const target = stdio(references[name]);
        let opened = 0;
        const counting: typeof target = {
          ...target,
          open: (receiver, limits) => {
            opened += 1;
            return target.open(receiver, limits);
          },
        };
        // A second would be a lucky guess on a busy machine; what is meant is a server that answers.
        const client = await connect(counting, me, patient);
        expect(client.server).toMatchObject({
          name,
          era: name === 'legacy-only' ? 'legacy' : 'modern',
        });
        expect(opened).toBe(1);
        await client.close();
      },
      30_000,
    );
  }
});

describe('a connection that does not come about', () => {
  interface Failing {
    readonly why: string;
    readonly program: string;
    readonly args?: readonly string[];
    readonly options?: ConnectOptions;
    readonly error: object;
    readonly words: readonly RegExp[];
    readonly starts?: number;
  }
  const failing: readonly Failing[] = [
    {
      why: 'it never answers',
      program: 'never-answers',
      options: { ...silent, connectTimeoutMs: 400 },
      error: { name: 'ProtocolError', code: 'TIMED_OUT' },
      words: [/400 ms/],
    },
    {
      why: 'it ends on everything',
      program: 'exits-on-handshake',
      error: { name: 'TransportError', code: 'SERVER_EXITED' },
      words: [/code 9/, /no key is set/],
      starts: 2,
    },
    {
      why: 'it ends on the handshake',
      program: 'exits-on-handshake',
      options: { revision: 'legacy' },
      error: { name: 'TransportError', code: 'SERVER_EXITED' },
      words: [/code 9/, /no key is set/],
    },
    {
      why: 'a legacy server is to be modern',
      program: 'speaks',
      args: ['legacy'],
      options: { revision: '2026-07-28' },
      error: { name: 'ProtocolError', code: 'NO_COMMON_REVISION' },
      words: [/2026-07-28/],
    },
    {
      why: 'a server that ends on the probe is to be modern',
      program: 'exits-on-probe',
      options: { revision: '2026-07-28' },
      error: { name: 'TransportError', code: 'SERVER_EXITED' },
      words: [/expected initialize, got server\/discover/],
    },
    {
      why: 'a modern server is to be legacy',
      program: 'speaks',
      args: ['modern'],
      options: { revision: 'legacy' },
      error: { name: 'ProtocolError', code: 'NO_COMMON_REVISION' },
      words: [/2026-07-28/, /2025-11-25/],
    },
    {
      why: 'a modern server is to be of one legacy date',
      program: 'speaks',
      args: ['modern'],
      options: { revision: '2025-03-26' },
      error: { name: 'ProtocolError', code: 'NO_COMMON_REVISION' },
      words: [/2026-07-28/, /2025-03-26/],
    },
    {
      why: 'the server and we have nothing in common',
      program: 'refuses-probe',
      args: [
        JSON.stringify({
          code: -32_022,
          message: 'no',
          data: { supported: ['2031-01-01'], requested: '2026-07-28' },
        }),
      ],
      error: { name: 'ProtocolError', code: 'NO_COMMON_REVISION' },
      words: [/"2031-01-01"/, /2026-07-28/],
    },
  ];
  for (const { why, program, args = [], options, error, words, starts = 1 } of failing) {
    proves('A-01', `since ${why}: the process is gone, and the error has the label`, async () => {
      await using servers = await LocalServers.prepare();
      const outcome = connect(servers.target(program, args), me, options ?? patient);
      const met = await errorOf(outcome);
      // Before anything else: gone means when the error is here.
      expect(await servers.living()).toEqual([]);
      expect(await servers.started()).toHaveLength(starts);
      expect(met).toMatchObject({ ...error, server: program });
      for (const word of [...words, new RegExp(`^${program}: `)]) expect(met.message).toMatch(word);
    });
  }

  proves('A-01', 'since the signal was aborted: the process is gone too', async () => {
    await using servers = await LocalServers.prepare();
    const controller = new AbortController();
    const target = servers.target('never-answers');
    const outcome = errorOf(connect(target, me, { ...patient, signal: controller.signal }));
    await eventually(() => servers.asked()).toEqual([probe]);
    controller.abort();
    expect(await outcome).toMatchObject({ code: 'CANCELLED', server: 'never-answers' });
    expect(await servers.living()).toEqual([]);
  });

  test('since the signal was aborted before: nothing is started', async () => {
    await using servers = await LocalServers.prepare();
    const target = servers.target('never-answers');
    const met = await errorOf(connect(target, me, { signal: AbortSignal.abort() }));
    expect(met).toMatchObject({ code: 'CANCELLED', server: 'never-answers' });
    expect(await servers.living()).toEqual([]);
    expect(await servers.started()).toEqual([]);
  });

  const missing = [
    { why: 'the command', options: { command: '/nowhere/at-all' }, word: '/nowhere/at-all' },
    { why: 'the working folder', options: { cwd: '/nowhere/to-work' }, word: '/nowhere/to-work' },
  ];
  for (const { why, options, word } of missing) {
    proves(['A-01', 'H-18'], `since ${why} is missing`, async () => {
      await using servers = await LocalServers.prepare();
      const met = await errorOf(connect(servers.target('speaks', [], options), me));
      expect(met).toMatchObject({ code: 'SPAWN_FAILED', server: 'speaks' });
      expect(met.message).toContain(word);
      expect(await servers.started()).toEqual([]);
    });
  }
});
