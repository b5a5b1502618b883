import type { LocalServer, RemoteServer } from '../../src/garuda/registry/definition.ts';

const registered = {
  enabled: true,
  timeoutMs: undefined,
  source: undefined,
  trust: undefined,
} as const;

/** A local server of a project, as a registry has it. */
export function local(name: string, more: Partial<LocalServer> = {}): LocalServer {
  return {
    ...registered,
    kind: 'local',
    name,
    scope: 'project',
    file: '/p/.garuda/mcp.json',
    command: name,
    args: [],
    env: {},
    cwd: undefined,
    network: false,
    writePaths: [],
    runtime: { kind: 'local' },
    sandbox: 'on',
    ...more,
  };
}

/** A remote server of the user's. */
export function remote(name: string, more: Partial<RemoteServer> = {}): RemoteServer {
  return {
    ...registered,
    kind: 'remote',
    name,
    scope: 'user',
    file: '/home/u/.garuda/mcp.json',
    url: 'https://mcp.example.com/mcp',
    headers: {},
    bearerEnv: undefined,
    auth: undefined,
    ...more,
  };
}
