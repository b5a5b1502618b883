import type { SandboxProfile } from './profile.ts';

/** The folders of temporary files that a server gets of its own. */
export const temporaryFolders: readonly string[] = ['/tmp', '/var/tmp'];

/** What the names of hosts are looked up with, on machines whose `/etc/resolv.conf` leads into `/run`. */
const resolvers = ['/run/systemd/resolve', '/run/resolvconf', '/run/NetworkManager'];

/**
 * The arguments of bubblewrap that hold a server to a profile; its own command goes behind them.
 *
 * The whole file system is there to be read, but for the home folder, the sockets and files of running services
 * (`/run`) and other programs' temporary files. The server has processes, devices, users' rights and, unless it was granted
 * one, a network of its own. `--new-session` keeps it from the terminal, and makes the process that bubblewrap reports as
 * `child-pid` the leader of a process group in which the server is: the one that is stopped.
 *
 * @see {@link https://github.com/containers/bubblewrap | bubblewrap}
 */
export function planBubblewrap(profile: SandboxProfile, folder: string): readonly string[] {
  const { home, network, sharesTemporary } = profile;
  const alone = '--unshare-user-try --unshare-pid --unshare-ipc --unshare-uts --unshare-cgroup-try';
  const rights = '--cap-drop ALL --new-session --json-status-fd 3';
  const world = '--ro-bind / / --dev /dev --proc /proc --tmpfs /run';
  return [
    ...words(alone),
    ...(network ? [] : ['--unshare-net']),
    ...words(rights),
    ...words(world),
    ...(network ? resolvers.flatMap((path) => ['--ro-bind-try', path, path]) : []),
    ...(sharesTemporary ? [] : temporaryFolders.flatMap((path) => ['--tmpfs', path])),
    ...mountsOf(profile).flatMap(({ args }) => args),
    ...(home === undefined ? [] : ['--remount-ro', home]),
    ...words('--remount-ro /run'),
    ...(sharesTemporary ? [] : words('--setenv TMPDIR /tmp')),
    '--chdir',
    folder,
    '--',
  ];
}

function words(text: string): readonly string[] {
  return text.split(' ');
}

interface Mount {
  readonly path: string;
  readonly args: readonly string[];
}

/** In the order in which they have to be made: what is above first, and what takes away last. */
function mountsOf(profile: SandboxProfile): readonly Mount[] {
  const { home, shown, writable, kept, pinned, masked, sharesTemporary } = profile;
  const bind = (how: string) => (path: string) => ({ path, args: [how, path, path] });
  const paths = (placed: readonly { readonly path: string }[]): string[] =>
    placed.map(({ path }) => path);
  const mounts: readonly Mount[] = [
    ...(home === undefined ? [] : [{ path: home, args: ['--tmpfs', home] }]),
    ...paths(shown).map(bind('--ro-bind')),
    ...paths(writable).map(bind('--bind')),
    ...(sharesTemporary ? temporaryFolders.map(bind('--bind-try')) : []),
    ...paths(pinned).map(bind('--bind')),
    ...paths(kept).map(bind('--ro-bind')),
    ...masked.map(({ path, kind }) => ({
      path,
      args:
        kind === 'folder'
          ? ['--tmpfs', path, '--remount-ro', path]
          : ['--ro-bind', '/dev/null', path],
    })),
  ];
  return mounts.toSorted((one, other) => depthOf(one.path) - depthOf(other.path));
}

function depthOf(path: string): number {
  return path.split('/').filter((part) => part !== '').length;
}
