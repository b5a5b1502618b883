// The reading of an event stream alone: no sockets, the replies come out of a fetch that is handed in.
import { collectGarbage, peakRssMb, rssMb, startMeter } from './meter.mjs';
import { makeFetch } from './made-fetch.mjs';

const LIMIT_MS = 600_000;

/** @param {{ bytes: number, pieceBytes: number } | { events: number }} params */
export async function measure({ connect, params }) {
  let got = 0;
  const client = await connect({
    fetch: makeFetch,
    onNotification: () => {
      got += 1;
    },
  });
  await client.callTool('stream', { bytes: 1000, pieceBytes: 16 });
  collectGarbage();
  const before = rssMb();
  const stop = startMeter();
  await client.callTool('stream', params, { timeoutMs: LIMIT_MS });
  const { wallMs, cpuUs } = stop();
  await client.close();
  return { cpuMs: cpuUs / 1000, wallMs, got, peakOverMb: peakRssMb() - before };
}
