/** What the bytes of a file say, or why they are no text that can be read. */
export type Decoded =
  | { readonly ok: true; readonly text: string }
  | {
      readonly ok: false;
      readonly line: number;
      readonly problem: string;
      readonly instead: string;
    };

/** Reads bytes as UTF-8, and nothing else as that. */
export function decodeText(bytes: Uint8Array): Decoded {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) {
    return fault(1, 'the file begins with a byte order mark', 'save it as UTF-8 without one');
  }
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    return fault(1, 'the file is UTF-16', 'save it as UTF-8');
  }
  try {
    return {
      ok: true,
      text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes),
    };
  } catch {
    return fault(lineOfBadByte(bytes), 'this line is not UTF-8', 'save the file as UTF-8');
  }
}

function fault(line: number, problem: string, instead: string): Decoded {
  return { ok: false, line, problem, instead };
}

/** No character of UTF-8 reaches over a line break, so each line can be read by itself. */
function lineOfBadByte(bytes: Uint8Array): number {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let start = 0;
  for (let line = 1; ; line += 1) {
    const end = bytes.indexOf(0x0a, start);
    try {
      decoder.decode(bytes.subarray(start, end === -1 ? bytes.length : end));
    } catch {
      return line;
    }
    if (end === -1) return line;
    start = end + 1;
  }
}
