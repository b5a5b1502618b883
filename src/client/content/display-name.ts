/**
 * How to call a tool, prompt, resource, template or argument before people: its title, else the one in
 * a tool's annotations, else its name. A server's words: clean them as the place of display needs it,
 * and call it by `name` on the wire.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/schema#tool | Tool}
 * @public
 */
export function displayName(thing: {
  readonly name: string;
  readonly title?: string;
  readonly annotations?: object;
}): string {
  // Revisions that have no titles leave what is called so unread.
  const inAnnotations = (thing.annotations as { readonly title?: unknown } | null | undefined)
    ?.title;
  const titles: readonly unknown[] = [thing.title, inAnnotations];
  return titles.find((title) => typeof title === 'string') ?? thing.name;
}
