import { appendFileSync, openSync } from 'node:fs';
import type { Target } from '../../../protocol/index.ts';
import { quoteWord } from '../../wording/quote-word.ts';
import { UsageError } from '../usage-error.ts';

/**
 * The same server with a wire log in a new file, which only its owner may read. A file that is there
 * already stays as it is: two sessions in one file are no recording.
 *
 * @param tell - told where the log cannot go on, which ends nothing else
 * @throws UsageError for a file that cannot be made
 */
export async function recordTo(
  path: string,
  target: Target,
  tell: (text: string) => void,
): Promise<Target> {
  const file = makeFile(path);
  const { tap } = await import('../../../testing/record/index.ts');
  return tap(target, (line) => appendFileSync(file, line), {
    onFault: (fault) => {
      const { code = 'no code' } = fault as NodeJS.ErrnoException;
      tell(`the wire log ${quoteWord(path)} ends here: it cannot be written (${code})`);
    },
  });
}

function makeFile(path: string): number {
  try {
    return openSync(path, 'wx', 0o600);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why = faults.get(code) ?? `it cannot be made (${code})`;
    throw new UsageError(`--wire-log ${quoteWord(path)}: ${why}`);
  }
}

const faults: ReadonlyMap<string | undefined, string> = new Map([
  ['EEXIST', 'the file is there already; name a new one'],
  ['ENOENT', 'there is no such folder'],
  ['ENOTDIR', 'there is no such folder'],
  ['EACCES', 'writing there is not permitted'],
]);
