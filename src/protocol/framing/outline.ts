import { isRequestId, type RequestId } from '../message.ts';

/** What stands at the top level of a JSON object, as far as a look that does not parse can tell. */
export interface Outline {
  readonly id: RequestId | undefined;
  readonly hasMethod: boolean;
  /** Whether it has a member `result` or `error`. */
  readonly hasOutcome: boolean;
  /** Where the text goes on after the object; `undefined` when the object does not end in it. */
  readonly end: number | undefined;
}

const quoteMark = 34;
const comma = 44;
const colon = 58;
const backslash = 92;

/**
 * Reads the outline of an object from its opening brace on. Nothing but strings and braces counts,
 * so that a fault inside a value does not hide the members after it; a number at the very end of the
 * text may be cut and is no id.
 */
export function outlineObject(text: string, start: number): Outline {
  const outline = new OutlineBuilder();
  let depth = 0;
  /** The member whose value is being read; `undefined` where a name comes next. */
  let name: string | undefined;
  let at = start;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === quoteMark) {
      const end = endOfString(text, at);
      if (end === -1) break;
      if (depth === 1) {
        if (name === undefined) outline.name((name = text.slice(at + 1, end - 1)));
        else if (name === 'id') outline.id(text.slice(at, end));
      }
      at = end;
    } else if (depth === 1 && name === 'id' && startsNumber(code)) {
      const end = endOfNumber(text, at);
      if (end === text.length) break;
      outline.id(text.slice(at, end));
      at = end;
    } else {
      depth += nesting(code);
      at += 1;
      if (depth <= 0) return outline.build(at);
      if (code === comma && depth === 1) name = undefined;
    }
  }
  return outline.build(undefined);
}

/**
 * Reads the outline of an object whose closing brace ends the text and whose opening brace stands
 * before it: from the end on, since a quotation mark outside a string, met from behind, can only
 * end one. `undefined` when the text does not end so, or the object opens within it.
 */
export function outlineBeforeEnd(text: string): Outline | undefined {
  const trimmed = text.trimEnd();
  if (!trimmed.endsWith('}')) return undefined;
  const outline = new OutlineBuilder();
  let depth = 1;
  let at = trimmed.length - 2;
  let valueEnd = at + 1;
  while (at >= 0) {
    const code = trimmed.charCodeAt(at);
    if (code === quoteMark) {
      const start = startOfString(trimmed, at);
      if (start === -1) break;
      at = start - 1;
    } else if (code === colon && depth === 1) {
      const nameEnd = lastNonBlank(trimmed, at - 1);
      const nameStart = startOfString(trimmed, nameEnd);
      if (nameStart === -1) break;
      const name = trimmed.slice(nameStart + 1, nameEnd);
      outline.name(name);
      if (name === 'id') outline.id(trimmed.slice(at + 1, valueEnd));
      at = nameStart - 1;
    } else {
      depth -= nesting(code);
      if (depth <= 0) return undefined;
      if (code === comma && depth === 1) valueEnd = at;
      at -= 1;
    }
  }
  return outline.build(undefined);
}

class OutlineBuilder {
  #id: RequestId | undefined;
  #hasMethod = false;
  #hasOutcome = false;

  name(name: string): void {
    if (name === 'method') this.#hasMethod = true;
    else if (name === 'result' || name === 'error') this.#hasOutcome = true;
  }

  id(json: string): void {
    try {
      const value: unknown = JSON.parse(json);
      if (isRequestId(value)) this.#id ??= value;
    } catch {
      // No JSON value, hence no id.
    }
  }

  build(end: number | undefined): Outline {
    return { id: this.#id, hasMethod: this.#hasMethod, hasOutcome: this.#hasOutcome, end };
  }
}

function nesting(code: number): number {
  // { and [ open, } and ] close.
  if (code === 123 || code === 91) return 1;
  return code === 125 || code === 93 ? -1 : 0;
}

function startsNumber(code: number): boolean {
  return code === 45 || (code >= 48 && code <= 57);
}

function endOfNumber(text: string, start: number): number {
  let end = start + 1;
  while (end < text.length && '0123456789.+-eE'.includes(text.charAt(end))) end += 1;
  return end;
}

/** The index after the closing mark of the string that opens at `start`, or −1. */
function endOfString(text: string, start: number): number {
  let close = text.indexOf('"', start + 1);
  while (close !== -1 && backslashesBefore(text, close) % 2 === 1) {
    close = text.indexOf('"', close + 1);
  }
  return close === -1 ? -1 : close + 1;
}

/** The index of the opening mark of the string that closes at `end`, or −1 where that is cut off. */
function startOfString(text: string, end: number): number {
  if (end < 1 || text.charCodeAt(end) !== quoteMark) return -1;
  let open = end;
  let escapes = 0;
  do {
    open = text.lastIndexOf('"', open - 1);
    if (open <= 0) return -1;
    escapes = backslashesBefore(text, open);
    // Backslashes that reach the cut may be more than are seen.
    if (escapes === open) return -1;
  } while (escapes % 2 === 1);
  return open;
}

function backslashesBefore(text: string, mark: number): number {
  let start = mark;
  while (start > 0 && text.charCodeAt(start - 1) === backslash) start -= 1;
  return mark - start;
}

function lastNonBlank(text: string, from: number): number {
  let at = from;
  while (at >= 0 && text.charAt(at).trim() === '') at -= 1;
  return at;
}
