// Many notifications, and then the result of the same call.
import { collectGarbage, peakRssMb, rssMb, startMeter } from './meter.mjs';

const WARM_UP = 1000;
const LIMIT_MS = 600_000;

/** @param {{ count: number, kind: 'log' | 'progress' }} params */
export async function measure({ connect, params }) {
  const { count, kind } = params;
  let got = 0;
  const onNotification = () => {
    got += 1;
  };
  const client = await connect({ onNotification });
  const options = {
    timeoutMs: LIMIT_MS,
    ...(kind === 'progress' && { onProgress: onNotification }),
  };
  await client.callTool('notify', { count: WARM_UP, kind }, options);
  collectGarbage();
  got = 0;
  const before = rssMb();
  const stop = startMeter();
  await client.callTool('notify', { count, kind }, options);
  const { wallMs, cpuUs } = stop();
  // Some peers deliver a notification some turns after the result that it came before.
  await new Promise((resolve) => setTimeout(resolve, 50));
  await client.close();
  return {
    cpuUsEach: cpuUs / count,
    perSecond: (count / wallMs) * 1000,
    lost: count - got,
    peakOverMb: peakRssMb() - before,
  };
}
