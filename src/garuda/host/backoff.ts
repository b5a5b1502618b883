/** How long a server has to live for its next start to count as the first one again. */
export const steadyMs = 60_000;

/** How often a server is started again that never lives that long. */
const mostRestarts = 5;

/** How long to wait before a restart: 1 s, 2 s, 4 s … a minute. `undefined`: it is not tried again. */
export function restartDelay(restartsBefore: number): number | undefined {
  if (restartsBefore >= mostRestarts) return undefined;
  return Math.min(1_000 * 2 ** restartsBefore, 60_000);
}
