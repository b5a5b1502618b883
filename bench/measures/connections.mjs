// Many connections in one process.
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { heapKbAfterCollection, rssMb, serverStats, startMeter } from './meter.mjs';

/** @param {{ connections: number, countsStarts?: boolean }} params */
export async function measure({ connect, server, params }) {
  const { connections: count, countsStarts = false } = params;
  const first = await connect();
  await first.callTool('echo', { text: 'x' });
  await first.close();
  const heapBefore = await heapKbAfterCollection();
  const rssBefore = rssMb();
  const starts = countsStarts ? openStartsFile(server) : undefined;

  const all = startMeter();
  const stopConnecting = startMeter();
  const clients = await Promise.all(Array.from({ length: count }, () => connect(starts?.change)));
  const { wallMs: connectMs } = stopConnecting();
  const stopCalling = startMeter();
  await Promise.all(clients.map((client) => client.callTool('echo', { text: 'x' })));
  const { wallMs: callAllMs } = stopCalling();
  const { cpuUs } = all();

  const heapKb = await heapKbAfterCollection();
  const rss = rssMb();
  const stats = server.way === 'http' ? await serverStats(server.url) : {};
  const stopClosing = startMeter();
  await Promise.all(clients.map((client) => client.close()));
  return {
    connectMs,
    callAllMs,
    cpuMs: cpuUs / 1000,
    heapKbEach: (heapKb - heapBefore) / count,
    rssKbEach: ((rss - rssBefore) * 1000) / count,
    sockets: stats.connections,
    processesEach: starts && starts.count() / count,
    closeMs: stopClosing().wallMs,
  };
}

/** A file that gets a byte from each server that is started with the changed arguments. */
function openStartsFile({ args }) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-starts-'));
  const startsFile = join(folder, 'starts');
  const [script, options] = args;
  const changed = JSON.stringify({ ...JSON.parse(options), startsFile });
  return {
    change: { args: [script, changed] },
    count() {
      const { size } = statSync(startsFile);
      rmSync(folder, { recursive: true });
      return size;
    },
  };
}
