// Many calls on one connection, and what they leave behind: `npm run soak` (200,000 calls a case, minutes
// each), `npm run soak -- --count 20000 --only stdio`. Ends with 1 where something grows. It uses dist/.
import { spawn } from 'node:child_process';
import { getEventListeners, once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { heapKbAfterCollection } from './measures/meter.mjs';
import { textTable } from './report/text-table.mjs';

const IN_FLIGHT = 16;
const WARM_UP = 5000;
/** Every so many calls one is given up, and one is told of its progress. */
const EVERY = 50;
/** What the heap may differ by: what is kept of a call takes more, and below the floor is noise. */
const BYTES_PER_CALL = 4;
const NOISE_BYTES = 512 * 1024;
/** Connections come and go as calls are given up. */
const SPARE_HANDLES = 2 * IN_FLIGHT;

const cases = ['stdio', 'json', 'events'].flatMap((way) =>
  ['legacy', 'modern'].flatMap((era) =>
    [false, true].map((shared) => ({
      name: `${way}-${era}${shared ? '-signal' : ''}`,
      way,
      era,
      shared,
    })),
  ),
);

if (process.argv[2] === '--worker') {
  process.send(await soak(JSON.parse(process.argv[3])));
  process.disconnect();
} else {
  process.exitCode = await main();
}

async function main() {
  const text = { type: 'string' };
  const { values } = parseArgs({ options: { count: text, only: text } });
  const count = Number(values.count ?? 200_000);
  if (!Number.isSafeInteger(count) || count < 1000) {
    throw new Error(`--count: expected a whole number from 1,000 on, got ${values.count}`);
  }
  const only = values.only?.split(',') ?? [''];
  const wanted = cases.filter(({ name }) => only.some((start) => name.startsWith(start)));
  if (wanted.length === 0)
    throw new Error(`--only: there are ${cases.map(({ name }) => name).join(', ')}`);
  const head = [
    'case',
    'heap KB: start',
    'middle',
    'end',
    'bytes/call',
    'handles',
    'files',
    'listeners',
    's',
    '',
  ];
  const rows = [head];
  let failed = 0;
  for (const kase of wanted) {
    const { at, took, afterClose } = await inProcess({ ...kase, count });
    const faults = faultsOf(at, count, afterClose);
    if (faults.length > 0) failed += 1;
    const [start, middle, end] = at;
    const each = (figure) => at.map((one) => one[figure]).join(' ');
    rows.push([
      kase.name,
      ...[start, middle, end].map(({ heapKb }) => heapKb.toFixed(0)),
      perCall(start, end, count).toFixed(2),
      ...['handles', 'files', 'listeners'].map(each),
      (took / 1000).toFixed(0),
      faults.length === 0 ? 'ok' : `GROWS: ${faults.join(', ')}`,
    ]);
    console.error(rows.at(-1).join('  '));
  }
  console.log(`soak: ${count} calls a case, ${IN_FLIGHT} at a time; start, middle and end of each`);
  for (const line of textTable(rows)) console.log(line);
  console.log(`${wanted.length - failed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

function perCall(start, end, count) {
  return ((end.heapKb - start.heapKb) * 1024) / count;
}

function faultsOf([start, , end], count, afterClose) {
  const grownBytes = (end.heapKb - start.heapKb) * 1024;
  return [
    grownBytes > Math.max(count * BYTES_PER_CALL, NOISE_BYTES) && 'heap',
    end.handles > start.handles + SPARE_HANDLES && 'handles',
    end.files > start.files + SPARE_HANDLES && 'files',
    end.listeners > 0 && 'listeners',
    afterClose.listeners > 0 && 'listeners after close',
  ].filter((fault) => fault !== false);
}

/** A process for each case, so that none inherits the heap of another. */
async function inProcess(job) {
  const args = ['--expose-gc', import.meta.filename, '--worker', JSON.stringify(job)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  let figures;
  child.on('message', (message) => (figures = message));
  const [code] = await once(child, 'close');
  if (figures === undefined) throw new Error(`${job.name}: the process ended with ${code}`);
  return figures;
}

async function soak({ way, era, shared, count }) {
  const { client, stop } = await open(way, era);
  // Lives as long as the program does, as a host's own would.
  const { signal } = new AbortController();
  const options = shared ? { signal } : {};
  const began = performance.now();
  try {
    await runCalls(client, WARM_UP, options);
    const at = [await readFigures(signal)];
    for (const share of [Math.floor(count / 2), Math.ceil(count / 2)]) {
      await runCalls(client, share, options);
      at.push(await readFigures(signal));
    }
    await client.close();
    const afterClose = { listeners: getEventListeners(signal, 'abort').length };
    return { at, took: performance.now() - began, afterClose };
  } finally {
    stop();
  }
}

/** The server is a process of its own. */
async function open(way, era) {
  const { connect, http } = await import('garuda-mcp');
  const revision = era === 'modern' ? '2026-07-28' : '2025-11-25';
  const me = { name: 'soak', version: '1.0.0' };
  const server = (file) => join(import.meta.dirname, 'servers', file);
  if (way === 'stdio') {
    const { stdio } = await import('garuda-mcp/stdio');
    const target = stdio({ command: process.execPath, args: [server('stdio-server.mjs')] });
    return { client: await connect(target, me, { revision }), stop: () => {} };
  }
  const child = spawn(process.execPath, [server('http-server.mjs')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [port] = await once(createInterface({ input: child.stdout }), 'line');
  const client = await connect(http(`http://127.0.0.1:${port}/${way}`), me, { revision });
  return { client, stop: () => child.stdin.end() };
}

async function runCalls(client, count, options) {
  let next = 0;
  const lane = async () => {
    for (let n; (n = next++) < count;) {
      if (n % EVERY === 0) await giveUp(client);
      else if (n % EVERY === 1) await withProgress(client, options);
      else await client.callTool('echo', { text: 'hello' }, options);
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, lane));
}

async function giveUp(client) {
  const control = new AbortController();
  const call = client.callTool('echo', { text: 'never read' }, { signal: control.signal });
  control.abort();
  const ended = await call.then(
    () => 'answered',
    ({ code }) => code,
  );
  if (ended !== 'CANCELLED') throw new Error(`a call that was given up ended with ${ended}`);
}

async function withProgress(client, options) {
  let told = 0;
  const onProgress = () => (told += 1);
  await client.callTool('notify', { count: 3, kind: 'progress' }, { ...options, onProgress });
  if (told !== 3) throw new Error(`expected 3 messages of progress, got ${told}`);
}

async function readFigures(signal) {
  return {
    heapKb: await heapKbAfterCollection(),
    handles: process.getActiveResourcesInfo().length,
    files: process.platform === 'linux' ? readdirSync('/proc/self/fd').length : 0,
    listeners: getEventListeners(signal, 'abort').length,
  };
}
