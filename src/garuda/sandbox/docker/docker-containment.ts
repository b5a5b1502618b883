import { randomUUID } from 'node:crypto';
import {
  explainSpawnFailure,
  currentFolder,
  kindOf,
  type Containment,
  type StoppableGroup,
  runAndWait,
  runAside,
} from '../../../transport/aside.ts';
import { findProgram } from '../sandbox-facts.ts';
import type { LocalServer } from '../../registry/definition.ts';
import { planDocker, planDockerGateway } from './plan-docker.ts';

/** A server in a container. Stopping it stops the container: the client that was started here is only its voice. */
export function dockerContainment(server: LocalServer, variables: readonly string[]): Containment {
  const { runtime, network } = server;
  const name = `garuda-${server.name}-${randomUUID().slice(0, 8)}`;
  let docker: DockerProgram = { file: 'docker', env: {} };
  return {
    hasStatus: false,
    wrap(program) {
      const found = findProgram('docker', { PATH: program.env['PATH'] });
      if (found === undefined) {
        return explainSpawnFailure('ENOENT', program, { kindOf, currentFolder: currentFolder() });
      }
      // What finds the engine is in the same variables.
      docker = { file: found, env: { ...program.env } };
      const order = { name, variables, network };
      const args = runtime.kind === 'docker' ? planDocker(runtime, order) : gatewayArgs(server);
      return { kind: 'wrapped', file: found, args };
    },
    enclose: (wrapper) => ({
      group: runtime.kind === 'docker' ? new Container(name, () => docker, wrapper) : wrapper,
      exitOf: (exit) => exit,
    }),
  };
}

function gatewayArgs({ runtime }: LocalServer): readonly string[] {
  return runtime.kind === 'docker_gateway' ? planDockerGateway(runtime) : [];
}

/** The client of docker, and the variables by which it finds the engine. */
interface DockerProgram {
  readonly file: string;
  readonly env: Record<string, string>;
}

/** A container, by its name, and the client that speaks with it. */
class Container implements StoppableGroup {
  readonly #name: string;
  readonly #docker: () => DockerProgram;
  readonly #client: StoppableGroup;

  constructor(name: string, docker: () => DockerProgram, client: StoppableGroup) {
    this.#name = name;
    this.#docker = docker;
    this.#client = client;
  }

  signal(signal: 'SIGTERM' | 'SIGKILL', waits = false): void {
    const run = waits ? runAndWait : runAside;
    const { file, env } = this.#docker();
    // A container whose client is gone has nobody any more to tell when it has ended.
    if (signal === 'SIGKILL' || this.#client.isEmpty()) {
      run(file, ['rm', '--force', this.#name], env);
      this.#client.signal(signal, waits);
      return;
    }
    run(file, ['kill', '--signal', 'TERM', this.#name], env);
  }

  isEmpty(): boolean {
    return this.#client.isEmpty();
  }
}
