// Makes dist/ anew: a bundle for each door and the command, the declarations that the doors reach, and
// the licences of what was bundled. `tsc -b` has written the declarations before.
import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { build } from 'esbuild';
import { bundles } from './build/bundles.mjs';
import { copyDeclarations } from './build/declarations.mjs';
import { BuildFault } from './build/fault.mjs';
import { checkReach } from './build/reach.mjs';
import { thirdPartyNotice } from './build/third-party.mjs';

const root = dirname(import.meta.dirname);
// The finished folder takes the place of the old one at once, so that nothing stale stays and a program
// that starts meanwhile does not find half a package.
const fresh = join(root, '.cache', `dist-${process.pid}`);
const old = `${fresh}-old`;
const dist = join(root, 'dist');

try {
  await makeDist();
} catch (error) {
  if (!(error instanceof BuildFault)) throw error;
  console.error(`build: ${error.message}`);
  process.exitCode = 1;
} finally {
  await Promise.all([fresh, old].map((path) => rm(path, { recursive: true, force: true })));
}

async function makeDist() {
  for (const { source } of Object.values(bundles)) {
    if (!existsSync(join(root, source))) throw new BuildFault(`${source} is missing`);
  }
  const { outputFiles, metafile } = await bundle();
  checkReach(bundles, metafile.outputs, 'dist');
  await Promise.all(outputFiles.map(({ path, contents }) => writeFresh(path, contents)));
  await chmod(join(fresh, 'garuda-mcp.js'), 0o755);
  const notice = await thirdPartyNotice(root, metafile.outputs);
  if (notice !== undefined) await writeFile(join(fresh, 'THIRD-PARTY.md'), notice);

  const promised = promisedFiles(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')));
  const doors = promised
    .filter((path) => path.startsWith('types/'))
    .map((path) => path.slice('types/'.length));
  await copyDeclarations(doors, join(root, '.cache', 'types'), join(fresh, 'types'));
  for (const path of promised) {
    if (!existsSync(join(fresh, path))) {
      throw new BuildFault(`package.json promises dist/${path}, and the build does not make it`);
    }
  }
  if (existsSync(dist)) await rename(dist, old);
  await rename(fresh, dist);
}

async function writeFresh(path, contents) {
  const target = join(fresh, relative(dist, path));
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, contents);
}

function bundle() {
  return build({
    absWorkingDir: root,
    entryPoints: Object.fromEntries(
      Object.entries(bundles).map(([name, { source }]) => [name, source]),
    ),
    outdir: dist,
    write: false,
    bundle: true,
    // One copy of each class for all doors, so that `instanceof` holds between them.
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    target: ['es2023', 'node20.18'],
    external: ['node:*', 'undici', '#exchange', '#oauth-fetch'],
    sourcemap: 'linked',
    // The sources are in the package too, where the maps point.
    sourcesContent: false,
    legalComments: 'inline',
    metafile: true,
    logLevel: 'warning',
  });
}

/** The files of dist/ that the doors, the commands and the import conditions name. */
function promisedFiles({ exports, imports, bin }) {
  const found = new Set();
  const walk = (value) => {
    if (typeof value !== 'string') Object.values(value).forEach(walk);
    else if (value.startsWith('./dist/')) found.add(value.slice('./dist/'.length));
  };
  walk({ exports, imports, bin });
  return [...found];
}
