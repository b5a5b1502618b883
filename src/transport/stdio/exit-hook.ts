import type { ProcessGroup } from './process-group.ts';

/** The part of a process group that is needed to stop it. */
export type StoppableGroup = Pick<ProcessGroup, 'signal' | 'isEmpty'>;

/** Groups that would outlive this program if it ended now. */
const open = new Set<StoppableGroup>();

/** How long the groups have between SIGTERM and SIGKILL when this program ends. */
const lastGraceMs = 250;

/**
 * Has a group stopped when this program ends without having closed it: at `process.exit`, at the
 * end of its work, at an exception that nobody caught.
 *
 * A signal that ends the program by default runs no hook, and none is caught here: that would change
 * how the host reacts to it. A server that is orphaned so sees the end of its stdin.
 *
 * @returns takes the group off again
 */
export function stopAtExit(group: StoppableGroup): () => void {
  if (open.size === 0) process.on('exit', stopAll);
  open.add(group);
  return () => {
    open.delete(group);
    if (open.size === 0) process.off('exit', stopAll);
  };
}

function stopAll(): void {
  for (const group of open) group.signal('SIGTERM', true);
  const clock = new Int32Array(new SharedArrayBuffer(4));
  const isOver = (): boolean => [...open].every((group) => group.isEmpty());
  for (let waitedMs = 0; waitedMs < lastGraceMs && !isOver(); waitedMs += 10) {
    Atomics.wait(clock, 0, 0, 10);
  }
  for (const group of open) group.signal('SIGKILL', true);
}
