import {
  applyEdits,
  createScanner,
  findNodeAtLocation,
  parseTree,
  type Edit,
  type Node,
} from 'jsonc-parser';

/** A key that a map gets. */
export interface NewProperty {
  readonly name: string;
  readonly value: unknown;
  /** Before the keys that are there, and not behind them. */
  readonly isFirst: boolean;
}

/** The value at a path of a text, if there is one. */
export function nodeAt(text: string, path: readonly string[]): Node | undefined {
  const root = parseTree(text, [], { allowTrailingComma: true });
  return root === undefined ? undefined : findNodeAtLocation(root, [...path]);
}

/** Puts a key into the map at a path, on lines of its own. The lines that are there stay as they are. */
export function insertProperty(
  text: string,
  path: readonly string[],
  property: NewProperty,
): string {
  const map = nodeAt(text, path);
  if (map === undefined) return text;
  const layout = layoutOf(text);
  const outer = indentAt(text, map.offset + map.length - 1);
  const last = map.children?.at(-1);
  const ownLine = last !== undefined && isFirstOnLine(text, last.offset);
  const inner = ownLine ? indentAt(text, last.offset) : outer + layout.unit;
  const value = JSON.stringify(property.value, null, layout.unit).replaceAll(
    '\n',
    layout.eol + inner,
  );
  const line = `${layout.eol}${inner}${JSON.stringify(property.name)}: ${value}`;
  if (last === undefined)
    return applyEdits(text, [closeOnNewLine(text, map, line + layout.eol + outer)]);
  if (property.isFirst)
    return applyEdits(text, [{ offset: map.offset + 1, length: 0, content: `${line},` }]);
  const end = last.offset + last.length;
  const comma = commaBehind(text, end);
  const at = endOfRemarks(text, comma === undefined ? end : comma + 1);
  const edits: Edit[] = [
    { offset: at, length: 0, content: comma === undefined ? line : `${line},` },
  ];
  if (comma === undefined) edits.push({ offset: end, length: 0, content: ',' });
  const rest = text.slice(at, map.offset + map.length - 1);
  if (/^[\t ]*$/.test(rest))
    edits.unshift({ offset: at, length: rest.length, content: layout.eol + outer });
  return edits.reduce((edited, edit) => applyEdits(edited, [edit]), text);
}

// The numbers of the parser's tokens, whose names only a whole-program compiler can read.
const commaToken = 5;
const remarks: ReadonlySet<number> = new Set([12, 13, 15]);

/** Where the next comma stands, if nothing but blanks and comments comes before it. */
export function commaBehind(text: string, from: number): number | undefined {
  const scanner = createScanner(text, true);
  scanner.setPosition(from);
  return (scanner.scan() as number) === commaToken ? scanner.getTokenOffset() : undefined;
}

/** Where the comments end that stand on the same line. */
function endOfRemarks(text: string, from: number): number {
  const scanner = createScanner(text, false);
  scanner.setPosition(from);
  let end = from;
  for (let token: number = scanner.scan(); remarks.has(token); token = scanner.scan()) {
    const isBlank = token === 15;
    if (!isBlank) end = scanner.getTokenOffset() + scanner.getTokenLength();
  }
  return end;
}

/** The blanks before the brace that closes a map give way to what is put there. */
function closeOnNewLine(text: string, map: Node, content: string): Edit {
  const close = map.offset + map.length - 1;
  const blanks = /\s*$/.exec(text.slice(map.offset + 1, close))?.[0].length ?? 0;
  return { offset: close - blanks, length: blanks, content };
}

function isFirstOnLine(text: string, offset: number): boolean {
  return /(?:^|[\r\n])[\t ]*$/.test(text.slice(0, offset));
}

/** The blanks with which the line of a place begins. */
function indentAt(text: string, offset: number): string {
  const start =
    Math.max(text.lastIndexOf('\n', offset - 1), text.lastIndexOf('\r', offset - 1)) + 1;
  return /^[\t ]*/.exec(text.slice(start, offset))?.[0] ?? '';
}

/** The indentation and the ends of lines that the text has already. */
function layoutOf(text: string): { readonly unit: string; readonly eol: string } {
  const unit = /^([\t ]+)"/m.exec(text)?.[1] ?? '  ';
  return { unit: unit.startsWith('\t') ? '\t' : unit, eol: text.includes('\r\n') ? '\r\n' : '\n' };
}
