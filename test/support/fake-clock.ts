export { FakeClock } from 'garuda-mcp/testing';

/** Lets everything happen that needs no clock and no I/O: all promise callbacks that are due. */
export function settle(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
