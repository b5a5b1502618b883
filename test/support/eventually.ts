import { expect, vi } from 'vitest';

// What waits for a process does so on machines that are busy with other tests.
vi.setConfig({ testTimeout: 30_000 });

/** Expects something of a value that another program brings about, as soon as it has. */
export function eventually<T>(ask: () => T): ReturnType<typeof expect.poll<T>> {
  return expect.poll(ask, { timeout: 20_000 });
}
