import { expect, test } from 'vitest';
import { labelOf } from '../../../src/transport/stdio/label.ts';

test.each([
  { command: 'my-server', args: [], label: 'my-server' },
  { command: '/usr/local/bin/my-server', args: ['--stdio'], label: 'my-server' },
  { command: String.raw`C:\tools\server.EXE`, args: [], label: 'server' },
  {
    command: 'npx',
    args: ['-y', '@modelcontextprotocol/server-everything@2026.8.31'],
    label: 'server-everything',
  },
  { command: 'npx.cmd', args: ['--yes', 'mcp-thing'], label: 'mcp-thing' },
  { command: 'uvx', args: ['mcp-server-git'], label: 'mcp-server-git' },
  { command: 'node', args: ['dist/server.js', '--port', '1'], label: 'server' },
  { command: '/usr/bin/node', args: ['--enable-source-maps', '/app/dist/main.mjs'], label: 'main' },
  { command: 'python3', args: ['-u', '-m', 'my_server'], label: 'my_server' },
  { command: 'deno', args: ['run', '-A', 'server.ts'], label: 'server' },
  // An option that is not known may have a value, and a value may be a secret.
  { command: 'node', args: ['--env-file', 'secret.env', 'server.js'], label: 'node' },
  { command: 'npx', args: ['--api-key', 'sk-123', 'pkg'], label: 'npx' },
  { command: 'node', args: ['TOKEN=sk-123'], label: 'node' },
  { command: 'npx', args: ['https://user:pw@host/x.tgz'], label: 'npx' },
  { command: 'docker', args: ['run', '-i', 'image'], label: 'docker' },
  { command: 'sh', args: ['-c', 'server --token x'], label: 'sh' },
  { command: 'node', args: [], label: 'node' },
  { command: '/', args: [], label: 'server' },
  { command: 'x'.repeat(100), args: [], label: 'x'.repeat(40) },
])('$command $args is called $label', ({ command, args, label }) => {
  expect(labelOf(command, args)).toBe(label);
});
