import type { ServerResponse } from 'node:http';

/** Ends a reply as if it were whole, or resets its connection. */
export function cutReply(response: ServerResponse, how: 'end' | 'reset'): void {
  if (how === 'end') return void response.end();
  response.flushHeaders();
  // A reset may overtake what was written before it: that has some turns to arrive.
  setImmediate(() => setImmediate(() => response.socket?.resetAndDestroy()));
}
