import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

const BENCH = dirname(import.meta.dirname);
const SOURCE = join(BENCH, 'servers', 'tiny-server.c');
const PROGRAM = join(dirname(BENCH), '.cache', 'bench', 'tiny-server');

/**
 * The server in C, compiled if it is not yet.
 *
 * @returns {{ program?: string, missing?: string }}
 */
export function tinyServer() {
  if (existsSync(PROGRAM) && statSync(PROGRAM).mtimeMs > statSync(SOURCE).mtimeMs) {
    return { program: PROGRAM };
  }
  mkdirSync(dirname(PROGRAM), { recursive: true });
  const fresh = `${PROGRAM}-${process.pid}`;
  const { error, status, stderr } = spawnSync('cc', ['-O2', '-o', fresh, SOURCE], {
    encoding: 'utf8',
  });
  if (error !== undefined) return { missing: 'there is no C compiler' };
  if (status !== 0) return { missing: `cc refused ${SOURCE}: ${stderr.trim()}` };
  renameSync(fresh, PROGRAM);
  return { program: PROGRAM };
}
