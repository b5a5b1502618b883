import { Buffer } from 'node:buffer';

/** Decodes UTF-8 the fastest way that Node has: for short lines a `TextDecoder` costs three times as much. */
export function decodeUtf8(bytes: Uint8Array): string {
  const buffer = Buffer.isBuffer(bytes)
    ? bytes
    : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return buffer.toString();
}
