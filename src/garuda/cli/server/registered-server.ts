import { readRegistry, userRegistryFile, type RegisteredServer } from '../../registry/index.ts';
import type { Environment } from '../../environment.ts';
import { quoteWord } from '../../wording/quote-word.ts';
import { suggestion } from '../suggest.ts';
import { UsageError } from '../usage-error.ts';
import { findProjectRoot } from './project-root.ts';

/**
 * The server of the registry that has this name.
 *
 * @throws UsageError where there is none, or it is switched off
 * @throws RegistryError for a file that has faults
 */
export async function findRegistered(
  name: string,
  environment: Environment,
  folder: string,
): Promise<RegisteredServer> {
  const userFile = userRegistryFile(environment);
  const { servers } = await readRegistry({ userFile, projectRoot: await findProjectRoot(folder) });
  const found = servers.find((server) => server.name === name);
  if (found === undefined) {
    const hint =
      servers.length === 0
        ? '; garuda-mcp servers add adds one'
        : suggestion(
            name,
            servers.map((server) => server.name),
          );
    throw new UsageError(`there is no server ${quoteWord(name)} in your list${hint}`);
  }
  if (found.enabled) return found;
  throw new UsageError(
    `the server ${quoteWord(name)} is disabled; set "enabled" to true in ${found.file}`,
  );
}
