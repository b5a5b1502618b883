import { applyEdits, format, type Edit, type Node } from 'jsonc-parser';
import { currentVersion } from '../reading/read-file.ts';
import { commaBehind, insertProperty, nodeAt } from './insert-property.ts';

/** A server as it is written into a file. @public */
export type WrittenServer = Readonly<Record<string, unknown>>;

/** What is done to the list of servers. @public */
export type RegistryChange =
  | { readonly kind: 'add'; readonly name: string; readonly server: WrittenServer }
  | { readonly kind: 'remove'; readonly name: string };

/**
 * The text of a file of servers after some changes. Comments, the order of keys and what does not change stay as they
 * are; a file on one line is laid out first.
 *
 * @param text - without a fault; `undefined` for a file that is not there
 */
export function editText(text: string | undefined, changes: readonly RegistryChange[]): string {
  let edited = layOut(text ?? '{ "servers": {} }');
  for (const change of changes) edited = editOnce(edited, change);
  return withVersion(edited);
}

function editOnce(text: string, change: RegistryChange): string {
  const key = nodeAt(text, ['mcpServers']) === undefined ? 'servers' : 'mcpServers';
  if (change.kind === 'add') {
    const has = nodeAt(text, [key]) !== undefined;
    const ready = has ? text : insertProperty(text, [], { name: key, value: {}, isFirst: false });
    return insertProperty(ready, [key], {
      name: change.name,
      value: change.server,
      isFirst: false,
    });
  }
  return withoutProfileEntries(removeProperty(text, [key, change.name]), change.name);
}

function withVersion(text: string): string {
  const node = nodeAt(text, ['version']);
  if (node !== undefined) return replaceNode(text, node, String(currentVersion));
  return insertProperty(text, [], { name: 'version', value: currentVersion, isFirst: true });
}

/** Profiles name servers, and a name of nothing stays behind for the next server of that name. */
function withoutProfileEntries(text: string, name: string): string {
  const profiles = nodeAt(text, ['profiles'])?.children ?? [];
  let edited = text;
  for (const { children } of profiles.toReversed()) {
    const list = children?.[1];
    const names = (list?.children ?? []).map(({ value }) => String(value));
    if (list === undefined || !names.includes(name)) continue;
    const left = names.filter((one) => one !== name).map((one) => JSON.stringify(one));
    edited = replaceNode(edited, list, `[${left.join(', ')}]`);
  }
  return edited;
}

function replaceNode(text: string, { offset, length }: Node, content: string): string {
  return applyEdits(text, [{ offset, length, content }]);
}

/** A file on one line is not for people; a comment up to the end of a line ends there with the file. */
function layOut(text: string): string {
  if (/[\r\n]/.test(text.trim()) || text.includes('//')) return text;
  const options = { insertSpaces: true, tabSize: 2, eol: '\n' };
  return `${applyEdits(text, format(text, undefined, options)).trim()}\n`;
}

/**
 * Takes a key out, with the comma that belongs to it. The parser's own way leaves a comma where the last key had one.
 */
function removeProperty(text: string, path: readonly string[]): string {
  const property = nodeAt(text, [...path])?.parent;
  if (property === undefined) return text;
  const start = property.offset;
  const end = start + property.length;
  const behind = commaBehind(text, end);
  const siblings = property.parent?.children ?? [];
  const before = siblings[siblings.indexOf(property) - 1];
  const edits: Edit[] = [wholeLines(text, start, (behind ?? end - 1) + 1)];
  if (behind === undefined && before !== undefined) {
    const comma = commaBehind(text, before.offset + before.length);
    if (comma !== undefined) edits.push({ offset: comma, length: 1, content: '' });
  }
  return applyEdits(text, edits);
}

/** The range with its line, where it is alone there. */
function wholeLines(text: string, start: number, end: number): Edit {
  const lead = /[ \t]*$/.exec(text.slice(0, start))?.[0].length ?? 0;
  const isFirst = start - lead === 0 || /[\r\n]/.test(text[start - lead - 1] ?? '');
  const tail = /^[ \t]*(?:\r\n|\n|\r)/.exec(text.slice(end))?.[0].length ?? 0;
  if (!isFirst || tail === 0) return { offset: start, length: end - start, content: '' };
  return { offset: start - lead, length: lead + end - start + tail, content: '' };
}
