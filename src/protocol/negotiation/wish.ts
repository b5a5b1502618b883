import { eraOf, newestOf, type Revision } from '../revisions/registry.ts';

/**
 * Which revision is wanted. `auto`: the modern era where the server has it, else the legacy one.
 * `legacy`: a handshake at once, and whatever legacy revision the server then names. A date: that
 * revision and no other.
 *
 * @public
 */
export type RevisionWish = 'auto' | 'legacy' | Revision;

/** The modern revision to probe for, or `undefined` where the wish excludes that era. */
export function modernWish(wish: RevisionWish): Revision | undefined {
  if (wish === 'auto') return newestOf('modern');
  return wish !== 'legacy' && eraOf(wish) === 'modern' ? wish : undefined;
}

/** The legacy revision to offer, or `undefined` where the wish excludes that era. */
export function legacyWish(wish: RevisionWish): Revision | undefined {
  if (wish === 'auto' || wish === 'legacy') return newestOf('legacy');
  return eraOf(wish) === 'legacy' ? wish : undefined;
}

/** Whether a revision that the server named fits the wish. @public */
export function fitsWish(wish: RevisionWish, revision: Revision): boolean {
  if (wish === 'auto') return true;
  return wish === 'legacy' ? eraOf(revision) === 'legacy' : wish === revision;
}
