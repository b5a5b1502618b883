import { expect } from 'vitest';
import { connect } from '../../src/client/index.ts';
import { http } from '../../src/transport/http.ts';
import { HttpMcp, respond, type HttpMcpOptions } from '../fixtures/client/http-mcp.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { proves } from '../support/proves.ts';
import { Reports } from '../fixtures/client/reports.ts';

const me = { name: 'browser', version: '1.0.0' };

/** A `fetch` as a browser has it, towards a server that allows no other header fields than these. */
function allowing(...allowed: readonly string[]): typeof fetch {
  const safe = ['accept', 'content-type', ...allowed];
  return async (input, init) => {
    const names = [...new Headers(init?.headers).keys()];
    // The preflight fails, and that is all that a program learns.
    if (names.some((name) => !safe.includes(name))) throw new TypeError('Failed to fetch');
    return await fetch(input, init);
  };
}

proves(
  ['VER-13', 'XMH-10'],
  'a refused preflight of the probe names the fields, and the era can be set by hand',
  async () => {
    await using server = await HttpMcp.start({ speaks: ['legacy'] });
    const clock = new FakeClock();
    const reports = new Reports();
    const target = http(server.url, { fetch: allowing('mcp-session-id', 'mcp-protocol-version') });
    const outcome = connect(target, me, { clock, onReport: reports.take }).catch(
      (met: unknown) => met,
    );
    await expect(outcome).resolves.toMatchObject({
      code: 'UNREACHABLE',
      message: expect.stringMatching(/browser.*allow.*Mcp-Method/),
    });
    expect(server.asked).toEqual([]);
    await using client = await connect(target, me, { revision: 'legacy' });
    await expect(client.listTools()).resolves.toHaveLength(1);
  },
);

proves('XMH-10', 'a parameter header that is withheld is named in the error', async () => {
  const instead: HttpMcpOptions['instead'] = (_, response, { id = 0, method }) => {
    if (method !== 'tools/list') return false;
    const region = { type: 'string', 'x-mcp-header': 'Region' };
    const inputSchema = { type: 'object', properties: { region } };
    const page = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };
    respond(response, 200, id, { result: { ...page, tools: [{ name: 'echo', inputSchema }] } });
    return true;
  };
  await using server = await HttpMcp.start({ speaks: ['modern'], instead });
  const fetch = allowing('mcp-protocol-version', 'mcp-method', 'mcp-name');
  await using client = await connect(http(server.url, { fetch }), me);
  await client.listTools();
  await expect(client.callTool('echo', { region: 'secret' })).rejects.toMatchObject({
    code: 'UNREACHABLE',
    message: expect.stringMatching(/browser.*allow.*Mcp-Param-Region/),
  });
  await expect(client.callTool('echo', { region: 'secret' })).rejects.not.toMatchObject({
    message: expect.stringContaining('secret'),
  });
  expect(server.count('tools/call')).toBe(0);
});
