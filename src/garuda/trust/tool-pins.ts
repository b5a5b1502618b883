import type { Tool } from '../../protocol/index.ts';
import { canonicalJson, sha256 } from './canonical.ts';

/** What was agreed to of a server's tools. @public */
export interface ToolPins {
  /** Of the whole list. */
  readonly tools: string;
  /** `description:schema` by the tool's name; missing in what older versions kept. */
  readonly toolHashes?: Readonly<Record<string, string>>;
  /** The descriptions, for showing what was changed; not all of them where they are very long. */
  readonly toolTexts?: Readonly<Record<string, string>>;
}

/** Characters of one description that are kept, and of all of them. */
const maxText = 2_000;
const maxTexts = 100_000;

/** The pins of a list of tools, in whatever order they stand. */
export function pinTools(tools: readonly Tool[]): Required<ToolPins> {
  const inOrder = tools.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  const toolHashes = Object.fromEntries(inOrder.map((tool) => [tool.name, hashesOf(tool)]));
  let room = maxTexts;
  const texts = inOrder.map(({ name, description = '' }): [string, string] => {
    const text = description.slice(0, Math.min(maxText, room));
    room -= text.length;
    return [name, text];
  });
  return {
    tools: sha256(canonicalJson(inOrder.map(seenByModels))),
    toolHashes,
    toolTexts: Object.fromEntries(texts.filter(([, text]) => text !== '')),
  };
}

function hashesOf({ description = '', inputSchema }: Tool): string {
  return `${sha256(description)}:${sha256(canonicalJson(inputSchema))}`;
}

/** What a model, or the person who approves a call, can see of a tool. */
function seenByModels({
  name,
  title,
  description,
  inputSchema,
  outputSchema,
  annotations,
}: Tool): object {
  return { name, title, description, inputSchema, outputSchema, annotations };
}

/** How one tool differs from what was agreed to. */
export interface ToolChange {
  readonly name: string;
  readonly kind: 'added' | 'removed' | 'changed';
  /** What of it, for a changed one. */
  readonly what: readonly ('description' | 'schema' | 'title or annotations')[];
  /** `undefined` where it was not kept. */
  readonly oldText: string | undefined;
  readonly newText: string | undefined;
}

/**
 * What has changed in a list of tools since it was agreed to, by name; empty where nothing has. Where only the hash of
 * the whole list was kept, all that can be told is that it changed: every tool is named as changed.
 */
export function diffTools(pins: ToolPins, tools: readonly Tool[]): readonly ToolChange[] {
  const now = pinTools(tools);
  if (now.tools === pins.tools) return [];
  const before = new Map(Object.entries(pins.toolHashes ?? {}));
  const texts = new Map(Object.entries(pins.toolTexts ?? {}));
  const described = new Map(tools.map(({ name, description }) => [name, description ?? '']));
  const changes: ToolChange[] = [];
  for (const [name, hashes] of Object.entries(now.toolHashes)) {
    const old = before.get(name);
    const isKnown = pins.toolHashes === undefined || old !== undefined;
    const what = old === undefined ? [] : differing(old, hashes);
    if (isKnown && old !== undefined && what.length === 0) continue;
    const kind = isKnown ? 'changed' : 'added';
    changes.push({ name, kind, what, oldText: texts.get(name), newText: described.get(name) });
  }
  for (const name of before.keys()) {
    if (Object.hasOwn(now.toolHashes, name)) continue;
    const oldText = texts.get(name);
    changes.push({ name, kind: 'removed', what: [], oldText, newText: undefined });
  }
  if (changes.length > 0) return changes;
  // The list differs, and no description or schema does.
  return tools.map(({ name, description }) => {
    const text = description ?? '';
    return { name, kind: 'changed', what: ['title or annotations'], oldText: text, newText: text };
  });
}

function differing(old: string, now: string): ToolChange['what'] {
  const [oldText, oldSchema] = old.split(':');
  const [newText, newSchema] = now.split(':');
  return [
    ...(oldText === newText ? [] : (['description'] as const)),
    ...(oldSchema === newSchema ? [] : (['schema'] as const)),
  ];
}
