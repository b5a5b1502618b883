import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { SandboxError, type SandboxProfile } from './profile.ts';

/** What of a project a server may not change, though it may write in it. */
export interface ProjectProtection extends Pick<SandboxProfile, 'kept' | 'pinned' | 'masked'> {
  /** Folders that have to be made, empty, so that nobody else can make them. */
  readonly placeholders: readonly string[];
}

/**
 * What would make another program run something for the server, later and outside of the sandbox: the settings of
 * Garuda, and the hooks and settings of git. They are walls of the sandbox of their own: not even renaming what is above
 * them, a link to them or another name for them gets around.
 *
 * @throws SandboxError where the project is laid out so that it cannot be protected
 */
export function protectProject(root: string): ProjectProtection {
  const garuda = join(root, '.garuda');
  const git = join(root, '.git');
  refuseLink(garuda);
  refuseLink(git);
  const isGarudaThere = typeOf(garuda) !== undefined;
  const kept: ProjectProtection['kept'][number][] = [
    { path: garuda, kind: typeOf(garuda) === 'file' ? 'file' : 'folder' },
  ];
  const placeholders = isGarudaThere ? [] : [garuda];
  switch (typeOf(git)) {
    case undefined:
      // A folder with nothing in it is no repository, for git neither.
      return {
        kept,
        pinned: [],
        masked: [{ path: git, kind: 'folder' }],
        placeholders: [...placeholders, git],
      };
    case 'folder': {
      const hooks = join(git, 'hooks');
      const config = join(git, 'config');
      const isOrdinary = [undefined, 'folder'].includes(typeOf(hooks)) && typeOf(config) === 'file';
      // Where the parts cannot be walled off, the whole is.
      if (!isOrdinary)
        return {
          kept: [...kept, { path: git, kind: 'folder' }],
          pinned: [],
          masked: [],
          placeholders,
        };
      if (typeOf(hooks) === undefined) placeholders.push(hooks);
      return {
        kept: [...kept, { path: hooks, kind: 'folder' }, { path: config, kind: 'file' }],
        pinned: [{ path: git, kind: 'folder' }],
        masked: [],
        placeholders,
      };
    }
    // A worktree: the file says where the repository is.
    case 'file':
    case 'link':
    case 'other':
      return { kept: [...kept, { path: git, kind: 'file' }], pinned: [], masked: [], placeholders };
  }
}

/** In a folder that can be written, a link can be put in the place of any other. */
function refuseLink(path: string): void {
  if (typeOf(path) !== 'link') return;
  throw new SandboxError(
    `${path} is a symbolic link, which cannot be protected: put a folder there`,
  );
}

function typeOf(path: string): 'folder' | 'file' | 'link' | 'other' | undefined {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return undefined;
  if (found.isSymbolicLink()) return 'link';
  if (found.isDirectory()) return 'folder';
  return found.isFile() ? 'file' : 'other';
}
