import { lstat, readlink, realpath } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { withFileLock } from '../../files/with-file-lock.ts';
import { writePrivately } from '../../files/write-privately.ts';
import { nearestName } from '../../wording/nearest-name.ts';
import { quoteWord } from '../../wording/quote-word.ts';
import { malformed, RegistryError } from '../fault.ts';
import { openFile } from '../reading/open-file.ts';
import { readFileText } from '../reading/read-file.ts';
import { SourceText } from '../text/source-text.ts';
import { editText, type RegistryChange } from './edit-text.ts';

/** A change of the user's file that is not made yet. @public */
export interface RegistryDraft {
  readonly file: string;
  /** What the file says now; `undefined` where it is not there. */
  readonly before: string | undefined;
  readonly after: string;
}

/**
 * Plans changes of the user's file, and makes none. The file is saved in version 2, whatever it had.
 *
 * @throws RegistryError `MALFORMED` for a file that has faults already; `INVALID_ARGUMENT` for a server that may not be
 *   written so, one whose name is taken, and one that is not there to be removed
 * @public
 */
export async function draftChanges(
  userFile: string,
  changes: readonly RegistryChange[],
): Promise<RegistryDraft> {
  const before = await textOf(userFile);
  const names = new Set(before === undefined ? [] : namesOf(userFile, before));
  for (const change of changes) applyName(names, change);
  const after = editText(before, changes);
  const found = namesOf(userFile, after);
  if (found.length !== names.size || !found.every((name) => names.has(name))) {
    throw new RegistryError(
      'UNWRITABLE',
      `${userFile} cannot be changed without spoiling it; change it by hand`,
    );
  }
  return { file: userFile, before, after };
}

/**
 * Makes the changes of a draft, all or none: a new file takes the place of the old one, for its owner alone (0600, in a
 * folder of 0700 where that has to be made). Where the file is a link, what it leads to is replaced.
 *
 * @throws RegistryError `CHANGED` where the file is no longer what the draft was made from; `UNWRITABLE`
 * @public
 */
export async function saveDraft({ file, before, after }: RegistryDraft): Promise<void> {
  try {
    const target = await targetOf(file);
    await withFileLock(target, async () => {
      if ((await textOf(target)) !== before) {
        throw new RegistryError(
          'CHANGED',
          `${file} was changed meanwhile by somebody else; try again`,
        );
      }
      await writePrivately(target, after);
    });
  } catch (error) {
    if (error instanceof RegistryError) throw error;
    const { code = 'no code' } = error as NodeJS.ErrnoException;
    throw new RegistryError('UNWRITABLE', `${file} cannot be written (${code})`, { cause: error });
  }
}

async function textOf(file: string): Promise<string | undefined> {
  const opened = await openFile(file);
  if (!opened.ok) throw malformed([{ ...opened.fault, file }]);
  return opened.text;
}

function namesOf(file: string, text: string): readonly string[] {
  const source = new SourceText(file, text);
  const { servers } = readFileText(source, { scope: 'user', file });
  if (source.faults.length > 0) throw malformed(source.faults);
  return servers.map(({ name }) => name);
}

function applyName(names: Set<string>, change: RegistryChange): void {
  const { kind, name } = change;
  if (kind === 'remove') {
    if (names.delete(name)) return;
    const nearest = nearestName(name, [...names]);
    const hint = nearest === undefined ? '' : `; did you mean ${quoteWord(nearest)}?`;
    throw new RegistryError(
      'INVALID_ARGUMENT',
      `there is no server ${quoteWord(name)} in your file${hint}`,
    );
  }
  if (names.has(name)) {
    throw new RegistryError(
      'INVALID_ARGUMENT',
      `there is a server ${quoteWord(name)} already; remove it first, or choose another name`,
    );
  }
  checkServer(change);
  names.add(name);
}

function checkServer({ name, server }: Extract<RegistryChange, { kind: 'add' }>): void {
  const source = new SourceText('', JSON.stringify({ servers: { [name]: server } }));
  readFileText(source, { scope: 'user', file: '' });
  if (source.faults.length === 0) return;
  const words = source.faults.map(({ key, problem, instead }) => {
    return `${key}: ${instead === undefined ? problem : `${problem}; ${instead}`}`;
  });
  throw new RegistryError('INVALID_ARGUMENT', words.join('\n'));
}

/** Where a link ends, also one to a file that is not there yet. */
async function targetOf(file: string, steps = 8): Promise<string> {
  try {
    return await realpath(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || steps === 0) throw error;
  }
  const stats = await lstat(file).catch(() => undefined);
  if (stats?.isSymbolicLink() !== true) return file;
  return await targetOf(resolve(dirname(file), await readlink(file)), steps - 1);
}
