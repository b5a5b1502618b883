import { homedir, tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { isWithin } from '../files/is-within.ts';
import type { LocalServer, RegisteredServer } from '../registry/definition.ts';

/** What a person should think of before a server runs. @public */
export interface Warning {
  readonly code:
    | 'no-sandbox'
    | 'sandbox-off'
    | 'downloads'
    | 'shell'
    | 'fetches'
    | 'destructive'
    | 'network'
    | 'secret'
    | 'writes-outside'
    | 'leaves-machine';
  readonly text: string;
}

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

/** Programs that download what they run, and which of their words names the package. */
const downloaders: ReadonlyMap<string, readonly string[]> = new Map([
  ['npx', []],
  ['bunx', []],
  ['uvx', []],
  ['pipx', ['run']],
  ['npm', ['exec', 'x']],
  ['pnpm', ['dlx', 'exec']],
  ['pnpx', []],
  ['yarn', ['dlx']],
  ['bun', ['x']],
  ['uv', ['run', 'tool']],
  ['deno', ['run']],
  ['docker', ['run']],
  ['podman', ['run']],
]);

const shells = new Set(['sh', 'bash', 'dash', 'zsh', 'fish', 'ksh', 'cmd', 'powershell', 'pwsh']);

function commandWarnings({ command, args }: LocalServer): readonly Warning[] {
  const words = [command, ...args];
  const line = words.join(' ');
  const programs = words.map(programOf);
  const found: Warning[] = [];
  const at = words.findIndex((_, index) => isDownload(words, programs, index));
  if (at !== -1) found.push(downloadWarning(words.slice(at)));
  const shell = programs.find((name, index) => shells.has(name) && takesText(words[index + 1]));
  if (shell !== undefined) {
    found.push({ code: 'shell', text: `${shell} runs a text as commands: read all of it` });
  }
  if (
    /(?:^|[\s;&|(`'"/])(?:curl|wget|iwr|invoke-webrequest)(?:\.exe)?(?:[\s;&|)'"]|$)/iu.test(line)
  ) {
    const piped = /\|\s*(?:sudo\s+)?(?:\S*\/)?(?:ba|da|z|k|fi)?sh\b/u.test(line);
    const text = piped
      ? 'it downloads something and runs it as commands'
      : 'it downloads something (curl or wget)';
    found.push({ code: 'fetches', text });
  }
  if (/\bsudo\b|\bdoas\b|\brm\s+(?:-\w*\s+)*-\w*[rf]/u.test(line)) {
    found.push({ code: 'destructive', text: 'it uses sudo or rm -rf' });
  }
  return found;
}

function isDownload(words: readonly string[], programs: readonly string[], index: number): boolean {
  const program = programs[index] ?? '';
  const verbs = downloaders.get(program);
  // A word that only looks like a program, such as the name of a folder, is none.
  if (verbs === undefined || (index > 0 && !isProgramPlace(programs, index))) return false;
  if (verbs.length === 0) return true;
  const next = words.slice(index + 1).find((word) => !word.startsWith('-'));
  return next !== undefined && verbs.includes(next);
}

/** Programs behind which the next word that is no option is a program too. */
const wrappers = new Set([
  'env',
  'timeout',
  'nice',
  'nohup',
  'sudo',
  'doas',
  'time',
  'xargs',
  'exec',
]);

function isProgramPlace(programs: readonly string[], index: number): boolean {
  const [first = ''] = programs;
  return wrappers.has(first) || shells.has(first) || programs[index - 1] === '-c';
}

function downloadWarning(words: readonly string[]): Warning {
  const [program = '', ...rest] = words;
  const name = rest.find(
    (word) => !word.startsWith('-') && !downloaders.get(programOf(program))?.includes(word),
  );
  const isPinned = name !== undefined && /(?:@\d|==\d|@sha256:|:\d)/u.test(name);
  const advice = isPinned ? 'its version is pinned' : 'pin its version, such as name@1.2.3';
  return { code: 'downloads', text: `${programOf(program)} runs a downloaded package: ${advice}` };
}

/** `/usr/bin/npx.cmd` is `npx`. */
function programOf(word: string): string {
  const name = word.split(/[\\/]/u).at(-1) ?? '';
  return name.toLowerCase().replace(/\.(?:cmd|exe|bat|ps1)$/u, '');
}

function takesText(option: string | undefined): boolean {
  return option !== undefined && /^(?:-\w*c|\/c|-command|-encodedcommand)$/iu.test(option);
}

/** What a variable is likely to hold, by its name. */
const secretName = /KEY|TOKEN|SECRET|PASS|CRED/iu;

/** Whether a variable, or what its value is taken from, sounds like a secret. */
export function isSecretVariable(name: string, value: string): boolean {
  const taken = [...value.matchAll(/\$\{([^}]*)\}/gu)].map(([, from = '']) => from);
  return [name, ...taken].some((each) => secretName.test(each));
}

function secretWarnings({ env }: LocalServer): readonly Warning[] {
  return Object.entries(env)
    .filter(([name, value]) => isSecretVariable(name, value))
    .map(([name]) => ({ code: 'secret', text: `it gets ${name}, which sounds like a secret` }));
}

function writeWarnings({ writePaths }: LocalServer, facts: WarningFacts): readonly Warning[] {
  const { projectRoot, home = homedir(), temporary = [tmpdir(), '/tmp', '/var/tmp'] } = facts;
  const allowed = [projectRoot, ...temporary];
  return writePaths
    .filter((path) => {
      const full = resolve(projectRoot, path.replace(/^~(?=[\\/]|$)/u, home));
      return !allowed.some((folder) => isWithin(folder, full));
    })
    .map((path) => ({
      code: 'writes-outside',
      text: `it may write outside the project: ${path}`,
    }));
}
