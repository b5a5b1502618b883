import {
  readRegistry,
  userRegistryFile,
  type RegisteredServer,
  type Registry,
} from '../../registry/index.ts';
import { redactSecrets } from '../../secrets/index.ts';
import { trustClassOf } from '../../trust/index.ts';
import { quoteWord } from '../../wording/quote-word.ts';
import { renderTable } from '../output/table.ts';
import { findProjectRoot } from '../server/project-root.ts';
import { UsageError } from '../usage-error.ts';
import type { HomeCommand } from './home-verb.ts';
import type { Outcome } from './verb.ts';

/** Lists the servers of the user and of the project. */
export async function listServers({ words, terminal, tell }: HomeCommand): Promise<Outcome> {
  const [extra] = words;
  if (extra !== undefined) {
    throw new UsageError(`servers list takes no argument, and ${quoteWord(extra)} is one too many`);
  }
  const userFile = userRegistryFile(terminal.environment);
  const registry = await readRegistry({
    userFile,
    projectRoot: await findProjectRoot(terminal.folder),
  });
  for (const notice of registry.notices) tell(notice);
  const isEmpty = registry.servers.length === 0;
  return {
    document: documentOf(registry, userFile),
    render: ({ columns }) => (isEmpty ? '' : renderTable(tableOf(registry), columns)),
    ...(isEmpty && {
      remark: `there are no servers yet; garuda-mcp help servers tells how to add one`,
    }),
  };
}

function tableOf({ servers }: Registry): Parameters<typeof renderTable>[0] {
  return {
    head: ['SERVER', 'FROM', 'STATE', 'RUNS'],
    rows: servers.map((server) => [
      server.name,
      server.scope,
      stateOf(server),
      runsOf(server).join(' '),
    ]),
  };
}

function stateOf(server: RegisteredServer): string {
  const trust = trustClassOf(server);
  if (trust === 'blocked') return 'blocked';
  return server.enabled ? 'enabled' : 'disabled';
}

/** The command, the container, or the URL, without what looks like a secret. */
function runsOf(server: RegisteredServer): readonly string[] {
  return redactSecrets(wordsOf(server)) as readonly string[];
}

function wordsOf(server: RegisteredServer): readonly string[] {
  if (server.kind === 'remote') return [server.url];
  const { runtime } = server;
  switch (runtime.kind) {
    case 'local':
      return [server.command, ...server.args];
    case 'docker':
      return ['docker:', runtime.image, ...runtime.command];
    case 'docker_gateway':
      return ['docker gateway', ...(runtime.profile === undefined ? [] : [runtime.profile])];
  }
}

function documentOf(registry: Registry, userFile: string): object {
  const { servers, notices, profiles, activeProfile } = registry;
  return { userFile, activeProfile, profiles, servers: servers.map(describeServer), notices };
}

function describeServer(server: RegisteredServer): object {
  const { name, scope, file, enabled, timeoutMs, source } = server;
  const common = { name, scope, file, enabled, trust: trustClassOf(server), timeoutMs, source };
  if (server.kind === 'remote') {
    const [url] = runsOf(server);
    return {
      ...common,
      kind: 'remote',
      url,
      headers: Object.keys(server.headers),
      bearerEnv: server.bearerEnv,
    };
  }
  const { cwd, network, writePaths, runtime, sandbox, env } = server;
  const facts = { env: Object.keys(env), cwd, network, writePaths, runtime: runtime.kind, sandbox };
  return { ...common, kind: 'local', runs: runsOf(server), ...facts };
}
