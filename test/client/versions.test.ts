import { describe, expect } from 'vitest';
import { connect, type ConnectOptions } from '../../src/client/index.ts';
import { http } from '../../src/transport/http.ts';
import { discovery, unsupported } from '../fixtures/client/answers.mjs';
import { HttpMcp, respond, type HttpMcpOptions } from '../fixtures/client/http-mcp.ts';
import { Reports } from '../fixtures/client/reports.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { eventually } from '../support/eventually.ts';
import { proves } from '../support/proves.ts';

const me = { name: 'versions', version: '1.0.0' };
const modern = '2026-07-28';

type Instead = NonNullable<HttpMcpOptions['instead']>;

/** A server that refuses every version in modern requests, and lists these; so often. */
function refusing(supported: readonly string[], times: number): Instead {
  let left = times;
  return ({ headers }, response, { id = 0 }) => {
    if (headers['mcp-method'] === undefined || left === 0) return false;
    left -= 1;
    respond(response, 400, id, unsupported([...supported], headers['mcp-protocol-version']));
    return true;
  };
}

describe('a version that is refused', () => {
  proves(['VER-02', 'VER-03'], 'and listed all the same is tried once more', async () => {
    const instead = refusing([modern], 1);
    await using server = await HttpMcp.start({ speaks: ['modern'], instead });
    await using client = await connect(http(server.url), me);
    expect(client.server.revision).toBe(modern);
    expect(server.asked).toEqual(['server/discover', 'server/discover']);
  });

  proves('VER-03', 'and listed for ever is given up', async () => {
    const instead = refusing([modern], Infinity);
    await using server = await HttpMcp.start({ speaks: ['modern'], instead });
    await expect(connect(http(server.url), me)).rejects.toMatchObject({ code: -32_022 });
    expect(server.asked).toEqual(['server/discover', 'server/discover']);
  });

  proves('VER-02', 'for an older one leads to the newest of the list', async () => {
    const instead = refusing(['2024-11-05', '2025-06-18', '2030-01-01', 'draft'], Infinity);
    await using server = await HttpMcp.start({ speaks: ['legacy'], instead });
    await using client = await connect(http(server.url), me);
    expect(client.server.revision).toBe('2025-06-18');
    expect(server.of('initialize')[0]?.json).toMatchObject({
      params: { protocolVersion: '2025-06-18' },
    });
  });

  proves('VER-02', 'for none that we speak is an error with both lists', async () => {
    const instead = refusing(['2030-01-01', 'draft'], Infinity);
    await using server = await HttpMcp.start({ speaks: ['modern'], instead });
    const met = await connect(http(server.url), me).catch((error: unknown) => error);
    expect(met).toMatchObject({ code: 'NO_COMMON_REVISION' });
    const { message } = met as Error;
    for (const version of ['2030-01-01', 'draft', modern, '2024-11-05'])
      expect(message).toContain(version);
    expect(server.asked).toEqual(['server/discover']);
  });
});

proves('VER-05', 'what a discovery says is there for the host', async () => {
  const capabilities = { tools: { listChanged: true }, extensions: { 'com.example/a': { b: 1 } } };
  const instead: Instead = (_, response, { id = 0, method }) => {
    if (method !== 'server/discover') return false;
    const { result } = discovery(['2030-01-01', modern, '2025-11-25']) as {
      readonly result: object;
    };
    const instructions = 'Be kind.';
    respond(response, 200, id, { result: { ...result, capabilities, instructions } });
    return true;
  };
  await using server = await HttpMcp.start({ speaks: ['modern'], instead });
  await using client = await connect(http(server.url), me);
  expect(client.server).toEqual({
    era: 'modern',
    revision: modern,
    name: 'modern',
    version: '1.0.0',
    capabilities,
    instructions: 'Be kind.',
  });
});

describe('a network that fails', () => {
  const failures: Readonly<Record<string, Instead>> = {
    'the connection is reset': (_, response) => {
      response.socket?.resetAndDestroy();
      return true;
    },
    'an empty reply': (_, response) => {
      response.destroy();
      return true;
    },
    503: (_, response) => {
      response.writeHead(503).end();
      return true;
    },
    'nothing comes': () => true,
  };
  for (const [what, fails] of Object.entries(failures)) {
    for (const known of [true, false]) {
      const title = `${what}: ${known ? 'a server known as modern' : 'one that is not known yet'} is not taken for legacy`;
      proves(['VER-21', 'VER-11'], title, async () => {
        let isDown = false;
        const instead: Instead = (...all) => isDown && fails(...all) === true;
        await using server = await HttpMcp.start({ speaks: ['modern', 'legacy'], instead });
        const clock = new FakeClock();
        const reports = new Reports();
        await using first = await connect(http(server.url), me);
        isDown = true;
        const more = known ? { server: first.server } : {};
        const options = { clock, onReport: reports.take, timeoutMs: 5_000, ...more };
        const before = server.arrived.length;
        const ended = { yet: false };
        const outcome = callOnce(server.url, options).catch((error: unknown) => error);
        void outcome.then(() => (ended.yet = true));
        await eventually(() => server.arrived.length).toBeGreaterThan(before);
        // From here on every wait of the client is over at once.
        while (!ended.yet) {
          await clock.advance(5_000);
          await new Promise(setImmediate);
        }
        expect(await outcome).toMatchObject({ name: expect.stringMatching(/Error$/) });
        expect(server.count('initialize')).toBe(0);
        isDown = false;
        await using again = await connect(http(server.url), me, more);
        expect(again.server).toMatchObject({ era: 'modern', revision: modern });
        await again.callTool('echo', { text: 'a' });
        expect(server.count('initialize')).toBe(0);
      });
    }
  }
});

async function callOnce(url: string, options: ConnectOptions): Promise<unknown> {
  await using client = await connect(http(url), me, options);
  return await client.callTool('echo', { text: 'a' });
}
