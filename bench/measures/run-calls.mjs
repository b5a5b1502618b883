const TEXT = 'hello, this is a small payload!!';

/**
 * Makes so many small calls, so many of them at a time.
 *
 * @param {import('../adapters/adapter.d.ts').Connected} client
 * @param {Float64Array} [tookMs] - gets how long each took
 */
export async function runCalls(client, count, inFlight, tookMs) {
  let next = 0;
  const lane = async () => {
    for (let n; (n = next++) < count;) {
      const start = performance.now();
      await client.callTool('echo', { text: TEXT });
      if (tookMs !== undefined) tookMs[n] = performance.now() - start;
    }
  };
  await Promise.all(Array.from({ length: inFlight }, lane));
}
