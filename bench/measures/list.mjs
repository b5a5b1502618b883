// A long list of tools, and the first call after it.
import { collectGarbage, peakRssMb, rssMb, startMeter } from './meter.mjs';

/** @param {{ tools: number, repeats: number }} params */
export async function measure({ connect, params }) {
  const client = await connect();
  collectGarbage();
  const before = rssMb();
  const lists = [];
  for (let n = 0; n < params.repeats; n += 1) {
    const stop = startMeter();
    const { length } = await client.listTools();
    lists.push(stop());
    if (length !== params.tools) throw new Error(`expected ${params.tools} tools, got ${length}`);
  }
  const peakOverMb = peakRssMb() - before;
  const stopCall = startMeter();
  await client.callTool('echo', { text: 'hello' });
  const { wallMs: firstCallMs } = stopCall();
  await client.close();
  return {
    firstMs: lists[0].wallMs,
    bestMs: Math.min(...lists.map(({ wallMs }) => wallMs)),
    cpuMs: lists[0].cpuUs / 1000,
    firstCallMs,
    peakOverMb,
  };
}
