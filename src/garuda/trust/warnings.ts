import { homedir, tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { isWithin } from '../files/is-within.ts';
import type { LocalServer, RegisteredServer } from '../registry/definition.ts';
import { commandWarnings } from './command-warnings.ts';
import { isSecretVariable } from './secret-variable.ts';
import type { Warning } from './warning.ts';

/** What warnings depend on besides the server. */
export interface WarningFacts {
  readonly projectRoot: string;
  /** `undefined`: there is a sandbox; else why there is none. */
  readonly noSandbox: string | undefined;
  /** Whether it runs outside of it because its user says so. */
  readonly isBare: boolean;
  readonly home?: string;
  readonly temporary?: readonly string[];
}

/** The warnings about a server, the gravest first. */
export function warningsFor(server: RegisteredServer, facts: WarningFacts): readonly Warning[] {
  if (server.kind === 'remote') {
    return [{ code: 'leaves-machine', text: `what is sent to it leaves this machine` }];
  }
  return [
    ...sandboxWarnings(facts),
    ...commandWarnings(server),
    ...(server.network ? [{ code: 'network', text: 'it may reach the network' } as const] : []),
    ...secretWarnings(server),
    ...writeWarnings(server, facts),
  ];
}

function sandboxWarnings({ noSandbox, isBare }: WarningFacts): readonly Warning[] {
  if (isBare)
    return [{ code: 'sandbox-off', text: 'it runs outside the sandbox, as its entry says' }];
  if (noSandbox === undefined) return [];
  const text = `there is no sandbox on this machine (${noSandbox}): it can do all that you can`;
  return [{ code: 'no-sandbox', text }];
}

function secretWarnings({ env }: LocalServer): readonly Warning[] {
  return few(
    Object.entries(env)
      .filter(([name, value]) => isSecretVariable(name, value))
      .map(([name]) => ({ code: 'secret', text: `it gets ${name}, which sounds like a secret` })),
    'that sound like secrets',
  );
}

function writeWarnings({ writePaths }: LocalServer, facts: WarningFacts): readonly Warning[] {
  const { projectRoot, home = homedir(), temporary = [tmpdir(), '/tmp', '/var/tmp'] } = facts;
  const allowed = [projectRoot, ...temporary];
  return few(
    writePaths
      .filter((path) => {
        const full = resolve(projectRoot, path.replace(/^~(?=[\\/]|$)/u, home));
        return !allowed.some((folder) => isWithin(folder, full));
      })
      .map((path) => ({
        code: 'writes-outside',
        text: `it may write outside the project: ${path}`,
      })),
    'outside the project',
  );
}

/** So many of one kind that they push what stands before them off the screen are counted instead. */
const most = 20;

function few(warnings: readonly Warning[], which: string): readonly Warning[] {
  const [first] = warnings;
  const left = warnings.length - most;
  if (first === undefined || left <= 0) return warnings;
  return [...warnings.slice(0, most), { code: first.code, text: `and ${left} more ${which}` }];
}
