import { readFileSync } from 'node:fs';

/** /proc counts in hundredths of a second. */
const TICK_MS = 10;

/**
 * Starts to watch how much others use the processor; the answer ends it and gives their share of one core
 * from 0 to 1, or nothing where this cannot be seen.
 *
 * The processes that ran meanwhile must have ended and been waited for: until then the kernel does not
 * count them as ours.
 *
 * @param {number | undefined} core - the one to watch; nothing: all of them
 */
export function watchForeignLoad(core) {
  const before = read(core);
  const start = performance.now();
  return () => {
    const after = read(core);
    if (before === undefined || after === undefined) return undefined;
    const foreignMs = after.busyMs - before.busyMs - (after.ownMs - before.ownMs);
    // A tick more or less is no load, however short the run was.
    return Math.max(0, foreignMs - 2 * TICK_MS) / (performance.now() - start);
  };
}

function read(core) {
  try {
    return { busyMs: busyMs(core), ownMs: ownMs() };
  } catch {
    // Not Linux.
    return undefined;
  }
}

/** Everything but idle and waiting for disks. */
function busyMs(core) {
  const name = core === undefined ? 'cpu' : `cpu${core}`;
  const lines = readFileSync('/proc/stat', 'utf8').split('\n');
  const fields = lines.find((line) => line.startsWith(`${name} `)).split(/\s+/u);
  const [user, nice, system, , , irq, softIrq, steal] = fields.slice(1).map(Number);
  return (user + nice + system + irq + softIrq + steal) * TICK_MS;
}

/** This process and those that it has waited for. */
function ownMs() {
  const afterName = readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ');
  return afterName.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * TICK_MS;
}
