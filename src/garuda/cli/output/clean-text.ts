import { escapeChar, unseen } from '../../wording/unseen.ts';

/**
 * Text of a stranger, fit for a terminal: what would move the cursor, change the direction of writing
 * or hide stands there as an escape such as `\u001b`. Line breaks and tabs stay.
 */
export function cleanText(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll(unseen, (char) => {
    return char === '\n' || char === '\t' || joiners.has(char) ? char : escapeChar(char);
  });
}

/** Text of a stranger on one line, fit for a terminal: nothing in it can draw a false line. */
export function cleanLine(text: string): string {
  return cleanText(text.replaceAll(/\s+/gu, ' ').trim());
}

/** JSON for people and programs: characters that a terminal would obey are written as escapes. */
export function formatJson(value: unknown): string {
  return JSON.stringify(value, null, 2).replaceAll(unseen, (char) => {
    return char === '\n' || joiners.has(char) ? char : jsonEscape(char);
  });
}

/** Persian and Indic scripts and emoji need these two. */
const joiners: ReadonlySet<string> = new Set(['\u200c', '\u200d']);

/** JSON escapes UTF-16 units and not characters. */
function jsonEscape(char: string): string {
  let escaped = '';
  for (let at = 0; at < char.length; at += 1) {
    escaped += `\\u${char.charCodeAt(at).toString(16).padStart(4, '0')}`;
  }
  return escaped;
}
