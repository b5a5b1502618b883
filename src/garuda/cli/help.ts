import { optionForms, type OptionForm } from './option-forms.ts';
import { allVerbs } from './verbs/all-verbs.ts';
import type { HomeVerb } from './verbs/home-verb.ts';
import { homeVerbs } from './verbs/home-verbs.ts';
import type { Verb } from './verbs/verb.ts';

/** The help of one verb, or of the whole command. */
export function helpText(verb: Verb | HomeVerb | undefined): string {
  if (verb === undefined) return commandHelp();
  return 'prepare' in verb ? verbHelp(verb) : homeVerbHelp(verb);
}

function commandHelp(): string {
  return `Uses any MCP server from the command line.

  garuda-mcp VERB [ARGUMENTS] [OPTIONS] URL
  garuda-mcp VERB [ARGUMENTS] [OPTIONS] -- COMMAND [ARG …]
  garuda-mcp VERB [ARGUMENTS] [OPTIONS] NAME

Verbs
${twoColumns([...allVerbs.map(verbRow), ...homeVerbs.map(homeRow), ['help [VERB]', 'explain the command, or a verb']])}
Server
  The server is the command behind --, which is started for this one use and
  stopped at its end. Without -- it is the one argument that begins with
  http:// or https://, wherever it stands behind the verb, or the last one, if
  that is the NAME of a server of your list (see garuda-mcp help servers).
  Where a verb's own argument is a URL too, name the server with --url. A
  command gets a short list of our environment variables and what --env gives
  it.

Options
${options(({ home }) => home !== true)}
Exit codes
  0  done                              4  the server needs a sign-in
  1  the tool or the server failed     5  the server denies access
  2  the command was used wrongly      6  timed out
  3  no connection to the server       130, 143  interrupted (SIGINT, SIGTERM)

Examples
  garuda-mcp tools -- npx -y @modelcontextprotocol/server-everything
  garuda-mcp call echo message=hello https://mcp.example.com/mcp
  garuda-mcp read file:///notes.md --json -- my-server --stdio
`;
}

function verbHelp(verb: Verb): string {
  const details = verb.details === undefined ? '' : `\n${verb.details}\n`;
  return `garuda-mcp ${formOf(verb)} SERVER

Does: ${verb.summary}.
SERVER is a URL, -- COMMAND [ARG …], or the NAME of a server of your list.
${details}
Options
${options(({ name, home }) => name !== 'help' && name !== 'version' && home !== true)}
garuda-mcp help tells about servers and exit codes.
`;
}

function homeVerbHelp({ forms, summary, details, options: names }: HomeVerb): string {
  return `${forms.map((form) => `garuda-mcp ${form}\n`).join('')}
Does: ${summary}.

${details}

Options
${options(({ name }) => names.includes(name))}
garuda-mcp help tells about exit codes.
`;
}

function homeRow({ name, summary }: HomeVerb): readonly [string, string] {
  return [`${name} …`, summary];
}

function verbRow(verb: Verb): readonly [string, string] {
  return [formOf(verb), verb.summary];
}

function formOf({ name, words, more }: Verb): string {
  const parts = [name, ...words.map((word) => word.name), more];
  return parts.filter((part) => part !== undefined).join(' ');
}

function options(isShown: (form: OptionForm) => boolean): string {
  return twoColumns(optionForms.filter(isShown).map((form) => [signOf(form), helpOf(form)]));
}

function signOf({ name, short, value }: OptionForm): string {
  const first = short === undefined ? '' : `-${short}, `;
  return `${first}--${name}${value === undefined ? '' : ` ${value}`}`;
}

function helpOf({ help, many, server }: OptionForm): string {
  const only = server === undefined ? '' : `${server === 'url' ? 'URL' : 'COMMAND'}: `;
  return `${only}${help}${many === true ? '; any number of times' : ''}`;
}

const leftWidth = 24;
const rightWidth = 80 - leftWidth - 4;

function twoColumns(rows: readonly (readonly [string, string])[]): string {
  const indent = ' '.repeat(leftWidth + 4);
  return rows
    .map(([left, right]) => {
      const text = wrap(right, rightWidth).join(`\n${indent}`);
      const isWide = left.length > leftWidth;
      return isWide ? `  ${left}\n${indent}${text}\n` : `  ${left.padEnd(leftWidth)}  ${text}\n`;
    })
    .join('');
}

function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) {
      lines[lines.length - 1] = `${last} ${word}`;
    } else lines.push(word);
  }
  return lines;
}
