// Small calls, one or many in flight.
import { peakRssMb, quantile, serverStats, startMeter } from './meter.mjs';
import { runCalls } from './run-calls.mjs';

/** @param {{ count: number, warmUp: number, inFlight: number }} params */
export async function measure({ connect, server, params }) {
  const { count, warmUp, inFlight } = params;
  const client = await connect();
  await runCalls(client, warmUp, inFlight);
  const tookMs = new Float64Array(count);
  const stop = startMeter();
  await runCalls(client, count, inFlight, tookMs);
  const { wallMs, cpuUs } = stop();
  const peakMb = peakRssMb();
  const stats = server.way === 'http' ? await serverStats(server.url) : {};
  await client.close();
  return {
    p50Us: quantile(tookMs, 0.5) * 1000,
    p99Us: quantile(tookMs, 0.99) * 1000,
    callsPerSecond: (count / wallMs) * 1000,
    cpuUsPerCall: cpuUs / count,
    peakMb,
    sockets: stats.mostConnections,
  };
}
