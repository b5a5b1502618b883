// Packs what dist/ holds now into .cache/pack/garuda-mcp.tgz, for the checks of the package.
import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = dirname(import.meta.dirname);
const folder = join(root, '.cache', 'pack');

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const answer = execFileSync(
  'npm',
  ['pack', '--json', '--ignore-scripts', '--pack-destination', folder],
  { cwd: root, encoding: 'utf8' },
);
const [{ filename, files, size, unpackedSize }] = Object.values(JSON.parse(answer));
renameSync(join(folder, filename), join(folder, 'garuda-mcp.tgz'));
console.log(`pack: ${files.length} files, ${size} bytes packed, ${unpackedSize} unpacked`);
