import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect } from 'vitest';
import { connect, http, type Client, type Report, type Target } from 'garuda-mcp';
import { HttpMcp } from '../../fixtures/client/http-mcp.ts';
import { LocalServers } from '../../fixtures/client/local-server.ts';
import { answerWithPromise } from '../../fixtures/client/promises.mjs';
import { proves } from '../../support/proves.ts';

const me = { name: 'me', version: '1' };

/** What would be asked by whoever fetches what a schema refers to. */
let canary: Server;
const fetched: (string | undefined)[] = [];

beforeAll(async () => {
  canary = createServer((request, response) => {
    fetched.push(request.url);
    response.end('true');
  });
  await new Promise<void>((listening) => canary.listen(0, '127.0.0.1', listening));
});

afterAll(() => new Promise((closed) => canary.close(closed)));

const address = (): string => `http://127.0.0.1:${(canary.address() as AddressInfo).port}`;

type Use = (client: Client, reports: readonly Report[]) => Promise<void>;

async function useOf(target: Target, strict: boolean, use: Use): Promise<void> {
  const reports: Report[] = [];
  const onReport = (report: Report): void => {
    reports.push(report);
  };
  await using client = await connect(target, me, { revision: 'legacy', strict, onReport });
  await client.listTools();
  await use(client, reports);
}

const transports: Readonly<Record<string, (strict: boolean, use: Use) => Promise<void>>> = {
  'a process': async (strict, use) => {
    await using servers = await LocalServers.prepare();
    await useOf(servers.target('promises', [address()]), strict, use);
  },
  'a socket': async (strict, use) => {
    await using server = await HttpMcp.start({
      instead: (_, response, { id, method, params }) => {
        const result = answerWithPromise(method, params, address());
        if (result === undefined) return false;
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
        return true;
      },
    });
    await useOf(http(server.url), strict, use);
  },
};

const unusable = ['unknown', 'remote', 'dynamic', 'relative', 'circle'];

for (const [transport, play] of Object.entries(transports)) {
  proves(
    ['W-12', 'TOL-08', 'JSC-01'],
    `over ${transport}: promises in three dialects are held against what comes`,
    () =>
      play(false, async (client, reports) => {
        for (const name of ['kept', 'kept-7', 'kept-2019'])
          expect(await client.callTool(name)).toMatchObject({ structuredContent: { count: 1 } });
        for (const name of ['broken', 'broken-7', 'broken-2019', 'missing']) {
          await expect(client.callTool(name)).rejects.toMatchObject({
            code: 'INVALID_RESULT',
            method: 'tools/call',
            message: expect.stringMatching(
              /: Invalid result for tools\/call: structuredContent(\.count)?: [^\n]+ \[INVALID_RESULT\]$/,
            ),
          });
        }
        expect(reports).toEqual([]);
      }),
  );

  proves(
    ['W-11', 'W-12', 'JSC-02', 'JSC-03', 'JSC-04', 'JSC-05'],
    `over ${transport}: what cannot be read is fetched nowhere, reported once, and costs no call`,
    async () => {
      await play(false, async (client, reports) => {
        for (const name of [...unusable, ...unusable])
          expect(await client.callTool(name)).toHaveProperty('structuredContent');
        const about = reports.map((report) => report.kind === 'output-unchecked' && report.tool);
        expect(about).toEqual(unusable);
      });
      await play(true, async (client) => {
        // The second time as the first.
        for (const name of [...unusable, ...unusable]) {
          await expect(client.callTool(name)).rejects.toMatchObject({
            code: 'INVALID_RESULT',
            message: expect.stringContaining('cannot be checked'),
          });
        }
      });
      expect(fetched).toEqual([]);
      // It is there, and would have been heard.
      await fetch(address());
      expect(fetched.splice(0)).toEqual(['/']);
    },
  );
}
