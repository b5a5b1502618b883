import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ROOT = dirname(dirname(import.meta.dirname));
const REFEREE = join(ROOT, 'test', 'referee');

/**
 * The address of each module as the nested package sees it. An import from here would look in the packages
 * of the project, where no peer is; Node.js resolves for another place only from a program in that place.
 *
 * @param {readonly string[]} specifiers
 * @returns {Readonly<Record<string, string>>}
 */
export function findModules(specifiers) {
  if (specifiers.length === 0) return {};
  const program = `
    const found = process.argv.slice(1).map((name) => [name, import.meta.resolve(name)]);
    console.log(JSON.stringify(Object.fromEntries(found)));`;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', program, '--', ...specifiers],
    { cwd: REFEREE, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`test/referee does not have all peers: ${stderr.trim()}`);
  return JSON.parse(stdout);
}

/** `name version` of the package that a client is, ours where it imports no other. */
export function versionOf({ name, modules = [] }) {
  if (name === 'floor-undici') return versionIn(join(ROOT, 'node_modules', 'undici'));
  if (name.startsWith('floor')) return undefined;
  if (modules.length === 0) return versionIn(ROOT);
  const [specifier] = modules;
  const parts = specifier.split('/').slice(0, specifier.startsWith('@') ? 2 : 1);
  return versionIn(join(REFEREE, 'node_modules', ...parts));
}

function versionIn(folder) {
  const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return `${name} ${version}`;
}
