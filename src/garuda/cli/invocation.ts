import { parseCommandLine, type CommandLine } from './command-line.ts';
import { quoteWord } from '../wording/quote-word.ts';
import { placeServer, type ServerPlace } from './server/server-place.ts';
import { readServerOrder, type ServerOrder } from './server/server-order.ts';
import { readSettings, type Settings } from './server/settings.ts';
import { showUrl } from './server/show-url.ts';
import type { Environment } from '../environment.ts';
import { suggestion } from './suggest.ts';
import { UsageError } from './usage-error.ts';
import { optionForms } from './option-forms.ts';
import { allVerbs } from './verbs/all-verbs.ts';
import type { HomeVerb } from './verbs/home-verb.ts';
import { homeVerbs } from './verbs/home-verbs.ts';
import type { Verb } from './verbs/verb.ts';

/** What the command was asked to do. */
export type Invocation =
  | { readonly kind: 'help'; readonly verb: Verb | HomeVerb | undefined }
  | { readonly kind: 'version' }
  | {
      readonly kind: 'home';
      readonly verb: HomeVerb;
      readonly words: readonly string[];
      readonly line: CommandLine;
    }
  | ({ readonly kind: 'use' } & Use);

/** A verb, its words, and the server that it is for. */
export interface Use {
  readonly verb: Verb;
  readonly words: readonly string[];
  readonly order: ServerOrder;
  readonly settings: Settings;
}

/** Reads the arguments of the command. @throws UsageError */
export function parseInvocation(argv: readonly string[], environment: Environment): Invocation {
  const line = parseCommandLine(argv);
  const [name, ...rest] = line.words;
  if (line.flags.has('version')) return { kind: 'version' };
  if (name === 'help') return { kind: 'help', verb: helpVerb(rest) };
  if (line.flags.has('help')) {
    return { kind: 'help', verb: name === undefined ? undefined : findVerb(name) };
  }
  if (name === undefined) throw noVerb();
  const verb = findVerb(name);
  if ('prepare' in verb) return parseUse(verb, rest, line, environment);
  const wrong = [...line.flags, ...line.values.keys()].find((one) => !verb.options.includes(one));
  if (wrong !== undefined) throw new UsageError(`--${wrong} is not for ${verb.name}`);
  return { kind: 'home', verb, words: rest, line };
}

function parseUse(
  verb: Verb,
  rest: readonly string[],
  line: CommandLine,
  environment: Environment,
): Invocation {
  const away = optionForms.find(({ name, home }) => home === true && isGiven(line, name));
  if (away !== undefined) throw new UsageError(`--${away.name} is not for ${verb.name}`);
  const settings = readSettings(line);
  const most = verb.more === undefined ? verb.words.length : Infinity;
  const { server, words } = placeServer(rest, { least: verb.words.length, most }, line);
  checkWords(verb, words, line.command === undefined ? server : undefined);
  return { kind: 'use', verb, words, order: readServerOrder(server, line, environment), settings };
}

function checkWords(verb: Verb, words: readonly string[], taken: ServerPlace | undefined): void {
  const missing = verb.words[words.length];
  if (missing !== undefined) {
    const why = taken === undefined ? '' : `; ${showPlace(taken)} is taken for the server`;
    throw new UsageError(`${verb.name}: ${missing.name} is missing: ${missing.what}${why}`);
  }
  const extra = words[verb.words.length];
  if (extra === undefined || verb.more !== undefined) return;
  const takes = verb.words.map(({ name }) => name).join(' ') || 'no argument';
  throw new UsageError(`${verb.name} takes ${takes}, and ${quoteWord(extra)} is one too many`);
}

function showPlace(place: ServerPlace): string {
  switch (place.kind) {
    case 'url':
      return showUrl(place.url);
    case 'registered':
      return quoteWord(place.name);
    case 'command':
      return quoteWord(place.command);
  }
}

function isGiven({ flags, values }: CommandLine, name: string): boolean {
  return flags.has(name) || values.has(name);
}

function helpVerb([name, extra]: readonly string[]): Verb | HomeVerb | undefined {
  if (extra !== undefined) {
    throw new UsageError(`help takes one verb, and ${quoteWord(extra)} is one too many`);
  }
  return name === undefined || name === 'help' ? undefined : findVerb(name);
}

function findVerb(name: string): Verb | HomeVerb {
  const verb = [...allVerbs, ...homeVerbs].find((one) => one.name === name);
  if (verb !== undefined) return verb;
  const isServer = /^https?:\/\//i.test(name);
  const shown = isServer ? showUrl(name) : quoteWord(name);
  const hint = isServer ? '; the verb comes first' : suggestion(name, verbNames());
  throw new UsageError(`expected a verb, got ${shown}${hint}`);
}

function noVerb(): UsageError {
  return new UsageError(`no verb is given: ${verbNames().join(', ')}; garuda-mcp help says more`);
}

function verbNames(): readonly string[] {
  return [...allVerbs, ...homeVerbs].map(({ name }) => name);
}
