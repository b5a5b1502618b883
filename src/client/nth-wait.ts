/** The wait before the nth time, counted from 1; the last one repeats. */
export function nthWait(waitsMs: readonly number[], nth: number): number {
  return waitsMs[Math.min(nth, waitsMs.length) - 1] ?? 0;
}
