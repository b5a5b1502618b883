import { realpath } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { garudaHome } from '../../garuda-home.ts';
import { TrustFile, type ListedTrust } from '../../trust/index.ts';
import { quoteWord } from '../../wording/quote-word.ts';
import { renderTable } from '../output/table.ts';
import { findProjectRoot } from '../server/project-root.ts';
import { suggestion } from '../suggest.ts';
import { UsageError } from '../usage-error.ts';
import type { HomeCommand } from './home-verb.ts';
import type { Outcome } from './verb.ts';

/** Does what the first word says. @throws UsageError @throws TrustFileError */
export async function performTrust(command: HomeCommand): Promise<Outcome> {
  const { words, line, terminal } = command;
  const [name = 'list', server, ...more] = words;
  if (name !== 'list' && name !== 'revoke') {
    const hint = suggestion(name, ['list', 'revoke']);
    throw new UsageError(`trust: expected list or revoke, got ${quoteWord(name)}${hint}`);
  }
  const extra = name === 'list' ? server : more[0];
  if (extra !== undefined) {
    const takes = name === 'list' ? 'no argument' : 'SERVER';
    throw new UsageError(`trust ${name} takes ${takes}, and ${quoteWord(extra)} is one too many`);
  }
  if (line.command !== undefined) throw new UsageError(`trust ${name} takes no command behind --`);
  const path = join(garudaHome(terminal.environment), 'trust.json');
  const file = new TrustFile(path);
  if (name === 'revoke') return await revoke(file, server, command);
  if (line.values.has('project')) throw new UsageError('--project is not for trust list');
  return listed(path, await file.list());
}

function listed(file: string, agreements: readonly ListedTrust[]): Outcome {
  const head = ['SERVER', 'PROJECT', 'TOOLS', 'AGREED TO'];
  const rows = agreements.map(({ root, server, entry }) => [
    server,
    isOwn(root) ? '(your own list)' : root,
    entry.toolHashes === undefined ? '' : String(Object.keys(entry.toolHashes).length),
    entry.def.slice(0, 12),
  ]);
  return {
    document: { file, agreements: agreements.map(describe) },
    render: ({ columns }) => (rows.length === 0 ? '' : renderTable({ head, rows }, columns)),
    ...(rows.length === 0 && { remark: 'you have agreed to nothing yet' }),
  };
}

function describe({ root, server, entry }: ListedTrust): object {
  const { def, tools, toolHashes } = entry;
  return { server, project: isOwn(root) ? null : root, def, tools, toolHashes };
}

async function revoke(
  file: TrustFile,
  server: string | undefined,
  { line, terminal }: HomeCommand,
): Promise<Outcome> {
  if (server === undefined) throw new UsageError('trust revoke: SERVER is missing: which one');
  const named = line.values.get('project')?.[0];
  const project =
    named === undefined
      ? await realRoot(await findProjectRoot(terminal.folder))
      : await realRoot(resolve(terminal.folder, named));
  // Without a project named, the pins of the user's own server of that name are meant too.
  const roots = named === undefined ? [project, ownRoot] : [project];
  const revoked: string[] = [];
  for (const root of roots) if (await file.revoke(root, server)) revoked.push(root);
  if (revoked.length === 0) throw nothingToRevoke(server, project, await file.list());
  const projects = revoked.map((root) => (isOwn(root) ? null : root));
  return {
    document: { revoked: server, projects },
    render: () => `revoked: ${server} will be asked about again\n`,
  };
}

function nothingToRevoke(
  server: string,
  project: string,
  agreements: readonly ListedTrust[],
): UsageError {
  const elsewhere = agreements.find((one) => one.server === server && !isOwn(one.root));
  const names = [...new Set(agreements.map((one) => one.server))];
  const hint =
    elsewhere === undefined
      ? suggestion(server, names)
      : `; in ${quoteWord(elsewhere.root)} there is: name it with --project`;
  const where = quoteWord(project);
  return new UsageError(`nothing was agreed to about ${quoteWord(server)} in ${where}${hint}`);
}

const ownRoot = 'user';

function isOwn(root: string): boolean {
  return root === ownRoot;
}

/** As the host writes it. A project that is gone keeps its name. */
async function realRoot(folder: string): Promise<string> {
  return await realpath(folder).catch(() => folder);
}
