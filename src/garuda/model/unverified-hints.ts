import { toolHints } from '../../client/index.ts';
import type { Tool, ToolAnnotations } from '../../protocol/index.ts';

/**
 * What a server says of its tool's behaviour. Nobody has looked whether it is so: it makes no tool read-only.
 *
 * @public
 */
export interface UnverifiedHints extends Required<Omit<ToolAnnotations, 'title'>> {
  /** For a person: `not verified: …`. */
  readonly text: string;
}

/**
 * The hints of a tool, with the words in which they are shown.
 *
 * @public
 */
export function unverifiedHints(tool: Pick<Tool, 'annotations'>): UnverifiedHints {
  const hints = toolHints(tool);
  return { ...hints, text: `not verified: ${wordsFor(tool, hints).join(', ')}` };
}

function wordsFor(
  tool: Pick<Tool, 'annotations'>,
  hints: Required<Omit<ToolAnnotations, 'title'>>,
): readonly string[] {
  if (!saysAnything(tool.annotations)) return ['the server says nothing of what it does'];
  return [
    writes(hints),
    hints.idempotentHint ? 'can be repeated' : 'does more each time',
    hints.openWorldHint ? 'reaches others' : 'reaches nothing else',
  ];
}

function writes(hints: {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
}): string {
  if (hints.readOnlyHint) return 'only reads';
  return hints.destructiveHint ? 'may overwrite and delete' : 'adds, and deletes nothing';
}

function saysAnything(annotations: ToolAnnotations | undefined): boolean {
  return Object.values(annotations ?? {}).some((hint) => typeof hint === 'boolean');
}
