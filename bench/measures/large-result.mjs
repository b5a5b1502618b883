// One large text as the result of a call.
import { collectGarbage, peakRssMb, rssMb, startMeter } from './meter.mjs';

const LIMIT_MS = 600_000;

/** @param {{ bytes: number, repeats: number, pieceBytes?: number }} params */
export async function measure({ connect, params }) {
  const { bytes, repeats, pieceBytes } = params;
  const client = await connect();
  await client.callTool('large', { bytes: 1000 });
  collectGarbage();
  const before = rssMb();
  let best = { wallMs: Infinity, cpuUs: 0 };
  for (let n = 0; n < repeats; n += 1) {
    const stop = startMeter();
    const result = await client.callTool('large', { bytes, pieceBytes }, { timeoutMs: LIMIT_MS });
    const took = stop();
    const { length } = result.content[0].text;
    if (length !== bytes) throw new Error(`expected a text of ${bytes} bytes, got ${length}`);
    if (took.wallMs < best.wallMs) best = took;
  }
  const peakOverMb = peakRssMb() - before;
  await client.close();
  return {
    wallMs: best.wallMs,
    mbPerSecond: bytes / 1000 / best.wallMs,
    cpuMs: best.cpuUs / 1000,
    peakOverMb,
    peakOverSize: (peakOverMb * 1e6) / bytes,
  };
}
