/** A path of the real file system, without links in it. */
export interface PlacedPath {
  readonly path: string;
  readonly kind: 'folder' | 'file';
}

/**
 * What a server may see and do. All paths are real ones, and exist.
 *
 * What is deeper counts before what is above it: a folder that is shown inside of a hidden one is shown.
 */
export interface SandboxProfile {
  /** The home folder, of which nothing is there but what is named below; `undefined` where it can be written. */
  readonly home: string | undefined;
  /** Parts of hidden folders that can be read. */
  readonly shown: readonly PlacedPath[];
  /** What can be written: the project's root, and what the server was granted. */
  readonly writable: readonly PlacedPath[];
  /** What is there, and cannot be changed, inside of what can be written. */
  readonly kept: readonly PlacedPath[];
  /** What stays where it is, though its content can be changed: it cannot be renamed or removed. */
  readonly pinned: readonly PlacedPath[];
  /** What is empty for the server, and stays empty. */
  readonly masked: readonly PlacedPath[];
  readonly network: boolean;
  /** Whether it sees the temporary folders of this machine, and not ones of its own. */
  readonly sharesTemporary: boolean;
}

/** Why a server has no profile: its entry, or the project, has to be changed. @public */
export class SandboxError extends Error {
  override readonly name = 'SandboxError';
}
