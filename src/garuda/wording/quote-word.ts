import { escapeChar, unseen } from './unseen.ts';

/** A word in quotation marks, on one line, cut to 100 characters. */
export function quoteWord(word: string): string {
  // Not through the middle of a surrogate pair.
  const cut = word.length > 100 ? `${word.slice(0, 100).replace(/[\ud800-\udbff]$/, '')}…` : word;
  return `"${cut.replaceAll(unseen, escapeChar)}"`;
}
