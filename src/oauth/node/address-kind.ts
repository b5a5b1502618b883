import { isIP } from 'node:net';

/** What an IP address stands for. @public */
export type AddressKind =
  /** A machine on the public internet. */
  | 'public'
  /** A network of one's own, shared carrier addresses and test networks among them. */
  | 'private'
  | 'loopback'
  /** This network, where clouds tell a machine its secrets. */
  | 'link-local'
  /** A known address at which a cloud tells a machine its secrets, outside the link-local range. */
  | 'cloud-metadata'
  | 'unspecified'
  | 'multicast'
  /** A public IPv4 address inside an IPv6 one, for a translator or a tunnel; one of another kind is of that kind. */
  | 'translated'
  /** All that is not given to anybody, and tunnels whose end cannot be told. */
  | 'reserved';

/**
 * Tells addresses apart by the special-purpose registries of IANA.
 *
 * @param address - as the system gives it; what is no address is `reserved`
 * @see {@link https://www.rfc-editor.org/rfc/rfc6890 | RFC 6890}
 * @public
 */
export function kindOfAddress(address: string): AddressKind {
  // fe80::1%eth0 names the interface too.
  const [bare = ''] = address.split('%', 1);
  const family = isIP(bare);
  if (family === 4) return kindOfIpv4(readIpv4(bare));
  return family === 6 ? kindOfIpv6(readIpv6(bare)) : 'reserved';
}

type Range = readonly [cidr: string, kind: AddressKind];

const ipv4Ranges = [
  ['168.63.129.16/32', 'cloud-metadata'],
  ['100.100.100.200/32', 'cloud-metadata'],
  ['192.0.0.192/32', 'cloud-metadata'],
  ['0.0.0.0/8', 'unspecified'],
  ['10.0.0.0/8', 'private'],
  ['100.64.0.0/10', 'private'],
  ['127.0.0.0/8', 'loopback'],
  ['169.254.0.0/16', 'link-local'],
  ['172.16.0.0/12', 'private'],
  ['192.0.0.0/24', 'reserved'],
  ['192.0.2.0/24', 'reserved'],
  ['192.88.99.0/24', 'reserved'],
  ['192.168.0.0/16', 'private'],
  // Meant for measurements; local proxies give these out for every name.
  ['198.18.0.0/15', 'private'],
  ['198.51.100.0/24', 'reserved'],
  ['203.0.113.0/24', 'reserved'],
  ['224.0.0.0/4', 'multicast'],
  ['240.0.0.0/4', 'reserved'],
] as const satisfies readonly Range[];

const ipv6Ranges = [
  ['fd00:ec2::254/128', 'cloud-metadata'],
  ['fd20:ce::254/128', 'cloud-metadata'],
  ['::/128', 'unspecified'],
  ['::1/128', 'loopback'],
  ['2001::/23', 'reserved'],
  ['2001:db8::/32', 'reserved'],
  ['3fff::/20', 'reserved'],
  ['2000::/3', 'public'],
  ['fc00::/7', 'private'],
  ['fe80::/10', 'link-local'],
  ['ff00::/8', 'multicast'],
] as const satisfies readonly Range[];

/** Prefixes after which an IPv4 address stands, and how many bits come behind it. */
const wrappers = [
  ['::ffff:0:0/96', 0],
  ['::ffff:0:0:0/96', 0],
  ['64:ff9b::/96', 0],
  ['::/96', 0],
  ['2002::/16', 80],
] as const;

function kindOfIpv4(value: bigint): AddressKind {
  const found = ipv4Ranges.find(([cidr]) => isWithin(value, cidr, readIpv4, 32));
  return found?.[1] ?? 'public';
}

function kindOfIpv6(value: bigint): AddressKind {
  if (value > 1n) {
    const wrapper = wrappers.find(([cidr]) => isWithin(value, cidr, readIpv6, 128));
    if (wrapper !== undefined) {
      const kind = kindOfIpv4((value >> BigInt(wrapper[1])) & 0xffff_ffffn);
      return kind === 'public' ? 'translated' : kind;
    }
  }
  const found = ipv6Ranges.find(([cidr]) => isWithin(value, cidr, readIpv6, 128));
  return found?.[1] ?? 'reserved';
}

function isWithin(
  value: bigint,
  cidr: string,
  read: (text: string) => bigint,
  size: number,
): boolean {
  const [prefix = '', bits = ''] = cidr.split('/');
  const rest = BigInt(size - Number(bits));
  return value >> rest === read(prefix) >> rest;
}

function readIpv4(text: string): bigint {
  return text.split('.').reduce((value, part) => (value << 8n) | BigInt(part), 0n);
}

/** Of a text that is an IPv6 address. */
function readIpv6(text: string): bigint {
  const dotted = /\d+\.\d+\.\d+\.\d+$/.exec(text)?.[0];
  if (dotted !== undefined) {
    const tail = readIpv4(dotted);
    const words = `${(tail >> 16n).toString(16)}:${(tail & 0xffffn).toString(16)}`;
    return readIpv6(text.slice(0, -dotted.length) + words);
  }
  const [left = '', right] = text.split('::');
  const head = wordsOf(left);
  const tail = right === undefined ? [] : wordsOf(right);
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => 0n);
  return [...head, ...zeros, ...tail].reduce((value, word) => (value << 16n) | word, 0n);
}

function wordsOf(text: string): bigint[] {
  return text === '' ? [] : text.split(':').map((word) => BigInt(`0x${word}`));
}
