import { readdirSync, readFileSync } from 'node:fs';
import { vi } from 'vitest';

interface ProcessFacts {
  readonly pid: number;
  readonly state: string;
  readonly group: number;
}

/** The processes of a group that run; the dead that nobody has taken notice of do not count. */
export function runningIn(group: number): number[] {
  const all = readdirSync('/proc').flatMap((entry) => (/^\d+$/.test(entry) ? facts(entry) : []));
  return all.filter((each) => each.group === group && each.state !== 'Z').map(({ pid }) => pid);
}

export function isRunning(pid: number): boolean {
  return facts(String(pid)).some(({ state }) => state !== 'Z');
}

/** Waits until nothing of a group runs. */
export async function untilGone(group: number): Promise<void> {
  await vi.waitFor(
    () => {
      const left = runningIn(group);
      if (left.length > 0) throw new Error(`still running: ${left.join(', ')}`);
    },
    { timeout: 5_000, interval: 20 },
  );
}

function facts(pid: string): ProcessFacts[] {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const [state = '', , group] = line.slice(line.lastIndexOf(')') + 2).split(' ');
    return [{ pid: Number(pid), state, group: Number(group) }];
  } catch {
    return [];
  }
}
