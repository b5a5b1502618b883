/**
 * Where a server of the host stands.
 *
 * `waiting`: not started yet. `idle`: closed because nobody used it, and started again by the next call.
 * `failed`: it could not be started, or ended by itself. `stopped`: closed by the host.
 *
 * @public
 */
export type ServerState =
  | 'waiting'
  | 'disabled'
  | 'blocked'
  | 'denied'
  | 'starting'
  | 'connected'
  | 'idle'
  | 'failed'
  | 'stopped';

/** Whether a model may still reckon with the server's tools. */
export function isUsable(state: ServerState): boolean {
  return state === 'connected' || state === 'idle';
}

/** Whether the server is on its way, so that there is nothing to tell yet. */
export function isUnderWay(state: ServerState): boolean {
  return state === 'waiting' || state === 'starting';
}
