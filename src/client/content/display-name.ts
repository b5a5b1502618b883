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
  const { annotations = {} } = thing;
  const inAnnotations = 'title' in annotations ? annotations.title : undefined;
  return thing.title ?? (typeof inAnnotations === 'string' ? inAnnotations : thing.name);
}
