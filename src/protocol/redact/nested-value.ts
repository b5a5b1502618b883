/**
 * Where an object or list ends that stands in a text as JSON, or the end of the text where it does not.
 *
 * @param quote - the quote around names there: in a document inside of a document it is escaped
 */
export function endOfNested(text: string, start: number, quote: string): number {
  const escapes = Math.max(quote.length - 1, 0);
  let depth = 0;
  let backslashes = 0;
  let isText = false;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at];
    if (character === '\\') {
      backslashes += 1;
      continue;
    }
    // An escaped quote has more backslashes, and each backslash at the end of a text is escaped itself.
    if (character === '"' && backslashes % (2 * escapes + 2) === escapes) isText = !isText;
    backslashes = 0;
    if (isText) continue;
    if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
    if (depth === 0) return at + 1;
  }
  return text.length;
}
