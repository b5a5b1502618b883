// What the measures read of this process.

/** Starts to count; the answer ends it, and can be asked once. */
export function startMeter() {
  const cpu = process.cpuUsage();
  const start = performance.now();
  return () => {
    const wallMs = performance.now() - start;
    const { user, system } = process.cpuUsage(cpu);
    return { wallMs, cpuUs: user + system };
  };
}

export function rssMb() {
  return process.memoryUsage.rss() / 1e6;
}

/** The most that this process ever had. */
export function peakRssMb() {
  return (process.resourceUsage().maxRSS * 1024) / 1e6;
}

/** Twice, since the first collection only queues what has a finalizer. */
export async function heapKbAfterCollection() {
  globalThis.gc();
  globalThis.gc();
  await new Promise((resolve) => setTimeout(resolve, 50));
  globalThis.gc();
  return process.memoryUsage().heapUsed / 1024;
}

export function collectGarbage() {
  globalThis.gc();
}

/** @param {Float64Array} values - sorted in place */
export function quantile(values, share) {
  values.sort();
  return values[Math.min(values.length - 1, Math.floor(share * values.length))];
}

/** How many connections the server over HTTP has and had at most. */
export async function serverStats(url) {
  return await (await fetch(new URL('/stats', url))).json();
}
