import { capText, cleanLine, cleanText } from '../cleaning/index.ts';
import type { LocalServer, RegisteredServer, RemoteServer } from '../registry/definition.ts';
import type { SignInAsk } from '../sign-in/sign-in-question.ts';
import { revealLine } from './reveal.ts';
import type { ToolChange } from './tool-pins.ts';
import { isSecretVariable, takenFrom } from './secret-variable.ts';
import type { Warning } from './warning.ts';

/** One line of what is asked about: a label of ours, and a value that somebody else may have chosen. @public */
export interface Fact {
  readonly label: string;
  /** On one line, and fit for a terminal. */
  readonly value: string;
}

/** A text before and after, for a person to compare. @public */
export interface Comparison {
  readonly name: string;
  readonly what: string;
  /** Lines; `undefined` where there is none. */
  readonly before: readonly string[] | undefined;
  readonly after: readonly string[] | undefined;
}

/**
 * What a person is asked. Nothing in it is markup, and no value can draw a line that looks like ours.
 *
 * @public
 */
export interface Question {
  readonly kind: 'start' | 'tools-changed' | 'sign-in' | 'call';
  readonly server: string;
  readonly title: string;
  readonly facts: readonly Fact[];
  readonly warnings: readonly string[];
  readonly comparisons: readonly Comparison[];
  /** What can be answered, the safe one last. */
  readonly answers: readonly Answer[];
}

/** `once`: this time. `remember`: from now on. @public */
export type Answer = 'once' | 'remember' | 'deny';

/** What the machine has to say about a start. */
export interface StartFacts {
  /** What a local server runs in, such as `bubblewrap`; `none`. */
  readonly sandbox: string;
  readonly warnings: readonly Warning[];
}

const all: readonly Answer[] = ['once', 'remember', 'deny'];

/** Characters of one value; what is left out is counted. */
const maxValue = 4_000;
/** What runs is shown whole: this is more than any command has that somebody has written. */
const maxCommand = 50_000;
/** Values of one kind that are listed one by one. */
const maxListed = 100;

/** Whether a server may run, or be spoken with. */
export function startQuestion(server: RegisteredServer, about: StartFacts): Question {
  const { name } = server;
  const isLocal = server.kind === 'local';
  return {
    kind: 'start',
    server: name,
    title: isLocal ? `Run the MCP server "${name}"?` : `Connect to the MCP server "${name}"?`,
    facts: isLocal ? localFacts(server, about) : remoteFacts(server),
    warnings: about.warnings.map(({ text }) => value(text)),
    comparisons: [],
    answers: all,
  };
}

function localFacts(server: LocalServer, { sandbox }: StartFacts): readonly Fact[] {
  const { command, args, cwd, network, writePaths, env, runtime } = server;
  const words = [command, ...args].map(quoted).join(' ');
  return [
    fromWhere(server),
    { label: 'Command', value: value(words, maxCommand) },
    ...(cwd === undefined ? [] : [fact('Folder', cwd)]),
    ...(runtime.kind === 'local' ? [] : [fact('Runs in', runtimeText(runtime))]),
    fact('Sandbox', sandbox),
    fact('Network', network ? 'on' : 'off'),
    ...(writePaths.length === 0
      ? [fact('May write', 'the project and temporary folders')]
      : listed('May write', writePaths.map(quoted))),
    ...listed('Variable', Object.entries(env).map(variableText)),
  ];
}

function remoteFacts(server: RemoteServer): readonly Fact[] {
  const { url, headers, bearerEnv } = server;
  return [
    fromWhere(server),
    fact('URL', url),
    ...listed('Header', Object.keys(headers)),
    ...(bearerEnv === undefined ? [] : [fact('Token from', bearerEnv)]),
  ];
}

function fromWhere({ scope, file }: RegisteredServer): Fact {
  return fact('Named by', `${scope === 'project' ? "the project's" : 'your own'} file ${file}`);
}

