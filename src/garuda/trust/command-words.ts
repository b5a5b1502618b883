/** A command line as it is looked through: what is started, and what a shell would make of the texts in it. */
export interface CommandWords {
  /** As they are handed over, the program first. */
  readonly given: readonly string[];
  /** The words of texts that a shell may get, command by command. */
  readonly inTexts: readonly TextCommand[];
}

/** One command of a text for a shell. */
export interface TextCommand {
  readonly words: readonly string[];
  /** Whether another one's output goes into it. */
  readonly isPiped: boolean;
}

/** Takes a command line apart, in time linear in it. Quotes are no part of a word: `"npx"` is `npx` to a shell. */
export function readCommand(command: string, args: readonly string[]): CommandWords {
  const given = [command, ...args];
  return { given, inTexts: given.filter((word) => /[\s;&|(`]/u.test(word)).flatMap(textCommands) };
}

function textCommands(text: string): readonly TextCommand[] {
  const pieces = text.split(/([|;&\n()`]+)/u);
  return pieces.flatMap((piece, at) => {
    if (at % 2 === 1) return [];
    const words = piece.split(/[\s'"{}<>$]+/u).filter((word) => word !== '');
    const isPiped = /\|&?$/u.test(pieces[at - 1] ?? '') && !/\|\|/u.test(pieces[at - 1] ?? '');
    return words.length === 0 ? [] : [{ words, isPiped }];
  });
}

/** `/usr/bin/npx.cmd` is `npx`. */
export function programOf(word: string): string {
  const name = word.split(/[\\/]/u).at(-1) ?? '';
  return name.toLowerCase().replace(/\.(?:cmd|exe|bat|ps1)$/u, '');
}

export const shells: ReadonlySet<string> = new Set(
  'sh bash dash ash zsh fish ksh busybox cmd powershell pwsh'.split(' '),
);

/** Programs behind which stands another program's name. */
const wrappers: ReadonlySet<string> = new Set([
  'env',
  'timeout',
  'nice',
  'ionice',
  'nohup',
  'time',
  'xargs',
  'exec',
  'setsid',
  'stdbuf',
  'sudo',
  'doas',
  'su',
  'pkexec',
  'chroot',
  'unshare',
  'flock',
  'script',
  'xvfb-run',
  'corepack',
  'mise',
  'asdf',
  'volta',
  'fnm',
  'direnv',
  'dotenv',
  'cross-env',
  'start',
  'call',
]);

/** Of the parts of a command line that begin with what may be a program that runs, the first that is `wanted`. */
export function firstPart(
  { given, inTexts }: CommandWords,
  isWanted: (part: readonly string[]) => boolean,
): readonly string[] | undefined {
  for (const words of [given, ...inTexts.map((text) => text.words)]) {
    const first = programOf(words[0] ?? '');
    const isWrapper = wrappers.has(first) || shells.has(first) || /=/u.test(first);
    const starts = isWrapper ? words.length : 1;
    for (let at = 0; at < starts; at += 1) {
      // Not more: what a program is told to do stands near it, and each word may begin a part.
      const part = words.slice(at, at + 40);
      if (isWanted(part)) return part;
    }
  }
  return undefined;
}
