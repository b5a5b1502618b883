// What a program waits for when it imports the client.
import { rssMb } from './meter.mjs';

export async function measure({ load }) {
  const before = rssMb();
  const start = performance.now();
  await load();
  return { importMs: performance.now() - start, rssMb: rssMb() - before };
}
