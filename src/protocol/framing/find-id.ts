import type { RequestId } from '../message.ts';
import { outlineBeforeEnd, outlineObject } from './outline.ts';

/**
 * Finds the request that a message answers without the message being parsed, so that the call can
 * fail: the `id` of the outermost object, and no other. `undefined` where that cannot be told, and
 * for what has a `method`, since that is no answer and its id is the peer's own.
 *
 * Many servers write the id last, so the end of a long message is looked at from behind. A message
 * that is both over the limit and broken off can mislead; that costs the call that it names.
 *
 * @param head - the beginning of the message
 * @param tail - its end, where the head does not hold all of it
 */
export function findAnsweredId(head: string, tail?: string): RequestId | undefined {
  const start = findObject(head, 0);
  if (start === -1) return undefined;
  const front = outlineObject(head, start);
  if (front.hasMethod) return undefined;
  const isAll = front.hasOutcome && front.id !== undefined;
  const back = isAll || front.end !== undefined ? undefined : outlineBeforeEnd(tail ?? '');
  return back?.hasMethod === true ? undefined : (front.id ?? back?.id);
}

/** Where an object opens that fills the text, or that looks like a message behind other text; or −1. */
export function findObject(text: string, from: number): number {
  const first = firstNonBlank(text, from);
  return text.charAt(first) === '{' ? first : findMarker(text, from);
}

/** Where the next `{"jsonrpc"` stands, with or without blanks in between; or −1. */
export function findMarker(text: string, from: number): number {
  const name = '"jsonrpc"';
  let at = text.indexOf(name, from);
  while (at !== -1) {
    let brace = at - 1;
    while (brace >= from && text.charAt(brace).trim() === '') brace -= 1;
    if (brace >= from && text.charAt(brace) === '{') return brace;
    at = text.indexOf(name, at + name.length);
  }
  return -1;
}

function firstNonBlank(text: string, from: number): number {
  let at = from;
  while (at < text.length && text.charAt(at).trim() === '') at += 1;
  return at;
}
