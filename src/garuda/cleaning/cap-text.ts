/**
 * The text, or its beginning and how much is left out, where it has more than `max` characters. The
 * whole, with that note, has no more than `max`; where the note alone would not fit there is none.
 *
 * Characters are code points. What a reader takes for one character, such as a letter with its marks
 * or a joined emoji, is not cut in two.
 *
 * @public
 */
export function capText(text: string, max: number): string {
  // No text has more characters than units.
  if (text.length <= max) return text;
  const count = countCharacters(text);
  if (count <= max) return text;
  const room = max - noteOf(count).length;
  const head = firstCharacters(text, room > 0 ? room : max);
  return room > 0 ? head + noteOf(count - countCharacters(head)) : head;
}

/**
 * How many characters (code points) a text has.
 *
 * @public
 */
export function countCharacters(text: string): number {
  let pairs = 0;
  for (let at = 1; at < text.length; at += 1) {
    if (isLow(text, at) && isHigh(text, at - 1)) pairs += 1;
  }
  return text.length - pairs;
}

/** At most this many characters from the beginning, cut where a reader sees a boundary. */
export function firstCharacters(text: string, max: number): string {
  const end = offsetOf(text, max);
  if (end >= text.length) return text;
  // A joiner that has lost what it joins joins nothing.
  return text.slice(0, boundaryBefore(text, end)).replace(/[\u200c\u200d]$/, '');
}

function noteOf(left: number): string {
  return `… [${left} more characters]`;
}

/** Where this many characters end. */
export function offsetOf(text: string, characters: number): number {
  let at = 0;
  for (let left = Math.max(0, characters); left > 0 && at < text.length; left -= 1) {
    at += isHigh(text, at) && isLow(text, at + 1) ? 2 : 1;
  }
  return at;
}

/** The last boundary at or before `end`, or `end` where what is there is longer than any character is. */
function boundaryBefore(text: string, end: number): number {
  let start = Math.max(0, end - widest);
  if (isLow(text, start) && start > 0) start -= 1;
  const around = text.slice(start, end + widest);
  const found = graphemes.segment(around).containing(end - start);
  const isWhole = found !== undefined && found.segment.length < widest;
  return isWhole && (found.index > 0 || start === 0) ? start + found.index : end;
}

/** In units. Families of joined emoji have about thirty. */
const widest = 64;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

function isHigh(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc_00) === 0xd8_00;
}

function isLow(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc_00) === 0xdc_00;
}
