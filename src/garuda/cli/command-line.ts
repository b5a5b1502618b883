import { parseArgs } from 'node:util';
import { optionForms, type OptionForm } from './option-forms.ts';
import { quoteWord } from '../wording/quote-word.ts';
import { nearestName } from '../wording/nearest-name.ts';
import { UsageError } from './usage-error.ts';

/** What was typed, cut into its kinds. */
export interface CommandLine {
  /** What is neither an option nor behind `--`, the verb first. */
  readonly words: readonly string[];
  readonly flags: ReadonlySet<string>;
  readonly values: ReadonlyMap<string, readonly string[]>;
  /** What stands behind the first `--`, where there is one. */
  readonly command: readonly string[] | undefined;
}

/**
 * Cuts the arguments of the command into words, options and a server's command. No error shows an
 * option's value, which may be a secret.
 *
 * @throws UsageError
 */
export function parseCommandLine(argv: readonly string[]): CommandLine {
  const end = argv.indexOf('--');
  const command = end === -1 ? undefined : argv.slice(end + 1);
  const args = end === -1 ? [...argv] : argv.slice(0, end);
  const words: string[] = [];
  const flags = new Set<string>();
  const values = new Map<string, string[]>();
  const { tokens } = parseArgs({ args, options, strict: false, tokens: true });
  for (const token of tokens) {
    if (token.kind === 'positional') words.push(token.value);
    else if (token.kind === 'option') addOption(token, { args, command, flags, values });
  }
  return { words, flags, values, command };
}

/** Whether JSON is wanted, so that an error in the other arguments can be told as JSON too. */
export function wantsJson(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  return argv.slice(0, end === -1 ? argv.length : end).includes('--json');
}

const options = Object.fromEntries(
  optionForms.map(({ name, short, value }) => [
    name,
    {
      type: value === undefined ? ('boolean' as const) : ('string' as const),
      ...(short !== undefined && { short }),
    },
  ]),
);

interface OptionToken {
  readonly name: string;
  readonly rawName: string;
  readonly value?: string | undefined;
  readonly inlineValue?: boolean | undefined;
}

/** What is being cut: what stands before and behind `--`, and the options so far. */
interface Cut {
  readonly args: readonly string[];
  readonly command: readonly string[] | undefined;
  readonly flags: Set<string>;
  readonly values: Map<string, string[]>;
}

function addOption(token: OptionToken, { args, command, flags, values }: Cut): void {
  const form = optionForms.find(({ name }) => name === token.name);
  if (form === undefined) {
    // Without a server in sight, `--` before its command was probably forgotten.
    throw unknownOption(token.rawName, command !== undefined || args.some(isWebUrl));
  }
  if (form.value === undefined) {
    if (token.value !== undefined) throw new UsageError(`--${form.name} takes no value`);
    flags.add(form.name);
    return;
  }
  const given = values.get(form.name);
  if (given === undefined) values.set(form.name, [valueOf(token, form)]);
  else if (form.many === true) given.push(valueOf(token, form));
  else throw new UsageError(`--${form.name} is given twice, and has one value`);
}

function valueOf(token: OptionToken, form: OptionForm): string {
  const { value, inlineValue } = token;
  if (value === undefined) throw new UsageError(`--${form.name} needs a value: ${form.value}`);
  if (inlineValue !== true && /^-./.test(value)) {
    throw new UsageError(
      `--${form.name} needs a value: ${form.value}; one that begins with a dash is written --${form.name}=…`,
    );
  }
  return value;
}

function unknownOption(rawName: string, hasServer: boolean): UsageError {
  const names = optionForms.map(({ name }) => `--${name}`);
  const begun = names.filter((name) => /^--\w/.test(rawName) && name.startsWith(rawName));
  const nearest = begun.length === 1 ? begun[0] : nearestName(rawName, names);
  const lists = 'garuda-mcp help lists them';
  const others = hasServer ? lists : `${lists}; a server's command and its options stand behind --`;
  const hint = nearest === undefined ? others : `did you mean ${nearest}?`;
  return new UsageError(`there is no option ${quoteWord(rawName)}; ${hint}`);
}

function isWebUrl(arg: string): boolean {
  return /^https?:\/\//i.test(arg);
}
