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

/** A word in quotation marks, on one line, cut to 100 characters. */
export function quoteWord(word: string): string {
  // Not through the middle of a surrogate pair.
  const cut = word.length > 100 ? `${word.slice(0, 100).replace(/[\ud800-\udbff]$/, '')}…` : word;
  return `"${cut.replaceAll(unseen, escapeChar)}"`;
}

/** JSON for people and programs: characters that a terminal would obey are written as escapes. */
export function formatJson(value: unknown): string {
  return JSON.stringify(value, null, 2).replaceAll(unseen, (char) => {
    return char === '\n' || joiners.has(char) ? char : jsonEscape(char);
  });
}

// Controls, formats (the bidirectional ones among them), line separators, lone surrogates, and the
// selectors that carry hidden text.
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\u{e0100}-\u{e01ef}]/gu;

/** Persian and Indic scripts and emoji need these two. */
const joiners: ReadonlySet<string> = new Set(['\u200c', '\u200d']);

function escapeChar(char: string): string {
  const point = (char.codePointAt(0) ?? 0).toString(16);
  return point.length > 4 ? `\\u{${point}}` : `\\u${point.padStart(4, '0')}`;
}

/** JSON escapes UTF-16 units and not characters. */
function jsonEscape(char: string): string {
  let escaped = '';
  for (let at = 0; at < char.length; at += 1) {
    escaped += `\\u${char.charCodeAt(at).toString(16).padStart(4, '0')}`;
  }
  return escaped;
}
