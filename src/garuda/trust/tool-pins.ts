import type { Tool } from '../../protocol/index.ts';
import { cleanJson } from '../cleaning/index.ts';
import { canonicalJson, sha256 } from './canonical.ts';

/** What was agreed to of a server's tools. @public */
export interface ToolPins {
  /** Of the whole list. */
  readonly tools: string;
  /** `description:schema` by the tool's name; missing in what older versions kept, and where it would be very long. */
  readonly toolHashes?: Readonly<Record<string, string>>;
  /** What a model reads of each, for showing what was changed; not all of it where it is very long. */
  readonly toolTexts?: Readonly<Record<string, string>>;
}

/** Characters of one text that are kept, and of all of them. */
const maxText = 4_000;
const maxTexts = 200_000;
/** Characters of all hashes and their names: a file that holds those of many servers stays one that can be read. */
const maxHashes = 500_000;

/** The pins of a list of tools, in whatever order they stand. */
export function pinTools(tools: readonly Tool[]): ToolPins {
  const sorted = tools.toSorted(byName);
  const toolHashes = hashesByName(sorted);
  const size = Object.entries(toolHashes).reduce((sum, pair) => sum + pair.join('').length, 0);
  let room = maxTexts;
  const texts = sorted.map((tool): [string, string] => {
    const text = textOf(tool).slice(0, Math.min(maxText, room));
    if (text !== '') room = Math.max(0, room - text.length - tool.name.length);
    return [tool.name, text];
  });
  return {
    tools: hashOfList(sorted),
    ...(size <= maxHashes && { toolHashes }),
    toolTexts: Object.fromEntries(texts.filter(([, text]) => text !== '')),
  };
}

function byName(one: Tool, other: Tool): number {
  if (one.name === other.name) return 0;
  return one.name < other.name ? -1 : 1;
}

function hashOfList(tools: readonly Tool[]): string {
  return sha256(canonicalJson(tools.map(seenByModels)));
}

function hashesByName(tools: readonly Tool[]): Readonly<Record<string, string>> {
  return Object.fromEntries(tools.map((tool) => [tool.name, hashesOf(tool)]));
}

/** What a model reads of a tool: a schema has descriptions too, of what it is to be called with. */
function textOf({ description = '', inputSchema }: Tool): string {
  const saysMore = Object.keys(inputSchema ?? {}).some((key) => key !== 'type');
  return saysMore
    ? `${description}\n${JSON.stringify(cleanJson(inputSchema), inOrder)}`
    : description;
}

/** Members in another order are no change to be shown. */
function inOrder(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
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
  const sorted = tools.toSorted(byName);
  if (hashOfList(sorted) === pins.tools) return [];
  const now = hashesByName(sorted);
  const before = new Map(Object.entries(pins.toolHashes ?? {}));
  const texts = new Map(Object.entries(pins.toolTexts ?? {}));
  const described = new Map(tools.map((tool) => [tool.name, textOf(tool)]));
  const changes: ToolChange[] = [];
  for (const [name, hashes] of Object.entries(now)) {
    const old = before.get(name);
    const isKnown = pins.toolHashes === undefined || old !== undefined;
    const what = old === undefined ? [] : differing(old, hashes);
    if (isKnown && old !== undefined && what.length === 0) continue;
    const kind = isKnown ? 'changed' : 'added';
    changes.push({ name, kind, what, oldText: texts.get(name), newText: described.get(name) });
  }
  for (const name of before.keys()) {
    if (Object.hasOwn(now, name)) continue;
    const oldText = texts.get(name);
    changes.push({ name, kind: 'removed', what: [], oldText, newText: undefined });
  }
  if (changes.length > 0) return changes;
  // The list differs, and no description or schema does.
  return tools.map((tool) => {
    const { name } = tool;
    const text = textOf(tool);
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
