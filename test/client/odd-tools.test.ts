import { describe, expect, vi } from 'vitest';
import { connect, type Client } from '../../src/client/index.ts';
import type { Target } from '../../src/protocol/index.ts';
import { http } from '../../src/transport/http.ts';
import { HttpMcp, respond, type HttpMcpOptions } from '../fixtures/client/http-mcp.ts';
import { LocalServers } from '../fixtures/client/local-server.ts';
import { Reports } from '../fixtures/client/reports.ts';
import { oddTool } from '../fixtures/client/odd-tools.mjs';
import { proves } from '../support/proves.ts';

// Processes are started on machines that are busy with other tests.
vi.setConfig({ testTimeout: 30_000 });

const me = { name: 'odd-tools', version: '1.0.0' };

async function overHttp(act: (target: Target) => Promise<void>): Promise<void> {
  const instead: HttpMcpOptions['instead'] = (_, response, { id = 0, method = '', params }) => {
    const answer = oddTool(method, params);
    if (answer === undefined) return false;
    respond(response, 200, id, answer);
    return true;
  };
  await using server = await HttpMcp.start({ speaks: ['modern'], instead });
  await act(http(server.url));
}

async function overStdio(act: (target: Target) => Promise<void>): Promise<void> {
  await using local = await LocalServers.prepare();
  await act(local.target('odd-schemas'));
}

describe.each([
  { way: 'HTTP', open: overHttp },
  { way: 'stdio', open: overStdio },
])('over $way', ({ open }) => {
  async function using(act: (client: Client, reports: Reports) => Promise<void>): Promise<void> {
    await open(async (target) => {
      const reports = new Reports();
      await using client = await connect(target, me, { probeMs: 30_000, onReport: reports.take });
      await act(client, reports);
    });
  }

  proves('W-11', 'what is no tool is left out, and the others stay', async () => {
    await using(async (client, reports) => {
      const names = (await client.listTools()).map(({ name }) => name);
      expect(names).toEqual(['unusable', 'draft-07', '2019-09', '2020-12']);
      expect(reports.all.map(({ kind }) => kind)).toEqual(['entry-left-out', 'entry-left-out']);
    });
  });

  proves(
    'W-11',
    'a tool with an unusable output schema works, unchecked and reported',
    async () => {
      await using(async (client, reports) => {
        await client.listTools();
        const { structuredContent } = await client.callTool('unusable', { gives: 5 });
        expect(structuredContent).toEqual({ gives: 5 });
        expect(reports.of('output-unchecked')).toMatchObject([{ tool: 'unusable' }]);
      });
    },
  );

  for (const dialect of ['draft-07', '2019-09', '2020-12']) {
    proves('W-12', `an output schema of ${dialect} is kept`, async () => {
      await using(async (client) => {
        await client.listTools();
        await expect(client.callTool(dialect, { gives: 'text' })).resolves.toMatchObject({
          structuredContent: { gives: 'text' },
        });
        await expect(client.callTool(dialect, { gives: 5 })).rejects.toMatchObject({
          code: 'INVALID_RESULT',
          message: expect.stringContaining('gives'),
        });
      });
    });
  }
});
