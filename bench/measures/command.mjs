// One call by the command garuda-mcp, above what the server itself takes to start and to answer.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ROOT = dirname(dirname(import.meta.dirname));
const QUESTION = '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}\n';

export async function measure({ server: { command, args } }) {
  const serverMs = await timeServer(command, args);
  const { bin } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const call = ['call', 'echo', 'text=hello', '--', command, ...args];
  const start = performance.now();
  const run = spawn(process.execPath, [join(ROOT, bin['garuda-mcp']), ...call], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(run, 'close');
  const commandMs = performance.now() - start;
  if (code !== 0) throw new Error(`expected the command to end with 0, got ${code}`);
  return { aboveServerMs: commandMs - serverMs, commandMs, serverMs };
}

async function timeServer(command, args) {
  const start = performance.now();
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(QUESTION);
  await once(child.stdout, 'data');
  const tookMs = performance.now() - start;
  await once(child, 'close');
  return tookMs;
}
