import { homedir } from 'node:os';
import { isAbsolute, join, normalize, sep } from 'node:path';
import type { Spot } from '../text/spot.ts';

const leastMs = 1_000;
/** A day. */
const mostMs = 86_400_000;

/** Reads `timeoutMs`. */
export function readTimeout(spot: Spot): number | undefined {
  const value = spot.number();
  if (value !== undefined && Number.isInteger(value) && value >= leastMs && value <= mostMs)
    return value;
  const isSeconds = value !== undefined && value > 0 && value < leastMs;
  const instead = isSeconds
    ? `write ${Math.ceil(value * 1_000)} for ${value} seconds`
    : 'write 30000 for half a minute';
  spot.fault(`expected milliseconds from ${leastMs} to ${mostMs}, got ${spot.shown}`, instead);
  return undefined;
}

/** Reads the name of a variable that holds a secret; what stands there may be the secret itself. */
export function readVariableName(spot: Spot): string | undefined {
  const expected = 'the name of an environment variable';
  const instead = 'write the name of the variable that holds the secret, such as "EXAMPLE_TOKEN"';
  const name = spot.word(expected, instead);
  if (name === undefined || /^[A-Za-z_]\w*$/.test(name)) return name;
  spot.fault(`expected ${expected}, got other text`, instead);
  return undefined;
}

/** Reads a folder of the user's file: absolute, or below the home folder by `~/`. */
export function readHomePath(spot: Spot): string | undefined {
  const path = spot.word('a path', 'write an absolute one, or one that begins with ~/');
  if (path === undefined) return undefined;
  if (/^~(?:[/\\]|$)/.test(path)) return join(homedir(), path.slice(1));
  if (isAbsolute(path)) return normalize(path);
  spot.fault(
    'expected an absolute path, got a relative one',
    'write it in full, or from your home folder with ~/',
  );
  return undefined;
}

/** Reads a folder of a project's file: below the root, which nothing but the text decides. */
export function readProjectPath(spot: Spot, root: string): string | undefined {
  const instead = `write a folder below the project's root, such as "tools/server"`;
  const path = spot.word('a path', instead);
  if (path === undefined) return undefined;
  const full = join(root, path);
  const isBelow =
    full === join(root, '.') || full.startsWith(root.endsWith(sep) ? root : root + sep);
  if (isBelow && !isAbsolute(path) && !path.startsWith('~')) return full;
  spot.fault('expected a folder of the project, got one that leads out of its root', instead);
  return undefined;
}
