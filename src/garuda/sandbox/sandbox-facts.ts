import { accessSync, constants } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { outputOf } from '../../transport/aside.ts';
import type { Environment } from '../environment.ts';

/** What this machine can hold a server with. @public */
export type SandboxFacts =
  | { readonly kind: 'bubblewrap' | 'sandbox-exec'; readonly program: string }
  /** Nothing; and why, in words for a person. */
  | { readonly kind: 'none'; readonly why: string };

/** Looks what this machine has, and tries it once for real. @public */
export async function findSandbox(
  platform: string,
  environment: Environment,
): Promise<SandboxFacts> {
  if (platform === 'darwin') {
    return await tried('sandbox-exec', '/usr/bin/sandbox-exec', [
      '-p',
      '(version 1)(allow default)',
    ]);
  }
  if (platform !== 'linux') return { kind: 'none', why: `there is none for ${platform}` };
  const program = findProgram('bwrap', environment);
  if (program === undefined) {
    const why = 'bubblewrap is not installed (its package is called bubblewrap, its program bwrap)';
    return { kind: 'none', why };
  }
  const trial = ['--ro-bind', '/', '/', '--proc', '/proc', '--dev', '/dev'];
  const walls = ['--unshare-user-try', '--unshare-pid', '--unshare-net', '--unshare-ipc'];
  return await tried('bubblewrap', program, [...trial, ...walls, '--new-session', '--']);
}

async function tried(
  kind: 'bubblewrap' | 'sandbox-exec',
  program: string,
  args: readonly string[],
): Promise<SandboxFacts> {
  // What it says of its failure is on stderr.
  const script = '"$0" "$@" /bin/sh -c "echo held" 2>&1; true';
  const env = { PATH: '/usr/bin:/bin', LC_ALL: 'C' };
  const options = { env, timeoutMs: 10_000, maxBytes: 65_536 };
  const outcome = await outputOf('/bin/sh', ['-c', script, program, ...args], options);
  if (outcome.kind !== 'output') return { kind: 'none', why: `${kind} could not be tried` };
  const said = Buffer.from(outcome.bytes).toString().trim();
  if (said === 'held') return { kind, program };
  return { kind: 'none', why: `${kind} does not work here: ${reason(said)}` };
}

/** What is known to stand in its way, with what to do. */
function reason(said: string): string {
  const [line = 'it says nothing'] = said.split('\n');
  if (/namespace|uid map|No permissions|Operation not permitted|RTM_NEWADDR/iu.test(said)) {
    const how =
      'this user may make no namespaces (kernel.unprivileged_userns_clone, kernel.apparmor_restrict_unprivileged_userns, or a container around it)';
    return `${line}; ${how}`;
  }
  return line;
}

/** A program in the folders of PATH, as an absolute path. */
export function findProgram(name: string, environment: Environment): string | undefined {
  const folders = (environment['PATH'] ?? '').split(delimiter).filter(isAbsolute);
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
