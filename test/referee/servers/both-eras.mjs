// Speaks every revision that its SDK knows. Over HTTP its legacy side keeps no session.
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { fixtureServer } from './fixture-server.mjs';
import { serve } from './serve.mjs';

const create = () => fixtureServer('both-eras');

serve({
  stdio: () => serveStdio(create),
  http: () => toNodeHandler(createMcpHandler(create)),
});
