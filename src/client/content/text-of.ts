import type { CallToolResult } from '../../protocol/index.ts';

/**
 * The text of a tool's result: its text blocks, a line break between two of them; empty where it has
 * none. Content of other kinds is not in it: {@link modelContent} has that too.
 *
 * @public
 */
export function textOf(result: Pick<CallToolResult, 'content'>): string {
  return result.content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
}
