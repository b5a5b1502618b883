import type { Random } from './random.ts';

const pieces = [
  ['\n', '\r', '\r\n', '\n\n', '\r\r', '\0', '\ufeff', ' ', '\t', '\u0085', '\u2028', '😀', 'é'],
  ['{', '}', '[', ']', '"', '\\', ':', ',', '{"jsonrpc":"2.0"', '"id":1', 'data:', 'data: {}\n\n'],
  ['id: 1\n', 'event: x\n', 'retry: 5\n', ': \n', 'data\n'],
]
  .flat()
  .map((text) => new TextEncoder().encode(text));
/** What begins a character and does not end it, what ends one that did not begin, and what is in no UTF-8. */
const torn = [
  [0xe2, 0x82],
  [0xf0, 0x9f, 0x98],
  [0x80],
  [0xbf, 0xbf],
  [0xc0, 0xaf],
  [0xff],
  [0xed, 0xa0, 0x80],
];
const inserts = [...pieces, ...torn.map((bytes) => Uint8Array.from(bytes))];

/** Changes bytes in one place, at random. */
export function mutateBytes(bytes: Uint8Array, random: Random): Uint8Array {
  const at = random.below(bytes.length + 1);
  const to = Math.min(bytes.length, at + random.between(1, 20));
  switch (random.below(7)) {
    case 0: {
      const flipped = bytes.slice();
      if (at < bytes.length) flipped[at] = (flipped[at] ?? 0) ^ (1 << random.below(8));
      return flipped;
    }
    case 1:
      return bytes.slice(0, at);
    case 2:
      return joined(bytes.subarray(0, at), bytes.subarray(to));
    case 3:
      return joined(bytes.subarray(0, to), bytes.subarray(at));
    default:
      return joined(bytes.subarray(0, at), random.pick(inserts), bytes.subarray(at));
  }
}

export function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Places at which to cut so many bytes into chunks: none, a few, one after each byte, or equal ones. */
export function placesToCut(size: number, random: Random): readonly number[] {
  switch (random.below(6)) {
    case 0:
      return [];
    case 1:
      return size > 400 ? [1] : Array.from({ length: size }, (_, at) => at);
    case 2: {
      const every = random.between(Math.ceil(size / 200) + 1, 64 + Math.ceil(size / 20));
      return Array.from({ length: Math.floor(size / every) }, (_, n) => (n + 1) * every);
    }
    default:
      return Array.from({ length: random.between(1, 8) }, () => random.below(size + 1)).toSorted(
        (one, other) => one - other,
      );
  }
}

/** The chunks between the places, each in memory of its own; empty ones too. */
export function chunksOf(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  const edges = [0, ...places, bytes.length].map((place) => Math.min(place, bytes.length));
  return edges.slice(1).map((to, index) => bytes.slice(edges[index], to));
}

/** Smaller bytes, the much smaller ones first. */
export function* smallerBytes(bytes: Uint8Array): Generator<Uint8Array> {
  for (let size = bytes.length >> 1; size >= 1; size >>= 1) {
    for (let at = 0; at < bytes.length; at += size) {
      yield joined(bytes.subarray(0, at), bytes.subarray(at + size));
    }
  }
}

/** Smaller lists, the much smaller ones first. */
export function* smallerLists<T>(list: readonly T[]): Generator<readonly T[]> {
  for (let size = list.length >> 1; size >= 1; size >>= 1) {
    for (let at = 0; at < list.length; at += size) yield list.toSpliced(at, size);
  }
  if (list.length === 1) yield [];
}

/** Bytes for a person to read and for a machine to have exactly. */
export function showBytes(bytes: Uint8Array): string {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const isText = Buffer.compare(new TextEncoder().encode(text), bytes) === 0;
  const shown = text.length > 2_000 ? `${text.slice(0, 2_000)}… (${text.length} units)` : text;
  const exact = isText
    ? ''
    : `, in Base64 ${Buffer.from(bytes).toString('base64').slice(0, 4_000)}`;
  return `${JSON.stringify(shown)}${exact}`;
}
