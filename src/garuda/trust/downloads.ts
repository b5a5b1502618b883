import { firstPart, programOf, type CommandWords } from './command-words.ts';

/** What a program that downloads what it runs is told to do that with; none where it does nothing else. */
const downloaders: ReadonlyMap<string, readonly string[]> = new Map([
  ['npx', []],
  ['bunx', []],
  ['uvx', []],
  ['pnpx', []],
  ['pipx', ['run']],
  ['npm', ['exec', 'x']],
  ['pnpm', ['dlx', 'exec']],
  ['yarn', ['dlx']],
  ['bun', ['x']],
  ['uv', ['run', 'tool']],
  ['deno', ['run']],
  ['docker', ['run']],
  ['podman', ['run']],
]);

/** What is said of a command that runs what it downloads. */
export function downloadText(command: CommandWords): string | undefined {
  const [program = '', ...rest] = firstPart(command, isDownload) ?? [];
  if (program === '') return undefined;
  const name = programOf(program);
  const isImage = name === 'docker' || name === 'podman';
  if (isPinned(name, rest)) return `${name} runs a downloaded package: its version is pinned`;
  const how = isImage ? 'image@sha256:…, since a tag can be moved' : 'name@1.2.3';
  return `${name} runs a downloaded package: pin its version, such as ${how}`;
}

function isDownload([program = '', ...rest]: readonly string[]): boolean {
  const verbs = downloaders.get(programOf(program));
  if (verbs === undefined) return false;
  if (verbs.length === 0) return true;
  // A value of an option may stand before it: docker --context x container run
  const next = rest.filter((word) => !word.startsWith('-')).slice(0, 3);
  return next.some((word) => verbs.includes(word));
}

/** Options that have no value behind them: after any other, what is a package cannot be told. */
const plain: ReadonlySet<string> = new Set([
  '-y',
  '--yes',
  '-q',
  '--quiet',
  '--silent',
  '-s',
  '--no-install',
  '--prefer-offline',
  '--rm',
  '-i',
  '-t',
  '-it',
  '-ti',
  '--interactive',
  '--tty',
  '--init',
  '--',
  '--bun',
]);

/** Whether it is sure that one version, and no other, runs. */
function isPinned(program: string, rest: readonly string[]): boolean {
  const verbs = downloaders.get(program) ?? [];
  for (const word of rest) {
    if (plain.has(word) || verbs.includes(word)) continue;
    return exact(program).test(word);
  }
  return false;
}

/** A range, a tag such as `latest`, and a part of a version such as `@1` are other versions tomorrow. */
function exact(program: string): RegExp {
  switch (program) {
    case 'docker':
    case 'podman':
      return /^[\w./:-]+@sha256:[0-9a-f]{64}$/u;
    case 'uvx':
    case 'uv':
    case 'pipx':
      return /^[\w.[\],-]+(?:==|@)\d+(?:\.\d+)*(?:[a-z]+\d+)?$/u;
    case 'deno':
      return /^(?:npm|jsr):\/?[@\w./-]+@\d+\.\d+\.\d+[\w.+-]*$/u;
    default:
      return /^(?:@[\w.~-]+\/)?[\w.~-]+@\d+\.\d+\.\d+(?:[+-][\w.+-]+)?$/u;
  }
}
