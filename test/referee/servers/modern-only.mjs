// Speaks 2026-07-28 only: an `initialize` is refused with the revisions that are supported.
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { fixtureServer } from './fixture-server.mjs';
import { serve } from './serve.mjs';

const create = () => fixtureServer('modern-only');

serve({
  stdio: () => serveStdio(create, { legacy: 'reject' }),
  http: () => toNodeHandler(createMcpHandler(create, { legacy: 'reject' })),
});
