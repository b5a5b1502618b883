import type { LocalServer, RegisteredServer, RemoteServer, ServerScope } from '../definition.ts';
import type { Spot } from '../text/spot.ts';
import { readMap } from '../text/strict-map.ts';
import { isInsideName, urlFault } from './check-url.ts';
import { readHeaders } from './read-headers.ts';
import { readRuntime } from './read-runtime.ts';
import { readSignIn } from './read-sign-in.ts';
import { readTrust } from './read-trust.ts';
import { readHomePath, readProjectPath, readTimeout, readVariableName } from './read-values.ts';
import { readVariables } from './read-variables.ts';
import { misplacedKeys, mistakenKeys, serverKeys } from './server-keys.ts';

/** Whose file a server stands in. */
export type FileOwner =
  | { readonly scope: 'user'; readonly file: string }
  | { readonly scope: 'project'; readonly file: string; readonly root: string };

type Found = ReadonlyMap<string, Spot>;
type Kind = RegisteredServer['kind'];

const example = 'write { "command": "…" } or { "url": "https://…" }';

/** Reads one server; `undefined` where something is missing that no other value can stand for. */
export function readServer(
  name: string,
  spot: Spot,
  owner: FileOwner,
): RegisteredServer | undefined {
  const kind = kindOf(spot, owner.scope);
  if (kind === undefined) return undefined;
  const found = readMap(spot, {
    what: `a ${kind} server`,
    example,
    keys: serverKeys(kind, owner.scope),
    mistaken: mistakenKeys,
    misplaced: misplacedKeys(kind, owner.scope),
  });
  if (found === undefined) return undefined;
  readType(found.get('type'), kind);
  const timeout = found.get('timeoutMs');
  const trust = found.get('trust');
  const common = {
    name,
    scope: owner.scope,
    file: owner.file,
    enabled: found.get('enabled')?.flag() ?? true,
    timeoutMs: timeout === undefined ? undefined : readTimeout(timeout),
    source: found
      .get('source')
      ?.word('where the server comes from', 'write it like "recipe:github"'),
    trust: trust === undefined ? undefined : readTrust(trust),
  };
  return kind === 'local'
    ? readLocal(found, spot, owner, common)
    : readRemote(found, owner.scope, common);
}

/** What a server is, by its keys. */
function kindOf(spot: Spot, scope: ServerScope): Kind | undefined {
  if (!spot.isMap) {
    spot.fault(`expected a server in braces, got ${spot.kind}`, example);
    return undefined;
  }
  const keys = spot.keys();
  const isLocal = keys.has('command') || keys.has('runtime');
  if (isLocal && keys.has('url')) {
    spot.fault('a server has "command" or "url", and this one has both', 'keep one of the two');
    return undefined;
  }
  if (isLocal || keys.has('url')) return isLocal ? 'local' : 'remote';
  const form = { what: 'a server', example, keys: serverKeys(undefined, scope) };
  const misplaced = misplacedKeys(undefined, scope);
  const found = readMap(spot, { ...form, mistaken: mistakenKeys, misplaced });
  // A key that is misspelt is probably the one that is missing.
  if (found?.size === keys.size) {
    spot.fault('a server needs a "command" (a local one) or a "url" (a remote one)', example);
  }
  return undefined;
}

const typesOf = { local: ['stdio'], remote: ['http', 'streamable_http'] } as const;

function readType(spot: Spot | undefined, kind: Kind): void {
  if (spot === undefined) return;
  const written = spot.isText ? spot.shown : '';
  if (written === '"sse"') {
    spot.fault(
      'the older HTTP+SSE transport is not for servers of the registry',
      'write "http", with the URL of the Streamable HTTP endpoint',
    );
  } else if (kind === 'remote' && /^"(?:streamable-?http|http-?stream|https)"$/i.test(written))
    spot.choice(typesOf.remote, 'write "http"');
  else
    spot.choice(
      typesOf[kind],
      kind === 'local'
        ? 'write "stdio" beside a "command", or leave it out'
        : 'write "http" beside a "url", or leave it out',
    );
}

type Common = Pick<
  RegisteredServer,
  'name' | 'scope' | 'file' | 'enabled' | 'timeoutMs' | 'source' | 'trust'
>;

