import { isAbsolute } from 'node:path';
import type { ContainerMount, ServerRuntime } from '../definition.ts';
import type { Spot } from '../text/spot.ts';
import { readMap } from '../text/strict-map.ts';
import { readHomePath } from './read-values.ts';

const kinds = ['local', 'docker', 'docker_gateway'] as const;
const example = 'write { "kind": "docker", "image": "…" }';

const keysOf = {
  local: [],
  docker: ['image', 'command', 'mounts', 'network', 'cpus', 'memory'],
  docker_gateway: ['profile'],
} as const;

/** Reads `runtime`. */
export function readRuntime(spot: Spot): ServerRuntime | undefined {
  const all = readMap(spot, {
    what: 'runtime',
    example,
    keys: ['kind', ...Object.values(keysOf).flat()],
  });
  if (all === undefined) return undefined;
  const place = all.get('kind');
  if (place === undefined) return spot.fault('runtime has no "kind"', example) as undefined;
  const kind = place.choice(kinds);
  if (kind === undefined) return undefined;
  const keys: readonly string[] = keysOf[kind];
  for (const [key, value] of all) {
    if (key === 'kind' || keys.includes(key)) continue;
    value.fault(
      `this key is not for a runtime of kind "${kind}"`,
      keys.length === 0 ? 'leave it out' : `it takes ${keys.join(', ')}`,
    );
  }
  switch (kind) {
    case 'local':
      return { kind };
    case 'docker':
      return readDocker(spot, all);
    case 'docker_gateway': {
      const profile = all.get('profile');
      return {
        kind,
        profile: profile === undefined ? undefined : readArgument(profile, 'the name of a profile'),
      };
    }
  }
}

function readDocker(spot: Spot, found: ReadonlyMap<string, Spot>): ServerRuntime | undefined {
  const place = found.get('image');
  if (place === undefined) spot.fault('a container needs an "image"', example);
  const image = place === undefined ? undefined : readArgument(place, 'the name of an image');
  const network = found.get('network');
  const settings = {
    command: found.get('command')?.texts('a list of words', 'write ["COMMAND", "ARGUMENT"]') ?? [],
    mounts: readMounts(found.get('mounts')),
    network: network === undefined ? undefined : readArgument(network, 'the name of a network'),
    cpus: readCpus(found.get('cpus')),
    memory: readMemory(found.get('memory')),
  };
  return image === undefined ? undefined : { kind: 'docker', image, ...settings };
}

/** A word for docker's command line, which must not be taken for an option. */
function readArgument(spot: Spot, expected: string): string | undefined {
  const word = spot.word(expected, 'write it in double quotation marks');
  if (word === undefined || /^[^\s-]\S*$/.test(word)) return word;
  return spot.fault(
    `expected ${expected}, got text with a blank or a dash at its beginning`,
    'write only the name',
  ) as undefined;
}

const mountExample = 'write { "source": "/FOLDER/HERE", "target": "/FOLDER/THERE" }';

function readMounts(spot: Spot | undefined): readonly ContainerMount[] {
  const items = spot?.items('a list of mounts', `write [{ … }]: ${mountExample}`) ?? [];
  return items.map(readMount).filter((mount) => mount !== undefined);
}

function readMount(spot: Spot): ContainerMount | undefined {
  const found = readMap(spot, {
    what: 'a mount',
    example: mountExample,
    keys: ['source', 'target', 'readOnly'],
  });
  if (found === undefined) return undefined;
  const from = found.get('source');
  const to = found.get('target');
  if (from === undefined || to === undefined) {
    spot.fault('a mount needs "source" and "target"', mountExample);
    return undefined;
  }
  const source = readHomePath(from);
  const target = to.word('a path in the container', mountExample);
  if (target !== undefined && !isAbsolute(target))
    to.fault('expected an absolute path', mountExample);
  // docker separates the parts of a mount by commas.
  if (source?.includes(',') === true || target?.includes(',') === true)
    spot.fault('a path of a mount has a comma in it', 'use a folder without');
  if (source === undefined || target === undefined) return undefined;
  return { source, target, readOnly: found.get('readOnly')?.flag() ?? true };
}

function readCpus(spot: Spot | undefined): number | undefined {
  const value = spot?.number();
  if (spot === undefined || (value !== undefined && value > 0 && value <= 1_024)) return value;
  spot.fault(`expected a number of processors over 0, got ${spot.shown}`, 'write it like 1.5');
  return undefined;
}

function readMemory(spot: Spot | undefined): string | undefined {
  const text = spot?.word('an amount of memory', 'write it like "512m" or "2g"');
  if (text === undefined || /^[1-9]\d*[bkmg]$/i.test(text)) return text;
  spot?.fault(
    `expected an amount of memory with its unit, got ${spot.shown}`,
    'write it like "512m" or "2g"',
  );
  return undefined;
}
