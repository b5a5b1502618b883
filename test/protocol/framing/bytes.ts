import { Buffer } from 'node:buffer';

export function decodeUtf8(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
}

/** Cuts bytes at the given places; places outside do not count. */
export function cut(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  const sorted = places.filter((at) => at > 0 && at < bytes.length).toSorted((a, b) => a - b);
  const edges = [0, ...sorted, bytes.length];
  return edges.slice(1).map((to, index) => bytes.slice(edges[index], to));
}

/** Bytes in chunks of one size. */
export function chunksOf(bytes: Uint8Array, size: number): Iterable<Uint8Array> {
  return {
    *[Symbol.iterator]() {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
    },
  };
}
