/** Header fields, or why a message cannot be sent with any. @public */
export type HeaderOutcome =
  | { readonly ok: true; readonly headers: Readonly<Record<string, string>> }
  | { readonly ok: false; readonly why: string };

const opening = '=?base64?';
const closing = '?=';

/**
 * A string as the value of an `Mcp-Name` or `Mcp-Param-*` field: as it is, where that is safe, else
 * Base64 of its UTF-8 between markers. Linear in its length.
 *
 * @returns `undefined` for a string with a lone surrogate: it has no UTF-8, so header and body would
 * differ.
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#value-encoding | Value encoding}
 */
export function encodeHeaderValue(value: string): string | undefined {
  if (isPlain(value)) return value;
  const bytes = encodeUtf8(value);
  return bytes === undefined ? undefined : opening + encodeBase64(bytes) + closing;
}

/** Whether a string can stand in a header field as it is and is read back as itself. */
export function isPlain(value: string): boolean {
  for (let at = 0; at < value.length; at += 1) {
    const unit = value.charCodeAt(at);
    // A tab is legal inside a field value, but intermediaries rewrite it: it counts as unsafe.
    if (unit < 0x20 || unit > 0x7e) return false;
  }
  if (value.startsWith(' ') || value.endsWith(' ')) return false;
  // A value that looks encoded MUST be encoded, or the reader could not tell (Value encoding).
  return !(value.startsWith(opening) && value.endsWith(closing));
}

function encodeUtf8(text: string): Uint8Array | undefined {
  const bytes = new Uint8Array(text.length * 3);
  let length = 0;
  for (let at = 0; at < text.length; at += 1) {
    const point = text.codePointAt(at) ?? 0;
    if (point >= 0xd800 && point <= 0xdfff) return undefined;
    const further = countFurtherBytes(point);
    bytes[length++] = (leadBits[further] ?? 0) | (point >> (6 * further));
    for (let shift = 6 * (further - 1); shift >= 0; shift -= 6) {
      bytes[length++] = 0x80 | ((point >> shift) & 0x3f);
    }
    // A point past the basic plane took two code units.
    if (further === 3) at += 1;
  }
  return bytes.subarray(0, length);
}

const leadBits = [0, 0xc0, 0xe0, 0xf0];

function countFurtherBytes(point: number): number {
  if (point < 0x80) return 0;
  if (point < 0x800) return 1;
  return point < 0x1_0000 ? 2 : 3;
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

function encodeBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const left = bytes.length - at;
    const group = (byteAt(bytes, at) << 16) | (byteAt(bytes, at + 1) << 8) | byteAt(bytes, at + 2);
    text += alphabet.charAt(group >> 18) + alphabet.charAt((group >> 12) & 0x3f);
    text += left > 1 ? alphabet.charAt((group >> 6) & 0x3f) : '=';
    text += left > 2 ? alphabet.charAt(group & 0x3f) : '=';
  }
  return text;
}

function byteAt(bytes: Uint8Array, at: number): number {
  return bytes[at] ?? 0;
}