function runtimeText(runtime: LocalServer['runtime']): string {
  if (runtime.kind !== 'docker') return runtime.kind;
  const mounts = runtime.mounts.map(
    ({ source, target, readOnly }) => `${source} at ${target}${readOnly ? ' (read only)' : ''}`,
  );
  return ['docker', runtime.image, ...runtime.command, ...mounts].map(quoted).join(' ');
}

/** The name, and where the value comes from: never the value. */
function variableText([name, written]: readonly [string, string]): string {
  const from = takenFrom(written);
  const source = from.length === 0 ? 'a value of the file' : `from ${from.join(', ')}`;
  return `${name} (${source}${isSecretVariable(name, written) ? '; sounds like a secret' : ''})`;
}

/** Whether tools may be used that are not those that were agreed to. */
export function changeQuestion(server: RegisteredServer, changes: readonly ToolChange[]): Question {
  const { name } = server;
  const count = (kind: ToolChange['kind']): number =>
    changes.filter((change) => change.kind === kind).length;
  return {
    kind: 'tools-changed',
    server: name,
    title: `The tools of the MCP server "${name}" are not those that you agreed to. Use them?`,
    facts: [
      fromWhere(server),
      fact('Changed', String(count('changed'))),
      fact('Added', String(count('added'))),
      fact('Removed', String(count('removed'))),
    ],
    warnings:
      changes.length > maxListed
        ? [`${changes.length - maxListed} of these are not shown: they are too many`]
        : [],
    comparisons: gravestFirst(changes).slice(0, maxListed).map(comparisonOf),
    answers: all,
  };
}

/** A server that adds many must not hide what it has changed. */
function gravestFirst(changes: readonly ToolChange[]): readonly ToolChange[] {
  const order: readonly ToolChange['kind'][] = ['changed', 'added', 'removed'];
  return order.flatMap((kind) => changes.filter((change) => change.kind === kind));
}

function comparisonOf({ name, kind, what, oldText, newText }: ToolChange): Comparison {
  const details = what.length === 0 ? '' : `: ${what.join(', ')}`;
  return {
    name: value(name),
    what: `${kind}${details}`,
    before: kind === 'added' ? undefined : lines(oldText ?? '(its text was not kept)'),
    after: newText === undefined ? undefined : lines(newText),
  };
}

/** Whether to sign in. */
export function signInQuestion({ server, url, pageOrigin, callback }: SignInAsk): Question {
  return {
    kind: 'sign-in',
    server,
    title: `Sign in to the MCP server "${server}"?`,
    facts: [fact('Server', url), fact('Sign-in page', pageOrigin), fact('Comes back to', callback)],
    warnings: [],
    comparisons: [],
    answers: ['once', 'deny'],
  };
}

/** A call that is to be approved. */
export interface AskedCall {
  readonly server: string;
  readonly tool: string;
  /** What a person is shown of it. */
  readonly facts: readonly Fact[];
}

/** Whether a tool may be called. */
export function callQuestion({ server, tool, facts }: AskedCall): Question {
  return {
    kind: 'call',
    server,
    title: `Call "${value(tool)}" of the MCP server "${server}"?`,
    facts: facts.map(({ label, value: text }) => fact(label, text)),
    warnings: [],
    comparisons: [],
    answers: all,
  };
}

function listed(label: string, values: readonly string[]): readonly Fact[] {
  const shown = values.slice(0, maxListed).map((each) => fact(label, each));
  const left = values.length - shown.length;
  return left === 0 ? shown : [...shown, fact(label, `… and ${left} more`)];
}

function fact(label: string, text: string): Fact {
  return { label, value: value(text) };
}

function value(text: string, max = maxValue): string {
  return capText(revealLine(text), max);
}

/** A word as a shell would need it, so that one with spaces is seen to be one. */
function quoted(word: string): string {
  return /^[\w@%+=:,./~-]+$/u.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

function lines(text: string): readonly string[] {
  return capText(cleanText(text), maxValue)
    .split('\n')
    .map((line) => cleanLine(line));
}
