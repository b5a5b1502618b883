import { homedir } from 'node:os';
import { isAbsolute, resolve } from 'node:path';
import type { Channel, Target } from '../../protocol/index.ts';
import {
  currentFolder,
  explainSpawnFailure,
  kindOf,
  stdioTarget,
  type Containment,
  type ServerProgram,
  type SpawnFailure,
  type WrappedProgram,
} from '../../transport/aside.ts';
import type { LocalServer } from '../registry/definition.ts';
import { buildProfile } from './build-profile.ts';
import { dockerContainment } from './docker/docker-containment.ts';
import { EnclosedServer } from './enclosed-group.ts';
import { holdPlaceholders } from './placeholders.ts';
import { planBubblewrap } from './plan-bubblewrap.ts';
import { planSandboxExec } from './plan-sandbox-exec.ts';
import { findProgram, type SandboxFacts } from './sandbox-facts.ts';

/** How a local server of the registry is run. */
export interface ContainedOrder {
  readonly server: LocalServer;
  /** Values of its environment, with all variables replaced. */
  readonly env: Readonly<Record<string, string>>;
  readonly projectRoot: string;
  readonly garudaHome: string;
  readonly facts: SandboxFacts;
  /** Whether it runs outside of every sandbox. */
  readonly isBare: boolean;
  /** Whether it sees the temporary folders of this machine. Default `false`: it has its own. */
  readonly sharesTemporary?: boolean;
  readonly stopGraceMs?: number;
}

/** What leads a server to the windows, the messages and the keys of the person at this machine. */
const withheldVariables = [
  'DISPLAY',
  'WAYLAND_DISPLAY',
  'XAUTHORITY',
  'XDG_RUNTIME_DIR',
  'DBUS_SESSION_BUS_ADDRESS',
  'SSH_AUTH_SOCK',
];

/**
 * A local server of the registry, in what it has to run in: the sandbox of this machine, a container, or, where its
 * user trusts it or there is no sandbox, nothing.
 *
 * @throws SandboxError
 */
export function containedServer(order: ContainedOrder): Target {
  const { server, env, projectRoot, isBare, facts, stopGraceMs } = order;
  const options = {
    label: server.name,
    command: server.command,
    args: server.args,
    cwd: resolve(projectRoot, server.cwd ?? '.'),
    env,
    ...(stopGraceMs !== undefined && { stopGraceMs }),
  };
  if (server.runtime.kind !== 'local') {
    return stdioTarget(
      { ...options, command: 'docker', args: [] },
      dockerContainment(server, Object.keys(env)),
    );
  }
  if (isBare || facts.kind === 'none') return stdioTarget(options);
  const withheld = Object.fromEntries(withheldVariables.map((name) => [name, undefined]));
  const sandboxed = { ...options, env: { ...withheld, ...env } };
  return held(order, facts, sandboxed);
}

function held(
  order: ContainedOrder,
  facts: Exclude<SandboxFacts, { kind: 'none' }>,
  options: Parameters<typeof stdioTarget>[0],
): Target {
  const { server, projectRoot, garudaHome, sharesTemporary = false } = order;
  const target = (containment: Containment): Target => stdioTarget(options, containment);
  return {
    label: server.name,
    kind: 'pipe',
    open(...terms) {
      let release = (): void => {};
      const containment: Containment = {
        hasStatus: facts.kind === 'bubblewrap',
        wrap(program) {
          const found = findServer(program);
          if (typeof found !== 'string') return found;
          const home = order.env['HOME'] ?? homedir();
          const place = { projectRoot, home, garudaHome, program: found, sharesTemporary };
          try {
            const { profile, placeholders } = buildProfile(server, place);
            release = holdPlaceholders(placeholders);
            return wrapped(facts, profile, program, found);
          } catch (error) {
            const detail = error instanceof Error ? error.message : 'its sandbox cannot be made';
            return { kind: 'spawn-failed', reason: 'other', detail };
          }
        },
        enclose: (wrapper, groupOf) =>
          facts.kind === 'bubblewrap'
            ? new EnclosedServer(wrapper, groupOf)
            : { group: wrapper, exitOf: (exit) => exit },
      };
      return releasing(target(containment).open(...terms), () => release());
    },
  };
}

/** A channel that gives something up when nothing is left of its server. */
function releasing(channel: Channel, release: () => void): Channel {
  return {
    kind: channel.kind,
    send: (text, head) => channel.send(text, head),
    abandon: (id) => channel.abandon(id),
    adopt: (agreement) => channel.adopt(agreement),
    listen: () => channel.listen(),
    close: () => channel.close().finally(release),
  };
}

function wrapped(
  facts: Exclude<SandboxFacts, { kind: 'none' }>,
  profile: ReturnType<typeof buildProfile>['profile'],
  { args, cwd = currentFolder() }: ServerProgram,
  program: string,
): WrappedProgram {
  const walls =
    facts.kind === 'bubblewrap' ? planBubblewrap(profile, cwd) : planSandboxExec(profile);
  return { kind: 'wrapped', file: facts.program, args: [...walls, program, ...args] };
}

/** The program as an absolute path; its absence is told as it is without a sandbox. */
function findServer(program: ServerProgram): string | SpawnFailure {
  const { command, cwd = currentFolder(), env } = program;
  const path = command.includes('/')
    ? resolve(cwd, command)
    : findProgram(command, { PATH: env['PATH'] });
  const isThere = path !== undefined && isAbsolute(path) && kindOf(path) === 'file';
  if (isThere && kindOf(cwd) === 'folder') return path;
  return explainSpawnFailure('ENOENT', program, { kindOf, currentFolder: currentFolder() });
}
