import type { Form } from './form.ts';

/** Forms by the names that the specification's own schema gives them. */
export type Definitions = Readonly<Record<string, Form>>;

/**
 * The definitions of a revision, told as what changed from the one before: an object adds its
 * members to the earlier object of that name, anything else takes its place.
 */
export function revise(before: Definitions, changes: Definitions): Definitions {
  const revised: Record<string, Form> = { ...before };
  for (const [name, change] of Object.entries(changes)) {
    const earlier = before[name];
    revised[name] = earlier === undefined ? change : merge(earlier, change);
  }
  return revised;
}

function merge(earlier: Form, change: Form): Form {
  if (typeof earlier === 'string' || earlier.kind !== 'object') return change;
  if (typeof change === 'string' || change.kind !== 'object') return change;
  return {
    kind: 'object',
    bases: [...earlier.bases, ...change.bases],
    members: { ...earlier.members, ...change.members },
  };
}
