import { execFile } from 'node:child_process';
import { existsSync, lstatSync, statSync } from 'node:fs';
import { symlink } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { withFolderLock } from './folder-lock.mjs';

const INSTALL_LIMIT_MS = 600_000;

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const FOLDER = here('.');
const LOCKFILE = here('package-lock.json');
/** npm writes this file last, so that an install that was cut short does not count. */
const INSTALLED = here('node_modules/.package-lock.json');
/** Run-times and bundlers find the package under test by its name, as a user's program does. */
const LINK = here('node_modules/garuda-mcp');

/**
 * Makes sure that the nested package is installed as its lockfile says, and says so in one line
 * where there was something to do. Any number of processes may ask at once.
 *
 * @param {(line: string) => void} [say]
 * @returns {Promise<void>}
 */
export async function ensureInstalled(say = console.error) {
  if (isInstalled()) return;
  await withFolderLock(here('.cache/installing'), INSTALL_LIMIT_MS, async () => {
    if (isInstalled()) return;
    const start = performance.now();
    await install();
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    say(`installed the nested package test/referee in ${seconds} s`);
  });
}

function isInstalled() {
  return isFresh() && lstatSync(LINK, { throwIfNoEntry: false }) !== undefined;
}

function isFresh() {
  return existsSync(INSTALLED) && statSync(INSTALLED).mtimeMs >= statSync(LOCKFILE).mtimeMs;
}

async function install() {
  if (!isFresh()) await npmCi();
  // `npm ci` by hand leaves the folder without the link; an earlier call may have made it.
  if (!existsSync(LINK)) await symlink('../../..', LINK, 'dir');
}

/** Inside a script npm hands the outer project's settings on as environment: flags outrank them. */
function npmCi() {
  const args = ['ci', '--ignore-scripts', '--engine-strict=false', '--loglevel=error'];
  const options = { cwd: FOLDER, timeout: INSTALL_LIMIT_MS, shell: process.platform === 'win32' };
  return new Promise((resolve, reject) => {
    execFile('npm', args, options, (error, _stdout, stderr) => {
      if (error === null) resolve();
      else reject(new Error(`npm ci in test/referee failed: ${stderr || error.message}`));
    });
  });
}

// Also a program of its own: `node test/referee/ensure-installed.mjs`.
if (process.argv[1] === fileURLToPath(import.meta.url)) await ensureInstalled();
