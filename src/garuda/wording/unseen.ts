/**
 * Controls, formats (the bidirectional ones among them), line separators, lone surrogates, and the
 * selectors that carry hidden text.
 */
export const unseen: RegExp = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\u{e0100}-\u{e01ef}]/gu;

/** The same where it can be seen, such as `\u001b`. */
export function escapeChar(char: string): string {
  const point = (char.codePointAt(0) ?? 0).toString(16);
  return point.length > 4 ? `\\u{${point}}` : `\\u${point.padStart(4, '0')}`;
}
