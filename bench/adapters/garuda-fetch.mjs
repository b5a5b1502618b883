// This project's client over the fetch of the run-time, which is its way everywhere but on Node.js.
import * as garuda from './garuda.mjs';

export { load } from './garuda.mjs';

export function connect(server) {
  return garuda.connect({ ...server, fetch: server.fetch ?? globalThis.fetch });
}
