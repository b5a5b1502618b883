import { quoteWord } from '../../wording/quote-word.ts';
import { suggestion } from '../suggest.ts';
import { UsageError } from '../usage-error.ts';
import type { HomeCommand } from './home-verb.ts';
import { addServer, removeServer } from './servers-change.ts';
import { importFrom } from './servers-import.ts';
import { listServers } from './servers-list.ts';
import type { Outcome } from './verb.ts';

type Action = (command: HomeCommand) => Promise<Outcome>;

/** What each action may be given: how many words, whether a command, and which options besides `--json`. */
const actions: Readonly<Record<string, readonly [Action, readonly string[]]>> = {
  list: [listServers, []],
  add: [addServer, ['timeout', 'header', 'bearer-env', 'env', 'cwd', 'network', 'write-path']],
  remove: [removeServer, []],
  import: [importFrom, ['file', 'yes']],
};

/** Does what the first word says. @throws UsageError @throws RegistryError */
export async function performServers(command: HomeCommand): Promise<Outcome> {
  const [name = 'list', ...words] = command.words;
  const found = Object.hasOwn(actions, name) ? actions[name] : undefined;
  if (found === undefined) {
    const hint = suggestion(name, Object.keys(actions));
    throw new UsageError(
      `servers: expected list, add, remove or import, got ${quoteWord(name)}${hint}`,
    );
  }
  const [action, options] = found;
  const { flags, values, command: behind } = command.line;
  const wrong = [...flags, ...values.keys()].find(
    (one) => one !== 'json' && !options.includes(one),
  );
  if (wrong !== undefined) throw new UsageError(`--${wrong} is not for servers ${name}`);
  if (behind !== undefined && name !== 'add') {
    throw new UsageError(`servers ${name} takes no command behind --`);
  }
  return await action({ ...command, words });
}
