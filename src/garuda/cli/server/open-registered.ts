import type { Target } from '../../../protocol/index.ts';
import type { RegisteredServer } from '../../registry/index.ts';
import { quoteWord } from '../../wording/quote-word.ts';
import { UsageError } from '../usage-error.ts';

/**
 * The way to a server of the registry.
 *
 * @throws UsageError
 */
export function openRegistered(server: RegisteredServer): Promise<Target> {
  const why = 'a server of the list cannot be opened without its sandbox and a question yet';
  return Promise.reject(new UsageError(`${quoteWord(server.name)}: ${why}`));
}
