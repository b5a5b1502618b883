/** The scope tokens of all of these, each once, in the order in which they come; `undefined`: there is none. */
export function unionOfScopes(...scopes: readonly (string | undefined)[]): string | undefined {
  const tokens = new Set(scopes.flatMap(tokensOf));
  return tokens.size === 0 ? undefined : [...tokens].join(' ');
}

/** Whether all that is needed was granted. */
export function isCovered(needed: string | undefined, granted: string | undefined): boolean {
  const has = new Set(tokensOf(granted));
  return tokensOf(needed).every((token) => has.has(token));
}

/** What the choice of a scope is made from. */
export interface ScopeSources {
  /** What the challenge says that this operation needs. */
  readonly challenged: string | undefined;
  /** What the metadata of the resource lists. */
  readonly supported: readonly string[] | undefined;
  /** What whoever embeds us wants. */
  readonly wanted: string | undefined;
  /** What was asked for at this issuer before. */
  readonly askedBefore: string | undefined;
}

/**
 * The scope to ask for: what the challenge says; without one what is wanted; else all that the
 * resource lists; else none. What was asked for before is asked for again, so that no step is lost.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization#scope-selection-strategy | Scope selection strategy}
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization#step-up-authorization-flow | Step-up authorization flow}
 */
export function chooseScope(sources: ScopeSources): string | undefined {
  const { challenged, supported, wanted, askedBefore } = sources;
  const chosen = unionOfScopes(challenged, wanted) ?? unionOfScopes(supported?.join(' '));
  return unionOfScopes(askedBefore, chosen);
}

/** Scope tokens are separated by spaces, and case matters (RFC 6749 §3.3). */
function tokensOf(scope: string | undefined): readonly string[] {
  return (scope ?? '').split(' ').filter((token) => token !== '');
}
