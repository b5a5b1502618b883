import type { LocalServer } from '../registry/definition.ts';
import { firstPart, programOf, readCommand, shells, type CommandWords } from './command-words.ts';
import { downloadText } from './downloads.ts';
import type { Warning } from './warning.ts';

/** What is to be thought of in a command line. It is read as a careful person would: whoever wants to hide something can. */
export function commandWarnings({ command, args }: LocalServer): readonly Warning[] {
  const words = readCommand(command, args);
  const found: readonly (readonly [Warning['code'], string | undefined])[] = [
    ['downloads', downloadText(words)],
    ['shell', shellText(words)],
    ['fetches', fetchText(words)],
    ['destructive', isDestructive(words) ? 'it uses sudo or rm -rf' : undefined],
  ];
  return found.flatMap(([code, text]) => (text === undefined ? [] : [{ code, text }]));
}

/** Programs that take a program as a text, and the option for that. */
const interpreters: ReadonlyMap<string, RegExp> = new Map([
  ['node', /^(?:-e|-p|-pe|--eval|--print)(?:=|$)/u],
  ['bun', /^(?:-e|-p|--eval|--print)(?:=|$)/u],
  ['deno', /^eval$/u],
  ['python', /^-\w*c/u],
  ['perl', /^-\w*[eE]/u],
  ['ruby', /^-\w*e/u],
  ['php', /^-r/u],
  ['lua', /^-e/u],
  ['osascript', /^-e/u],
]);

function shellText(words: CommandWords): string | undefined {
  if (words.inTexts.some(({ words: [first = ''], isPiped }) => isPiped && runsText(first))) {
    return 'it pipes something into a shell; read all of it';
  }
  const shell = firstPart(words, ([program = '', ...rest]) => takesText(programOf(program), rest));
  if (shell !== undefined) {
    return `${programOf(shell[0] ?? '')} runs a text as commands: read all of it`;
  }
  const other = firstPart(words, ([program = '', ...rest]) =>
    evaluates(interpreterOf(program), rest),
  );
  if (other === undefined) return undefined;
  return `${programOf(other[0] ?? '')} runs a text as a program: read all of it`;
}

/** `python3.12` is `python`. */
function interpreterOf(word: string): string {
  return programOf(word.slice(-200)).replace(/[\d.]+$/u, '');
}

function evaluates(program: string, rest: readonly string[]): boolean {
  const option = interpreters.get(program);
  if (option === undefined) return false;
  const end = rest.findIndex(
    (word, at) => !word.startsWith('-') && !withValue.has(rest[at - 1] ?? ''),
  );
  // The first word that is no option may still be the verb that does it.
  return rest.slice(0, end === -1 ? rest.length : end + 1).some((word) => option.test(word));
}

/** Options that have a value behind them. */
const withValue: ReadonlySet<string> = new Set([
  '-o',
  '+o',
  '-O',
  '+O',
  '--rcfile',
  '--init-file',
  '-r',
  '--require',
  '--import',
  '--loader',
  '-C',
  '--conditions',
  '-W',
  '-X',
  '-I',
  '-M',
]);

function takesText(program: string, rest: readonly string[]): boolean {
  if (!shells.has(program)) return false;
  for (const [at, word] of rest.entries()) {
    if (/^(?:-\w*c\w*|\/[ck]|-e\w*|-command)$/iu.test(word)) return true;
    const isOption = /^[-+/]/u.test(word) || withValue.has(rest[at - 1] ?? '');
    // busybox sh -c
    if (!isOption && !(program === 'busybox' && at === 0)) return false;
  }
  return false;
}

const fetchers: ReadonlySet<string> = new Set(['curl', 'wget', 'iwr', 'invoke-webrequest']);

function fetchText({ given, inTexts }: CommandWords): string | undefined {
  const all = [...given, ...inTexts.flatMap(({ words }) => words)];
  if (!all.some((word) => fetchers.has(programOf(word)))) return undefined;
  return inTexts.some(({ words }) => words.some(runsText))
    ? 'it downloads something, and may run it as commands'
    : 'it downloads something (curl or wget)';
}

function runsText(word: string): boolean {
  const program = programOf(word);
  return (
    shells.has(program) ||
    interpreters.has(interpreterOf(word)) ||
    ['eval', 'source', 'iex', 'sudo', 'doas', 'env', 'xargs'].includes(program)
  );
}

const asRoot: ReadonlySet<string> = new Set(['sudo', 'doas', 'pkexec']);

function isDestructive({ given, inTexts }: CommandWords): boolean {
  return [given, ...inTexts.map(({ words }) => words)].some((words) => {
    const programs = words.map(programOf);
    if (programs.some((program) => asRoot.has(program))) return true;
    const at = programs.indexOf('rm');
    const options = at === -1 ? [] : words.slice(at + 1);
    return options.some((word) => /^-(?:[a-z]*[rf][a-z]*|-recursive|-force)$/iu.test(word));
  });
}
