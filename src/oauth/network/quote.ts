/**
 * A server's words in quotation marks, on one line and cut: never mistaken for ours.
 *
 * @param max - how many characters are kept
 */
export function quote(text: string, max = 200): string {
  const cut = text.length > max ? `${text.slice(0, max)}…` : text;
  // Controls, formats (the bidirectional ones among them) and line separators could draw a false
  // line at a terminal, and tag characters and selectors carry text that nobody sees.
  const escaped = JSON.stringify(cut).replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, escapeChar);
  return escaped.replaceAll(/[\u{e0100}-\u{e01ef}]/gu, escapeChar);
}

/** Of an address what names the place: no user, no query and no fragment, where secrets can be. */
export function nameOfPlace(url: URL): string {
  const place =
    url.protocol === 'https:' || url.protocol === 'http:'
      ? `${url.origin}${url.pathname}`
      : url.protocol;
  return place.length > 200 ? `${place.slice(0, 200)}…` : place;
}

function escapeChar(char: string): string {
  return String.raw`\u{${(char.codePointAt(0) ?? 0).toString(16)}}`;
}
