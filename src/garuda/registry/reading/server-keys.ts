import type { ServerScope } from '../definition.ts';

const local = ['command', 'args', 'env', 'network', 'writePaths', 'cwd'];
const remote = ['url'];
const both = ['type', 'timeoutMs', 'enabled', 'source'];

const ofUser = {
  local: ['runtime', 'sandbox'],
  remote: ['headers', 'bearerEnv', 'auth'],
  both: ['trust'],
} as const;

/** The keys that a server of each kind may have. */
export function serverKeys(
  kind: 'local' | 'remote' | undefined,
  scope: ServerScope,
): readonly string[] {
  const isUser = scope === 'user';
  const locals = [...local, ...(isUser ? ofUser.local : [])];
  const remotes = [...remote, ...(isUser ? ofUser.remote : [])];
  const rest = [...both, ...(isUser ? ofUser.both : [])];
  if (kind === undefined) return [...locals, ...remotes, ...rest];
  return [...(kind === 'local' ? locals : remotes), ...rest];
}

/** What is said of a key that is known, and may not stand where it does. */
export function misplacedKeys(
  kind: 'local' | 'remote' | undefined,
  scope: ServerScope,
): Readonly<Record<string, readonly [problem: string, instead: string]>> {
  const other = kind === 'local' ? 'remote' : 'local';
  const table: [string, readonly [string, string]][] = [];
  if (kind !== undefined) {
    const isA = kind === 'local' ? 'has a "command"' : 'has a "url"';
    const words = [
      `this key is for a ${other} server, and this one ${isA}`,
      'leave it out',
    ] as const;
    table.push(...serverKeys(other, 'user').map((key) => [key, words] as [string, typeof words]));
  }
  if (scope === 'project') {
    const words = [
      "a project's file may not have this key",
      'put the server into your own file, ~/.garuda/mcp.json',
    ] as const;
    table.push(
      ...Object.values(ofUser)
        .flat()
        .map((key) => [key, words] as [string, typeof words]),
    );
  }
  return Object.fromEntries(table);
}

/** Keys of other programs, and of those that remember wrongly. */
export const mistakenKeys: Readonly<Record<string, string>> = {
  alwaysAllow: 'which calls need no question is a rule of the host; leave it out',
  apiKey: 'write "bearerEnv" with the name of the variable that holds it, or "env"',
  arguments: 'write "args"',
  argv: 'write "args"',
  autoApprove: 'which calls need no question is a rule of the host; leave it out',
  bearerToken: 'write "bearerEnv" with the name of the variable that holds it',
  cmd: 'write "command"',
  description: 'leave it out, or write a comment: // …',
  disabled: 'write "enabled": false for a server that is not to start',
  endpoint: 'write "url"',
  environment: 'write "env"',
  httpUrl: 'write "url"',
  name: 'the name of a server is its key: write "servers": { "NAME": { … } }',
  serverUrl: 'write "url"',
  startupTimeoutMs: 'write "timeoutMs"',
  timeout: 'write "timeoutMs", in milliseconds',
  timeoutSeconds: 'write "timeoutMs", in milliseconds',
  token: 'write "bearerEnv" with the name of the variable that holds it',
  transport: 'write "type"',
  transportType: 'write "type"',
  uri: 'write "url"',
  workingDirectory: 'write "cwd"',
};
