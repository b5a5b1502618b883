// Builds after an install, so that the command works in a fresh clone. Without the development packages
// there is nothing to build with, and whoever left them out did not ask for it.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = dirname(import.meta.dirname);
if (['typescript', 'esbuild'].every((name) => existsSync(join(root, 'node_modules', name)))) {
  const { status } = spawnSync('npm', ['run', '--silent', 'build'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  });
  // An install is not the place to fail for a fault in the sources; packing builds again, and does.
  if (status !== 0) console.error('The build failed: dist/ is not there. npm run build says why.');
}
