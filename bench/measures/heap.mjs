// What is left on the heap by calls that are over.
import { heapKbAfterCollection, rssMb, startMeter } from './meter.mjs';
import { runCalls } from './run-calls.mjs';

const WARM_UP = 5000;
const IN_FLIGHT = 16;
const PARTS = 8;

/** @param {{ count: number }} params */
export async function measure({ connect, params }) {
  const part = params.count / PARTS;
  const client = await connect();
  await runCalls(client, WARM_UP, IN_FLIGHT);
  const stop = startMeter();
  const heapKb = [];
  for (let n = 0; n < PARTS; n += 1) {
    await runCalls(client, part, IN_FLIGHT);
    heapKb.push(await heapKbAfterCollection());
  }
  const { cpuUs } = stop();
  await client.close();
  const [firstKb] = heapKb;
  const lastKb = heapKb[PARTS - 1];
  return {
    keptBytesPerCall: ((lastKb - firstKb) * 1024) / (part * (PARTS - 1)),
    firstKb,
    lastKb,
    rssMb: rssMb(),
    cpuUsPerCall: cpuUs / params.count,
  };
}
