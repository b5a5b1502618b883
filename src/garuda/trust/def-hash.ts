import type { LocalServer, RegisteredServer, RemoteServer } from '../registry/definition.ts';
import { sha256 } from './canonical.ts';

/**
 * What was agreed to, as SHA-256: all that decides what runs, or where data goes. The order of keys in the file
 * does not matter. Keys that are not set are not in it, so that what was agreed to stays agreed to when the registry
 * learns a new key.
 *
 * @public
 */
export function defHash(server: RegisteredServer): string {
  return sha256(JSON.stringify(server.kind === 'local' ? localForm(server) : remoteForm(server)));
}

function localForm(server: LocalServer): object {
  const { command, args, env, network, writePaths, cwd, runtime, sandbox } = server;
  return {
    command,
    args,
    env: sortedMap(env),
    network,
    writePaths,
    ...(cwd !== undefined && { cwd }),
    ...(runtime.kind !== 'local' && { runtime }),
    ...(sandbox === 'off' && { sandbox }),
  };
}

function remoteForm({ url, headers, bearerEnv, auth }: RemoteServer): object {
  return {
    type: 'http',
    url,
    ...(Object.keys(headers).length > 0 && { headers: sortedMap(headers) }),
    ...(bearerEnv !== undefined && { bearerEnv }),
    ...(auth !== undefined && { auth }),
  };
}

/** Pairs, since names that are numbers would stand before all others in an object. */
function sortedMap(map: Readonly<Record<string, string>>): readonly (readonly [string, string])[] {
  return Object.entries(map).toSorted(([one], [other]) => (one < other ? -1 : 1));
}
