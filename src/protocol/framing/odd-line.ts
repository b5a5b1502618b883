import { quote } from '../errors.ts';
import type { RequestId } from '../message.ts';
import { findMarker, findObject } from './find-id.ts';
import type { LineReader } from './line-reader.ts';
import { outlineObject, type Outline } from './outline.ts';

/** Openings that come to nothing and are looked at: each costs a pass over the rest of the line. */
const mostDeadEnds = 4;

/**
 * Reads a line that is not JSON. In it, a message is an object with the member `jsonrpc` equal to
 * "2.0". Two cases are unambiguous:
 *
 * - other text, and one message somewhere in it that answers a request or is a notification. A
 *   *request* beside other text is not believed: a server that prints what it received shows our own
 *   in just this form.
 * - several messages and nothing else, from a writer that lost the line feeds between them.
 *
 * Anything else that has a message in it is unreadable, and every call that it answers fails. The
 * rest is noise.
 */
export function readOddLine(text: string, reader: LineReader): void {
  const line = takeApart(text);
  const [message] = line.messages;
  if (message === undefined && line.broken === 0) {
    if (text.trim() !== '') reader.noise(text);
  } else if (line.broken === 0 && line.around.trim() === '') {
    for (const each of line.messages) reader.message(each.value);
  } else if (line.broken === 0 && line.messages.length === 1 && !isRequest(message?.value)) {
    reader.noise(line.around.trim());
    reader.message(message?.value);
  } else {
    reader.unreadable([...line.answered], explain(text, line));
  }
}

interface OddLine {
  readonly messages: readonly { readonly value: object }[];
  /** What stands around the messages. */
  readonly around: string;
  /** How many objects looked like a message and are none. */
  readonly broken: number;
  readonly answered: ReadonlySet<RequestId>;
}

function takeApart(text: string): OddLine {
  const messages: { value: object }[] = [];
  const answered = new Set<RequestId>();
  let around = '';
  let broken = 0;
  let deadEnds = 0;
  let taken = 0;
  let at = findObject(text, 0);
  while (at !== -1 && deadEnds < mostDeadEnds) {
    const outline = outlineObject(text, at);
    const value = parseMessage(text, at, outline);
    if (isAnswer(outline, isMarked(text, at))) answered.add(outline.id);
    if (value === undefined) {
      // Any other object may as well be somebody's debug output.
      if (isMarked(text, at) || isAnswer(outline, false)) broken += 1;
      deadEnds += 1;
      at = findMarker(text, at + 1);
    } else {
      messages.push({ value });
      around += text.slice(taken, at);
      taken = outline.end ?? text.length;
      at = findObject(text, taken);
    }
  }
  // Whatever stands behind the last dead end was not looked at: nothing here is unambiguous.
  if (at !== -1) broken += 1;
  return { messages, around: around + text.slice(taken), broken, answered };
}

function parseMessage(text: string, start: number, outline: Outline): object | undefined {
  if (outline.end === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text.slice(start, outline.end));
    const isMessage = typeof value === 'object' && value !== null && 'jsonrpc' in value;
    return isMessage && value.jsonrpc === '2.0' ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Looks no further than the first name: to search on for a marker costs a pass over the rest of the line. */
function isMarked(text: string, at: number): boolean {
  if (text.charAt(at) !== '{') return false;
  let name = at + 1;
  while (name < text.length && text.charAt(name).trim() === '') name += 1;
  return text.startsWith('"jsonrpc"', name);
}

/** A marked object is a message, so one that breaks off early counts as well. */
function isAnswer(
  outline: Outline,
  isMessage: boolean,
): outline is Outline & { readonly id: RequestId } {
  return outline.id !== undefined && !outline.hasMethod && (isMessage || outline.hasOutcome);
}

function isRequest(value: object | undefined): boolean {
  return value !== undefined && 'method' in value && 'id' in value;
}

function explain(text: string, line: OddLine): string {
  const what =
    line.broken > 0
      ? 'a message that is not JSON'
      : `${line.messages.length === 1 ? 'a request' : 'several messages'} with other text on the line`;
  return `${what}; the line begins ${quote(text.trim().slice(0, 120))}`;
}
