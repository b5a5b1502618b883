/**
 * A revision of the specification, by its date.
 *
 * @see {@link https://modelcontextprotocol.io/specification/versioning | Versioning}
 * @public
 */
export type Revision = '2024-11-05' | '2025-03-26' | '2025-06-18' | '2025-11-25' | '2026-07-28';

/**
 * A way of interacting. `legacy`: a handshake, then a session with requests in both directions.
 * `modern`: no session, every request stands alone.
 *
 * @public
 */
export type Era = 'legacy' | 'modern';

const eras: Readonly<Record<Revision, Era>> = {
  '2024-11-05': 'legacy',
  '2025-03-26': 'legacy',
  '2025-06-18': 'legacy',
  '2025-11-25': 'legacy',
  '2026-07-28': 'modern',
};

/**
 * Every revision this client speaks, oldest first. The list is closed: a string that is not in it is
 * opaque, and nothing is concluded from how it sorts.
 *
 * @public
 */
export const revisions: readonly Revision[] = Object.keys(eras) as Revision[];

/** Whether a value is a revision this client speaks. @public */
export function isRevision(value: unknown): value is Revision {
  return typeof value === 'string' && Object.hasOwn(eras, value);
}

/** The era that a revision belongs to. @public */
export function eraOf(revision: Revision): Era {
  return eras[revision];
}

const newest: Readonly<Record<Era, Revision>> = { legacy: '2025-11-25', modern: '2026-07-28' };

/** The newest revision of an era. @public */
export function newestOf(era: Era): Revision {
  return newest[era];
}

/**
 * The newest revision that is in a peer's list and that this client speaks, or `undefined`. Strings
 * that are no revision known here are passed over.
 *
 * @param allowed - which of the revisions to consider; all by default
 * @public
 */
export function commonRevision(
  offered: readonly string[],
  allowed: (revision: Revision) => boolean = () => true,
): Revision | undefined {
  return revisions.findLast((revision) => offered.includes(revision) && allowed(revision));
}
