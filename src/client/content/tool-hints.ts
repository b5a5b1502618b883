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
  const { readOnlyHint = false, ...others } = tool.annotations ?? {};
  const { destructiveHint = !readOnlyHint, idempotentHint = readOnlyHint } = others;
  const { openWorldHint = true } = others;
  return { readOnlyHint, destructiveHint, idempotentHint, openWorldHint };
}
