import { realpathSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { kindOf } from '../../transport/aside.ts';
import { isWithin } from '../files/is-within.ts';
import type { LocalServer } from '../registry/definition.ts';
import { SandboxError, type PlacedPath, type SandboxProfile } from './profile.ts';
import { protectProject } from './protect-project.ts';
import { temporaryFolders } from './plan-bubblewrap.ts';
import { secretPlaces, toolPlaces } from './home-places.ts';

/** What a profile is made for, besides the server. */
export interface ProfileOrder {
  /** Absolute. */
  readonly projectRoot: string;
  /** The user's home folder; `undefined` where there is none. */
  readonly home: string | undefined;
  /** Where Garuda keeps what belongs to the user: no server sees it. */
  readonly garudaHome: string;
  /** The program as an absolute path. */
  readonly program: string;
  readonly sharesTemporary: boolean;
}

/**
 * What a server may see and do, from its entry and what is on this machine. Folders that have to be there for a
 * protection are named in `placeholders`, and are not made here.
 *
 * @throws SandboxError
 */
export function buildProfile(
  server: LocalServer,
  order: ProfileOrder,
): { readonly profile: SandboxProfile; readonly placeholders: readonly string[] } {
  const root = realFolder(order.projectRoot, 'the root of the project');
  const home = order.home === undefined ? undefined : placed(order.home)?.path;
  const granted = server.writePaths.map((path) => grantedPath(path, root, home, server.name));
  const writable: readonly PlacedPath[] = [{ path: root, kind: 'folder' }, ...granted];
  const isHomeHidden =
    home !== undefined && home !== '/' && !writable.some(({ path }) => isWithin(path, home));
  const hidden = [
    ...(isHomeHidden ? [home] : []),
    ...(order.sharesTemporary ? [] : temporaryFolders.flatMap((path) => placed(path)?.path ?? [])),
  ];
  const tools = isHomeHidden ? toolPlaces(home).flatMap((path) => placed(path) ?? []) : [];
  const { kept, pinned, placeholders, masked } = protectProject(root);
  const garuda = placed(order.garudaHome);
  const secrets = secretPlaces(home).flatMap((path) => placed(path) ?? []);
  const isGranted = (secret: PlacedPath): boolean =>
    granted.some(({ path }) => isWithin(secret.path, path));
  return {
    placeholders,
    profile: {
      home: isHomeHidden ? home : undefined,
      shown: [...tools, ...shownIn(hidden, server, order)],
      writable,
      kept,
      pinned,
      masked: [
        ...masked,
        // Whoever holds these holds everything: they are never granted with what is above them.
        ...(garuda === undefined ? [] : [garuda]),
        ...(isHomeHidden ? [] : secrets.filter((secret) => !isGranted(secret))),
      ],
      network: server.network,
      sharesTemporary: order.sharesTemporary,
    },
  };
}

/** The tools of the user, and what the server itself is made of, where that is hidden. */
function shownIn(
  hidden: readonly string[],
  server: LocalServer,
  { program, projectRoot }: ProfileOrder,
): readonly PlacedPath[] {
  const { args, cwd, scope } = server;
  const folder = cwd ?? projectRoot;
  // What a project's file names is no reason to show it.
  const named = scope === 'user' ? [...args.map((arg) => resolve(folder, arg)), folder] : [];
  const own = hidden.flatMap((above) =>
    [...named.filter((path) => !hasDotted(above, path)), program]
      .flatMap((path) => placed(path) ?? [])
      .filter(({ path }) => isWithin(above, path) && path !== above)
      .flatMap((found) => (found.kind === 'file' ? partsOf(found.path, above) : [found])),
  );
  return [...new Map(own.map((each) => [each.path, each])).values()];
}

/** Settings, keys and histories stand behind a dot: an argument that names some does not grant them. */
function hasDotted(above: string, path: string): boolean {
  return relative(above, path)
    .split('/')
    .some((part) => /^\.[^./]/u.test(part));
}

/**
 * What a program in a hidden folder is made of: its package, else its folder, and the packages that it can import.
 * Right in the hidden folder it is the file alone.
 */
function partsOf(file: string, hidden: string): readonly PlacedPath[] {
  const own = dirname(file);
  if (own === hidden) return [{ path: file, kind: 'file' }];
  const above: string[] = [];
  for (let at = own; at !== hidden && isWithin(hidden, at); at = dirname(at)) above.push(at);
  const isPackage = (folder: string): boolean => kindOf(join(folder, 'package.json')) === 'file';
  const imports = above.map((folder) => join(folder, 'node_modules'));
  const folders = [
    above.find(isPackage) ?? own,
    ...imports.filter((path) => kindOf(path) === 'folder'),
  ];
  return folders.map((path) => ({ path, kind: 'folder' }));
}

/** @throws SandboxError */
function grantedPath(
  written: string,
  root: string,
  home: string | undefined,
  name: string,
): PlacedPath {
  const what = `the write path "${written}" of MCP server "${name}"`;
  if (/^~(?:\/|$)/u.test(written) && home === undefined) {
    throw new SandboxError(`${what} is in a home folder, and there is none`);
  }
  const found = placed(resolve(root, written.replace(/^~(?=\/|$)/u, home ?? '~')));
  if (found === undefined) {
    throw new SandboxError(`${what} does not exist: make it, or take it out of writePaths`);
  }
  if (found.path === '/') {
    throw new SandboxError(`${what} is the whole file system: name what it needs instead`);
  }
  if (/(?:^|\/)(?:\.garuda|\.git\/hooks)(?:\/|$)/u.test(found.path)) {
    throw new SandboxError(`${what} is in .garuda or .git/hooks, which no server may write`);
  }
  return found;
}

function realFolder(path: string, what: string): string {
  const found = placed(path);
  if (found?.kind === 'folder' && found.path !== '/') return found.path;
  throw new SandboxError(
    `${what}, "${path}", is ${found?.path === '/' ? 'the whole file system' : 'no folder'}`,
  );
}

function placed(path: string): PlacedPath | undefined {
  const kind = kindOf(path);
  if (kind === 'missing') return undefined;
  try {
    return { path: realpathSync(path), kind: kind === 'folder' ? 'folder' : 'file' };
  } catch {
    return undefined;
  }
}
