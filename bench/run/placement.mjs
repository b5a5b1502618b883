import { spawnSync } from 'node:child_process';
import { getPriority } from 'node:os';

const NICENESS = -15;

/**
 * Where the measured processes run.
 *
 * @typedef {object} Placement
 * @property {number | undefined} core - the one that client and server share, if they are pinned
 * @property {number | undefined} niceness - how their sessions are put before others, if they are pinned
 * @property {readonly string[]} prefix - what stands before their commands
 * @property {string} says - this, in words
 */

/**
 * Client and server on one core, before everything else that wants it: then a call costs the client, the
 * server and two switches, and no waking of a core that slept. Needs Linux and root.
 *
 * @param {number | undefined} core - nothing: not pinned
 * @returns {Placement}
 */
export function choosePlacement(core) {
  if (core === undefined) return unpinned('not pinned, as asked');
  const prefix = ['nice', '-n', String(NICENESS), 'taskset', '-c', String(core)];
  const reason = whyNot(prefix);
  if (reason !== undefined) return unpinned(`not pinned: ${reason}`);
  const says = `client and server pinned to core ${core} at nice ${NICENESS}`;
  return { core, niceness: NICENESS, prefix, says };
}

function unpinned(says) {
  return {
    core: undefined,
    niceness: undefined,
    prefix: [],
    says: `${says}; the time for one call holds the waking of sleeping cores`,
  };
}

/** `nice` runs its command even where it may not raise it, so the command looks: `nice` alone prints the niceness. */
function whyNot([program, ...args]) {
  const { error, status, stdout, stderr } = spawnSync(program, [...args, 'nice'], {
    encoding: 'utf8',
  });
  if (error !== undefined) return `nice is not there (${error.code})`;
  if (status !== 0) return stderr.trim().split('\n').at(-1);
  const wanted = Math.max(-20, getPriority() + NICENESS);
  if (Number(stdout) !== wanted) return `may not set the niceness ${wanted} (not root)`;
  return undefined;
}
