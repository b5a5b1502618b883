import { describe, expect, test } from 'vitest';
import { connect, type Client, type ServerDescription } from '../../src/client/index.ts';
import { PeerError } from '../../src/protocol/index.ts';
import { http } from '../../src/transport/http.ts';
import { HttpMcp, respond, type HttpMcpOptions } from '../fixtures/client/http-mcp.ts';
import { LocalServers } from '../fixtures/client/local-server.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { proves } from '../support/proves.ts';

const me = { name: 'verdict', version: '1.0.0' };
const probe = 'server/discover';
const patient = { probeMs: 60_000 };

type Era = 'legacy' | 'modern';

/** What a connection to a good server of one era found out, as it comes back from a store. */
async function known(era: Era): Promise<ServerDescription> {
  await using server = await HttpMcp.start({ speaks: [era] });
  await using client = await connect(http(server.url), me);
  return JSON.parse(JSON.stringify(client.server)) as ServerDescription;
}

/** Something of the server, where it is now known how it is spoken with. */
async function use(client: Client): Promise<void> {
  const [tools, resources, { content }] = await Promise.all([
    client.listTools(),
    client.listResources(),
    client.callTool('echo', { text: 'here' }, { repeatable: true }),
  ]);
  expect(tools).toMatchObject([{ name: 'echo' }]);
  expect(resources).toMatchObject([{ uri: 'note://1' }]);
  expect(content).toMatchObject([{ text: 'here!' }]);
}

test('a description is plain data', async () => {
  for (const era of ['legacy', 'modern'] as const) {
    await using server = await HttpMcp.start({ speaks: [era] });
    await using client = await connect(http(server.url), me);
    expect(JSON.parse(JSON.stringify(client.server))).toEqual(client.server);
    expect(client.server).toMatchObject({
      era,
      name: era,
      version: '1.0.0',
      revision: era === 'legacy' ? '2025-11-25' : '2026-07-28',
      capabilities: { tools: { listChanged: true } },
    });
  }
});

const features = ['tools/list', 'resources/list', 'tools/call'];

describe('what is known and still true', () => {
  proves('VER-10', 'modern, HTTP: no question at all', async () => {
    await using server = await HttpMcp.start({ speaks: ['modern', 'legacy'] });
    await using client = await connect(http(server.url), me, { server: await known('modern') });
    expect(server.asked).toEqual([]);
    await use(client);
    expect(server.asked.toSorted()).toEqual(features.toSorted());
  });

  proves('VER-10', 'legacy, HTTP: the handshake at once', async () => {
    await using server = await HttpMcp.start({ speaks: ['modern', 'legacy'] });
    await using client = await connect(http(server.url), me, { server: await known('legacy') });
    await use(client);
    expect(server.asked.slice(0, 2)).toEqual(['initialize', 'notifications/initialized']);
    expect(server.count(probe)).toBe(0);
  });

  proves('VER-10', 'modern, stdio: no question, one process', async () => {
    await using servers = await LocalServers.prepare();
    const target = servers.target('speaks', ['modern', 'legacy']);
    await using client = await connect(target, me, { server: await known('modern') });
    await use(client);
    expect(await servers.asked()).toEqual(features);
    expect(await servers.started()).toHaveLength(1);
  });

  proves(
    ['VER-10', 'VER-12'],
    'legacy, stdio: a server that ends on the probe starts once',
    async () => {
      await using servers = await LocalServers.prepare();
      const target = servers.target('exits-on-probe');
      await using client = await connect(target, me, { server: await known('legacy'), ...patient });
      await use(client);
      expect(await servers.asked()).toEqual([
        'initialize',
        'notifications/initialized',
        ...features,
      ]);
      expect(await servers.started()).toHaveLength(1);
    },
  );
});

