import { writeFileSync } from 'node:fs';

/**
 * Puts the session of a process before others. Linux shares the processor between sessions first, and
 * `nice` ranks only within one; a client that gives its server a session of its own would else be slower
 * than one that does not, whenever the machine is busy.
 *
 * @param {number} niceness
 * @param {number | 'self'} pid
 */
export function favourSession(niceness, pid) {
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(niceness));
  } catch (error) {
    // A kernel that does not group by session has no such file; one whose process has ended needs none.
    if (error.code !== 'ENOENT' && error.code !== 'ESRCH') throw error;
  }
}
