import type { Tool, ToolAnnotations } from '../../protocol/index.ts';

/**
 * What a tool says of its behaviour, with what holds where it says nothing: it may write, destroy, do
 * more when it is called again, and reach the world. A read-only tool destroys nothing and can be
 * called again, unless it says otherwise.
 *
 * A stranger's hints: they may make a host more careful, never less. Nothing in this library acts on them.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/schema#toolannotations | ToolAnnotations}
 * @public
 */
export function toolHints(
  tool: Pick<Tool, 'annotations'>,
): Required<Omit<ToolAnnotations, 'title'>> {
  const given: ToolAnnotations = tool.annotations ?? {};
  const hint = (name: keyof ToolAnnotations, otherwise: boolean): boolean => {
    const value: unknown = given[name];
    // The first revision has no annotations, and leaves what is called so unread.
    return typeof value === 'boolean' ? value : otherwise;
  };
  const readOnlyHint = hint('readOnlyHint', false);
  return {
    readOnlyHint,
    destructiveHint: hint('destructiveHint', !readOnlyHint),
    idempotentHint: hint('idempotentHint', readOnlyHint),
    openWorldHint: hint('openWorldHint', true),
  };
}
