import type { LocalServer } from '../../registry/definition.ts';

type DockerRuntime = Extract<LocalServer['runtime'], { kind: 'docker' }>;
type GatewayRuntime = Extract<LocalServer['runtime'], { kind: 'docker_gateway' }>;

/** What a container is started with, besides its run-time. */
export interface ContainerOrder {
  /** By which it is stopped. */
  readonly name: string;
  /** The names of its variables: their values are in the environment of the client, where no list of processes shows them. */
  readonly variables: readonly string[];
  /** Whether it may reach the network. */
  readonly network: boolean;
}

/** The arguments of `docker` that run a server in a container of its own, which is gone when it ends. */
export function planDocker(runtime: DockerRuntime, order: ContainerOrder): readonly string[] {
  const { image, command, mounts, network, cpus, memory } = runtime;
  return [
    'run',
    '--rm',
    '--interactive',
    '--init',
    '--name',
    order.name,
    '--cap-drop',
    'ALL',
    '--security-opt',
    'no-new-privileges',
    '--pids-limit',
    '512',
    ...networkOf(network, order.network),
    ...(cpus === undefined ? [] : ['--cpus', String(cpus)]),
    ...(memory === undefined ? [] : ['--memory', memory, '--memory-swap', memory]),
    ...mounts.flatMap(({ source, target, readOnly }) => [
      '--mount',
      `type=bind,source=${source},target=${target}${readOnly ? ',readonly' : ''}`,
    ]),
    ...order.variables.flatMap((name) => ['--env', name]),
    image,
    ...command,
  ];
}

function networkOf(named: string | undefined, isGranted: boolean): readonly string[] {
  if (!isGranted) return ['--network', 'none'];
  return named === undefined ? [] : ['--network', named];
}

/** The arguments of `docker` that run its gateway to other servers, which runs these in containers of its own. */
export function planDockerGateway({ profile }: GatewayRuntime): readonly string[] {
  return ['mcp', 'gateway', 'run', ...(profile === undefined ? [] : ['--profile', profile])];
}