function readLocal(
  found: Found,
  spot: Spot,
  owner: FileOwner,
  common: Common,
): LocalServer | undefined {
  const at = found.get('runtime');
  const runtime = at === undefined ? ({ kind: 'local' } as const) : readRuntime(at);
  const place = found.get('command');
  const isContained = runtime !== undefined && runtime.kind !== 'local';
  if (isContained) reportUncontained(found, runtime.kind);
  else if (place === undefined) spot.fault('a local server needs a "command"', example);
  const command = place === undefined ? '' : readCommand(place);
  const folder = found.get('cwd');
  const env = found.get('env');
  const args = found
    .get('args')
    ?.texts('a list of arguments', 'write ["…", "…"], each argument a text of its own');
  const server = {
    ...common,
    kind: 'local',
    args: args ?? [],
    env: (env === undefined ? undefined : readVariables(env)) ?? {},
    cwd: folder === undefined ? undefined : readFolder(folder, owner),
    network: found.get('network')?.flag() ?? false,
    writePaths: readWritePaths(found.get('writePaths')),
    sandbox: found.get('sandbox')?.choice(['on', 'off'], 'write "on" or "off"') ?? 'on',
  } as const;
  reportUnreplaced(found.get('args'), args?.join(' '));
  return command === undefined || runtime === undefined
    ? undefined
    : { ...server, command, runtime };
}

/** What a container does not look at. */
function reportUncontained(found: Found, kind: string): void {
  const instead = {
    command: '"runtime": { "command": [ … ] }',
    args: '"runtime": { "command": [ … ] }',
    writePaths: '"runtime": { "mounts": [ … ] }',
    sandbox: 'nothing: the container is the sandbox',
    cwd: 'nothing: the image says where it starts',
  };
  for (const [key, words] of Object.entries(instead)) {
    found.get(key)?.fault(`this key is not for a runtime of kind "${kind}"`, `write ${words}`);
  }
}

function readCommand(spot: Spot): string | undefined {
  if (spot.isList) {
    spot.fault(
      'expected the name or path of a program, got a list',
      'write "command": "PROGRAM", "args": ["…"]',
    );
    return undefined;
  }
  const command = spot.word('the name or path of a program', 'write "command": "PROGRAM"');
  // A path may have blanks in it; a name that is looked for does not.
  if (command !== undefined && /^\s*[^\s/\\]+\s/.test(command)) {
    spot.fault(
      'expected the name or path of a program, got one with arguments',
      'write "command": "PROGRAM", "args": ["…"]',
    );
  }
  reportUnreplaced(spot, command);
  return command;
}

function readFolder(spot: Spot, owner: FileOwner): string | undefined {
  return owner.scope === 'user' ? readHomePath(spot) : readProjectPath(spot, owner.root);
}

function readWritePaths(spot: Spot | undefined): readonly string[] {
  const items = spot?.items('a list of paths', 'write ["/FOLDER"]') ?? [];
  return items
    .map((item) => item.word('a path', 'write ["/FOLDER"]'))
    .filter((path) => path !== undefined);
}

function reportUnreplaced(spot: Spot | undefined, text = ''): void {
  if (/\$\{[A-Za-z_]\w*\}/.test(text))
    spot?.notice('${NAME} is replaced in "env" and "headers" only; it stays as it is here');
}

function readRemote(found: Found, scope: ServerScope, common: Common): RemoteServer | undefined {
  const place = found.get('url');
  const url = place === undefined ? undefined : readUrl(place, scope);
  const fields = found.get('headers');
  const headers = (fields === undefined ? undefined : readHeaders(fields)) ?? {};
  const token = found.get('bearerEnv');
  const bearerEnv = token === undefined ? undefined : readVariableName(token);
  const signIn = found.get('auth');
  const auth = signIn === undefined ? undefined : readSignIn(signIn);
  const hasOwn = Object.keys(headers).some((name) => name.toLowerCase() === 'authorization');
  const given = [token, signIn].filter((one) => one !== undefined);
  if (hasOwn && given.length > 0)
    given[0]?.fault('a header "Authorization" is given too', 'keep one of the two');
  else if (given.length > 1)
    signIn?.fault(
      '"bearerEnv" is given too, which is a token without a sign-in',
      'keep one of the two',
    );
  return url === undefined
    ? undefined
    : { ...common, kind: 'remote', url, headers, bearerEnv, auth };
}

function readUrl(spot: Spot, scope: ServerScope): string | undefined {
  const text = spot.word('a URL', 'such as "https://mcp.example.com/mcp"');
  if (text === undefined) return undefined;
  const fault = urlFault(text, scope);
  if (fault !== undefined) {
    spot.fault(...fault);
    return undefined;
  }
  reportUnreplaced(spot, text);
  if (scope === 'project' && isInsideName(new URL(text).hostname)) {
    spot.notice(
      'the host is one of a network of its own, and is refused unless it has a public address',
    );
  }
  return text;
}
