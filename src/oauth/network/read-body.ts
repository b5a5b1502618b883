import { unlessAborted } from './unless-aborted.ts';

/** The body of an answer, decoded and whole; `undefined`: it is over the bound, and was given up. */
export async function readBody(
  response: Response,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const reader = response.body?.getReader();
  if (reader === undefined) return new Uint8Array();
  const pieces: Uint8Array[] = [];
  let length = 0;
  try {
    for (;;) {
      const { value } = await unlessAborted(reader.read(), signal);
      if (value === undefined) return join(pieces, length);
      length += value.length;
      if (length > maxBytes) return undefined;
      pieces.push(value);
    }
  } finally {
    // At the end of a body that was read this does nothing.
    void reader.cancel().catch(() => {});
  }
}

function join(pieces: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
