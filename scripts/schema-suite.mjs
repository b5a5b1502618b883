// Lays the official test suite of JSON Schema into .cache/: Debian packages it whole, and npm does not.
// Where it is there already, or JSON_SCHEMA_SUITE names a copy, nothing happens.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

const cache = join(import.meta.dirname, '..', '.cache');
const target = join(cache, 'json-schema-suite');
const debian = 'libtest-json-schema-acceptance-perl';
const inside = 'usr/share/perl5/auto/share/dist/Test-JSON-Schema-Acceptance';

if (process.env.JSON_SCHEMA_SUITE === undefined && !existsSync(target)) {
  try {
    await lay();
  } catch (error) {
    // The test that needs it says what is missing; the others need not wait for it.
    console.error(`schema-suite: ${String(error.message).split('\n')[0]}`);
  }
}

async function lay() {
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'suite-'));
  try {
    const run = (command, ...args) => execFileSync(command, args, { cwd: folder, stdio: 'pipe' });
    try {
      run('apt-get', 'download', debian);
    } catch {
      // A new machine has no list of packages yet.
      run('apt-get', 'update');
      run('apt-get', 'download', debian);
    }
    const file = (await readdir(folder)).find((name) => name.endsWith('.deb'));
    run('dpkg-deb', '--extract', file, 'unpacked');
    await rename(join(folder, 'unpacked', inside), target);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
