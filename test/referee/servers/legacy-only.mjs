// Speaks 2025-11-25 only, as servers did before `server/discover` was known: over stdio it answers
// that method with an error, over HTTP each client has a session.
import { randomUUID } from 'node:crypto';
import { NodeStreamableHTTPServerTransport } from '@modelcontextprotocol/node';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { fixtureServer } from './fixture-server.mjs';
import { serve } from './serve.mjs';

const create = () => fixtureServer('legacy-only', { supportedProtocolVersions: ['2025-11-25'] });

serve({
  stdio: () => create().connect(new StdioServerTransport()),
  http: sessions,
});

function sessions() {
  const open = new Map();
  return async (request, response) => {
    const id = request.headers['mcp-session-id'];
    if (id !== undefined && !open.has(id)) {
      refuse(response, 404, 'no such session');
      return;
    }
    const transport = open.get(id) ?? (await openSession(open));
    await transport.handleRequest(request, response);
  };
}

/** A transport without a session answers anything but `initialize` with an error, and is dropped. */
async function openSession(open) {
  const transport = new NodeStreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    onsessioninitialized: (id) => open.set(id, transport),
    onsessionclosed: (id) => open.delete(id),
  });
  await create().connect(transport);
  return transport;
}

function refuse(response, status, message) {
  const error = { code: -32001, message };
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ jsonrpc: '2.0', id: null, error }));
}
