import type { CommandLine } from '../command-line.ts';
import { optionForms } from '../option-forms.ts';
import { quoteWord } from '../../wording/quote-word.ts';
import { UsageError } from '../usage-error.ts';
import { serverName } from '../../registry/server-name.ts';
import { showUrl } from './show-url.ts';

/** Where the server is, and the words that are left for the verb. */
export interface Placed {
  readonly server: ServerPlace;
  readonly words: readonly string[];
}

/** Where a server is, as it was typed. */
export type ServerPlace =
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'command'; readonly command: string; readonly args: readonly string[] }
  | { readonly kind: 'registered'; readonly name: string };

/** How many words a verb takes. */
export interface WordCount {
  readonly least: number;
  readonly most: number;
}

/**
 * Tells the server apart from the verb's own arguments: it is the command behind `--`, else the value
 * of `--url`, else the one argument that begins with `http://` or `https://`, wherever it stands, else the last
 * argument, where the verb has enough without it and it can be the name of a server.
 *
 * @param words - the arguments behind the verb
 * @param count - how many of them the verb takes
 * @throws UsageError where there is no server, or more than one
 */
export function placeServer(words: readonly string[], count: WordCount, line: CommandLine): Placed {
  const placed = findServer(words, count, line);
  for (const { name, server } of optionForms) {
    const given = line.flags.has(name) || line.values.has(name);
    if (!given || server === undefined || server === placed.server.kind) continue;
    if (placed.server.kind === 'registered') {
      // The one that is about this use, and not about the server.
      if (name === 'no-browser') continue;
      throw new UsageError(
        `--${name} is for a server that is not in your list, and ${quoteWord(placed.server.name)} is`,
      );
    }
    const [fits, is] =
      server === 'url'
        ? ['a server at a URL', `the command ${quoteWord(line.command?.[0] ?? '')}`]
        : ['a command behind --', 'a URL'];
    throw new UsageError(`--${name} is for ${fits}, and the server is ${is}`);
  }
  return placed;
}

function findServer(
  words: readonly string[],
  { least, most }: WordCount,
  line: CommandLine,
): Placed {
  const named = line.values.get('url')?.[0];
  const [url, second] = words.filter(looksLikeUrl);
  if (line.command !== undefined) {
    const [command, ...args] = line.command;
    if (command === undefined || command === '') {
      throw new UsageError('behind -- a command is expected, and there is none');
    }
    const other = named ?? (words.length > most ? url : undefined);
    if (other !== undefined) throw twoServers(other, `the command behind --`);
    return { server: { kind: 'command', command, args }, words };
  }
  if (named !== undefined) return { server: { kind: 'url', url: named }, words };
  if (url === undefined) {
    const last = words.at(-1);
    const isOver = words.length > least && (most === Infinity || words.length === most + 1);
    if (last === undefined || !isOver || !serverName.test(last)) throw noServer(words, most);
    return { server: { kind: 'registered', name: last }, words: words.slice(0, -1) };
  }
  if (second !== undefined) throw twoServers(url, showUrl(second));
  return { server: { kind: 'url', url }, words: words.filter((word) => word !== url) };
}

function looksLikeUrl(word: string): boolean {
  return /^https?:\/\//i.test(word);
}

function twoServers(one: string, other: string): UsageError {
  const words = `which is the server, ${showUrl(one)} or ${other}?`;
  return new UsageError(`${words} give one, and where both are URLs, name the server with --url`);
}

function noServer(words: readonly string[], most: number): UsageError {
  const expected =
    'expected a URL that begins with http:// or https://, -- and a command, or the name of a server of your list';
  const stray = words.length > most ? words.at(-1) : undefined;
  const got = stray === undefined ? '' : `, got ${quoteWord(stray)}`;
  return new UsageError(`no server is given: ${expected}${got}`);
}
