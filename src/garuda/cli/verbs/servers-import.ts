import {
  draftChanges,
  importChanges,
  planImport,
  previewImport,
  readRegistry,
  saveDraft,
  userRegistryFile,
  type ImportedApplication,
  type ImportPreview,
} from '../../registry/index.ts';
import { quoteWord } from '../../wording/quote-word.ts';
import { cleanLine } from '../output/clean-text.ts';
import { findProjectRoot } from '../server/project-root.ts';
import { suggestion } from '../suggest.ts';
import { UsageError } from '../usage-error.ts';
import type { HomeCommand } from './home-verb.ts';
import type { Outcome } from './verb.ts';

const applications: readonly ImportedApplication[] = [
  'claude-desktop',
  'claude-code',
  'cursor',
  'vscode',
  'windsurf',
  'codex',
  'opencode',
];

/** Shows which servers of another application would be added, and adds them after a yes. */
export async function importFrom(command: HomeCommand): Promise<Outcome> {
  const { line, terminal } = command;
  const application = readApplication(command.words);
  const projectRoot = await findProjectRoot(terminal.folder);
  const userFile = userRegistryFile(terminal.environment);
  const registry = await readRegistry({ userFile, projectRoot });
  const file = line.values.get('file')?.[0];
  const { environment } = terminal;
  const plan = await planImport({ application, file, projectRoot, environment, registry });
  const preview = previewImport(plan);
  if (plan.files.length === 0) throw nothingThere(application, file);
  const draft = await draftChanges(userFile, importChanges(plan));
  const hasAny = plan.additions.length > 0;
  const isAgreed = line.flags.has('yes');
  const isAsked = hasAny && !isAgreed && terminal.ask !== undefined;
  const isDone = hasAny && (isAsked ? await isWanted(command, preview) : isAgreed);
  if (isDone) await saveDraft(draft);
  return {
    document: { ...preview, added: isDone, file: userFile },
    // Whoever was asked has read it.
    render: () =>
      (isAsked ? '' : describePreview(preview)) + describeEnd(preview, isDone, userFile),
  };
}

function readApplication([name, extra]: readonly string[]): ImportedApplication {
  if (name === undefined) {
    throw new UsageError(`servers import: APPLICATION is missing: ${applications.join(', ')}`);
  }
  if (extra !== undefined) {
    throw new UsageError(
      `servers import takes APPLICATION, and ${quoteWord(extra)} is one too many`,
    );
  }
  const found = applications.find((one) => one === name);
  if (found !== undefined) return found;
  throw new UsageError(
    `servers import: there is no application ${quoteWord(name)}${suggestion(name, applications)}`,
  );
}

async function isWanted({ terminal, tell }: HomeCommand, preview: ImportPreview): Promise<boolean> {
  tell(`what would be added:\n${describePreview(preview)}`);
  const question = `add ${preview.additions.length} to your servers? [y/N] `;
  const answer = await terminal.ask?.(question);
  return /^y(?:es)?$/i.test(answer?.trim() ?? '');
}

function describePreview({ additions, leftOut }: ImportPreview): string {
  const added = additions.flatMap(({ name, from, runs, env, headers, enabled, notes }) => {
    const called = from === name ? '' : ` (${quoteWord(from)} there)`;
    return [
      `+ ${name}${called}${enabled ? '' : ', disabled'}: ${runs.join(' ')}`,
      ...(env.length > 0 ? [`    variables: ${env.join(', ')}`] : []),
      ...(headers.length > 0 ? [`    header fields: ${headers.join(', ')}`] : []),
      ...notes.map((note) => `    note: ${note}`),
    ];
  });
  const others = leftOut.map(({ from, why }) => `- ${quoteWord(from)} is left out: ${why}`);
  // The file may be one of a stranger: no name in it may draw a line of its own.
  return [...added, ...others].map((text) => `${indentOf(text)}${cleanLine(text)}\n`).join('');
}

function indentOf(text: string): string {
  return /^ */.exec(text)?.[0] ?? '';
}

function describeEnd(
  { additions, files }: ImportPreview,
  isDone: boolean,
  userFile: string,
): string {
  if (additions.length === 0) return `nothing to add from ${files.join(' and ')}\n`;
  if (isDone) return `added ${additions.map(({ name }) => name).join(', ')} to ${userFile}\n`;
  return 'nothing was added; --yes adds these\n';
}

function nothingThere(application: string, file: string | undefined): UsageError {
  if (file !== undefined) return new UsageError(`--file ${quoteWord(file)}: there is no such file`);
  return new UsageError(`there is no file of servers of ${application}; name one with --file`);
}