describe('what is known and no longer true', () => {
  for (const was of ['legacy', 'modern'] as const) {
    const is = was === 'legacy' ? 'modern' : 'legacy';

    proves('VER-10', `was ${was}, is ${is}, HTTP`, async () => {
      await using server = await HttpMcp.start({ speaks: [is] });
      await using client = await connect(http(server.url), me, { server: await known(was) });
      await use(client);
      expect(client.server).toMatchObject({ era: is, name: is });
      expect(server.count('initialize')).toBe(1);
      expect(server.count(probe)).toBe(1);
    });

    proves('VER-10', `was ${was}, is ${is}, stdio: at most one more process`, async () => {
      await using servers = await LocalServers.prepare();
      const target = servers.target('speaks', [is]);
      await using client = await connect(target, me, { server: await known(was), ...patient });
      await use(client);
      expect(client.server).toMatchObject({ era: is, name: is });
      expect(await servers.started()).toHaveLength(2);
      expect(await servers.living()).toHaveLength(1);
    });
  }

  proves(
    'VER-10',
    'was modern, and ends on anything but a handshake: lists are repeated',
    async () => {
      await using servers = await LocalServers.prepare();
      const target = servers.target('exits-on-probe');
      await using client = await connect(target, me, { server: await known('modern'), ...patient });
      expect(await client.listTools()).toHaveLength(1);
      expect(client.server.era).toBe('legacy');
      expect(await servers.living()).toHaveLength(1);
      // With the stale description, with the probe, with the handshake.
      expect(await servers.started()).toHaveLength(3);
    },
  );

  test('of a server that ended nobody knows whether it made a call that is not marked', async () => {
    await using servers = await LocalServers.prepare();
    const target = servers.target('exits-on-probe');
    await using client = await connect(target, me, { server: await known('modern'), ...patient });
    await expect(client.callTool('echo', { text: 'a' })).rejects.toMatchObject({
      code: 'SERVER_EXITED',
    });
    await expect(client.callTool('echo', { text: 'b' })).resolves.toBeDefined();
    expect((await servers.asked()).filter((each) => each === 'tools/call')).toHaveLength(2);
  });

  test('what was refused was not done, so that a call that is not marked is made', async () => {
    await using server = await HttpMcp.start({ speaks: ['legacy'] });
    await using client = await connect(http(server.url), me, { server: await known('modern') });
    const { content } = await client.callTool('echo', { text: 'once' });
    expect(content).toMatchObject([{ text: 'once!' }]);
  });

  test('an error of a server that is what it was is the error', async () => {
    await using server = await HttpMcp.start({ speaks: ['modern'] });
    await using client = await connect(http(server.url), me, { server: await known('modern') });
    const complete = client.complete({ type: 'ref/prompt', name: 'a' }, { name: 'b', value: '' });
    await expect(complete).resolves.toBeDefined();
    await expect(client.readResource('note://1')).resolves.toBeDefined();
    expect(server.count(probe)).toBe(0);
  });

  for (const way of ['HTTP', 'stdio'] as const) {
    proves(
      ['A-05', 'VER-10'],
      `was modern, is legacy, ${way}: a ping is the first request`,
      async () => {
        await using server = await HttpMcp.start({ speaks: ['legacy'] });
        await using servers = await LocalServers.prepare();
        const target = way === 'HTTP' ? http(server.url) : servers.target('speaks', ['legacy']);
        await using client = await connect(target, me, {
          server: await known('modern'),
          ...patient,
        });
        await Promise.all([client.ping(), client.ping()]);
        expect(client.server.era).toBe('legacy');
      },
    );
  }

  test('a first error is proven once, and then believed', async () => {
    const instead: HttpMcpOptions['instead'] = (_, response, { id = 0, method }) => {
      if (method !== 'tools/call') return false;
      respond(response, 200, id, { error: { code: -32_602, message: 'no such tool' } });
      return true;
    };
    await using server = await HttpMcp.start({ speaks: ['modern'], instead });
    await using client = await connect(http(server.url), me, { server: await known('modern') });
    for (let times = 0; times < 3; times += 1) {
      await expect(client.callTool('nothing')).rejects.toBeInstanceOf(PeerError);
    }
    expect(server.count(probe)).toBe(1);
  });

  test('a description of another revision than is wanted is left aside', async () => {
    await using server = await HttpMcp.start({ speaks: ['modern', 'legacy'] });
    const options = { server: await known('modern'), revision: 'legacy' } as const;
    await using client = await connect(http(server.url), me, options);
    expect(client.server.era).toBe('legacy');
    expect(server.asked.slice(0, 2)).toEqual(['initialize', 'notifications/initialized']);
  });

  test('nobody is at home: the error is that of the first request, and nothing waits', async () => {
    const clock = new FakeClock();
    let url = '';
    {
      await using server = await HttpMcp.start();
      url = server.url;
    }
    const client = await connect(http(url), me, { server: await known('modern'), clock });
    await expect(client.callTool('echo')).rejects.toMatchObject({ code: 'CONNECTION_REFUSED' });
    await client.close();
    expect(clock.waiting).toBe(0);
  });
});
