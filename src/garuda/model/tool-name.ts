/**
 * The name of a server's tool before a model: `mcp__SERVER__TOOL`, with `_` in the place of each character that a
 * model's interface does not take; `undefined` where that is too long.
 *
 * @public
 */
export function modelToolName(server: string, tool: string): string | undefined {
  const name = `mcp__${server}__${tool}`.replaceAll(/[^\w-]/gu, '_');
  return /^[\w-]{1,64}$/.test(name) ? name : undefined;
}
