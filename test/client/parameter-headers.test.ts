import { describe, expect } from 'vitest';
import { respond } from '../fixtures/client/http-mcp.ts';
import { onStage, type Instead } from '../fixtures/client/modern-stage.ts';
import { proves } from '../support/proves.ts';

describe('header fields', () => {
  const region = { type: 'string', 'x-mcp-header': 'Region' };
  const bad = { type: 'string', 'x-mcp-header': 'not a token' };
  const tool = (name: string, property: object): object => ({
    name,
    inputSchema: { type: 'object', properties: { region: property } },
  });

  /** A server whose tool changes with each list; it refuses a call without the field of its last one. */
  function strict(tools: readonly (readonly object[])[], accepts: string): Instead {
    let lists = 0;
    return ({ headers }, response, { id = 0, method }) => {
      if (method === 'tools/list') {
        const page = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };
        respond(response, 200, id, { result: { ...page, tools: tools[lists] ?? tools.at(-1) } });
        lists += 1;
        return true;
      }
      if (method !== 'tools/call' || headers[accepts] !== undefined) return false;
      respond(response, 400, id, { error: { code: -32_020, message: `no ${accepts}` } });
      return true;
    };
  }

  const args = { region: 'eu', text: 'a' };

  proves(
    ['XMH-08', 'HTTP-18', 'XMH-01'],
    'a tool that was never listed is called without, and then with',
    async () => {
      await onStage(strict([[tool('echo', region)]], 'mcp-param-region'), async (stage) => {
        const { client, server } = stage;
        await client.callTool('echo', args);
        const fields = server.of('tools/call').map(({ headers }) => headers['mcp-param-region']);
        expect(fields).toEqual([undefined, 'eu']);
        expect(server.asked.slice(1)).toEqual(['tools/call', 'tools/list', 'tools/call']);
        const ids = server.of('tools/call').map(({ json }) => json?.id);
        expect(new Set(ids).size).toBe(2);
        await client.callTool('echo', args);
        expect(server.count('tools/call')).toBe(3);
      });
    },
  );

  proves('HTTP-18', 'a schema that has changed is read anew', async () => {
    const renamed = { type: 'string', 'x-mcp-header': 'Place' };
    const lists = [[tool('echo', region)], [tool('echo', renamed)]];
    await onStage(strict(lists, 'mcp-param-place'), async ({ client, server }) => {
      await client.listTools();
      await client.callTool('echo', args);
      const [first, second] = server.of('tools/call').map(({ headers }) => headers);
      expect(first).toMatchObject({ 'mcp-param-region': 'eu' });
      expect(second).toMatchObject({ 'mcp-param-place': 'eu' });
      expect(second).not.toHaveProperty('mcp-param-region');
    });
  });

  proves('HTTP-18', 'a call that is refused again is refused', async () => {
    await onStage(strict([[tool('echo', region)]], 'never-sent'), async ({ client, server }) => {
      await expect(client.callTool('echo', args)).rejects.toMatchObject({ code: -32_020 });
      expect(server.count('tools/call')).toBe(2);
    });
  });

  proves('XMH-05', 'a tool with an invalid annotation is left out, and reported', async () => {
    const tools = [tool('bad', bad), tool('echo', region)];
    await onStage(strict([tools], 'mcp-param-region'), async ({ client, server, reports }) => {
      expect(await client.listTools()).toMatchObject([{ name: 'echo' }]);
      expect(reports.all).toMatchObject([{ kind: 'entry-left-out', index: 0, name: 'bad' }]);
      await client.callTool('echo', args);
      await expect(client.callTool('bad', args)).rejects.toMatchObject({ code: 'TOOL_LEFT_OUT' });
      expect(server.count('tools/call')).toBe(1);
    });
  });
});
