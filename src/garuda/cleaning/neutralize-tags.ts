import { openings } from './canonical-characters.ts';
import { TagReader, type Span } from './tag-reader.ts';

/**
 * The names of the tags with which a host of Garuda speaks to its model.
 *
 * @public
 */
export const hostTags: readonly string[] = ['mcp_result', 'web_result', 'garuda_note'];

/**
 * The text of a stranger, unable to open or close one of the host's tags: the bracket of such a tag
 * becomes `[`. It is found in any case, width and look-alike writing, as an entity (also one of an
 * entity), with spaces, dashes or unseen characters in between.
 *
 * The result is never longer, and doing it again changes nothing. The work is linear in the text. A text that is
 * cleaned too is cleaned first: what cleaning takes out could have stood between a bracket and a name.
 *
 * @param names - of the tags, where a host has others
 * @public
 */
export function neutralizeTags(text: string, names: Iterable<string> = hostTags): string {
  const brackets: Span[] = [];
  const reader = new TagReader(names, (bracket) => brackets.push(bracket));
  const opening = new RegExp(`[${openings}]`, 'gu');
  const nextOpening = (from: number): number => {
    opening.lastIndex = from;
    return opening.exec(text)?.index ?? text.length;
  };
  let at = nextOpening(0);
  while (at < text.length) {
    const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
    const end = at + character.length;
    reader.read(character, at, end);
    at = reader.isIdle ? nextOpening(end) : end;
  }
  reader.end();
  return replaceSpans(text, brackets);
}

function replaceSpans(text: string, spans: readonly Span[]): string {
  const parts: string[] = [];
  let end = 0;
  for (const span of spans) {
    parts.push(text.slice(end, span.start), '[');
    end = span.end;
  }
  return parts.join('') + text.slice(end);
}
