import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BuildFault } from './fault.mjs';

/** The licences of the packages whose code stands in the bundles, as their authors ask for; `undefined` if there is none. */
export async function thirdPartyNotice(root, outputs) {
  const names = new Set();
  for (const { inputs } of Object.values(outputs)) {
    for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
      const name = packageOf(path);
      if (bytesInOutput > 0 && name !== undefined) names.add(name);
    }
  }
  if (names.size === 0) return undefined;
  const parts = await Promise.all([...names].toSorted().map((name) => licenceOf(root, name)));
  const head =
    '# Packages inside these bundles\n\nTheir code stands in the JavaScript files of this folder, whole or in part.\n';
  return [head, ...parts].join('\n');
}

function packageOf(path) {
  const rest = path.split('node_modules/').at(-1);
  if (rest === path) return undefined;
  const [scope, name] = rest.split('/');
  return scope.startsWith('@') ? `${scope}/${name}` : scope;
}

async function licenceOf(root, name) {
  const folder = join(root, 'node_modules', name);
  const { version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const file = (await readdir(folder)).find((entry) => /^licen[cs]e/iu.test(entry));
  if (file === undefined) throw new BuildFault(`${name} is bundled and brings no licence file`);
  const text = await readFile(join(folder, file), 'utf8');
  return `## ${name} ${version} (${license})\n\n\`\`\`text\n${text.trim()}\n\`\`\`\n`;
}
