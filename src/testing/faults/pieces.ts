/**
 * Bytes in pieces.
 *
 * @param cuts - the places before which to cut, in any order, or the size of every piece
 */
export function pieces(bytes: Uint8Array, cuts: readonly number[] | number): readonly Uint8Array[] {
  const places = typeof cuts === 'number' ? every(Math.max(1, cuts), bytes.length) : cuts;
  const inside = places.filter((place) => place > 0 && place < bytes.length);
  const ends = [...new Set([...inside, bytes.length])].toSorted((one, other) => one - other);
  return ends.map((end, n) => bytes.subarray(ends[n - 1] ?? 0, end));
}

function every(size: number, length: number): readonly number[] {
  return Array.from({ length: Math.ceil(length / size) }, (_, n) => (n + 1) * size);
}
