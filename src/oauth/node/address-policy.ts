import { OAuthError } from '../errors.ts';
import { quote } from '../network/quote.ts';
import { type AddressKind, kindOfAddress } from './address-kind.ts';
import type { AddressLevel } from './guard-settings.ts';

const allowed: Readonly<Record<AddressLevel, ReadonlySet<AddressKind>>> = {
  public: new Set<AddressKind>(['public']),
  ordinary: new Set<AddressKind>(['public', 'private', 'loopback', 'translated']),
};

/**
 * Checks all addresses that a host name stands for: one that is refused refuses all, since it is
 * not chance which one is connected to.
 *
 * @param protocol - of the request
 * @throws OAuthError `URL_REFUSED`
 */
export function checkAddresses(
  addresses: readonly string[],
  host: string,
  protocol: string,
  level: AddressLevel,
): void {
  for (const address of addresses) {
    const kind = kindOfAddress(address);
    if (!allowed[level].has(kind)) {
      const wanted = level === 'public' ? 'public addresses' : 'addresses that may be connected to';
      throw refused(host, `expected ${wanted}`, address, kind);
    }
    // Whoever is on the way reads what is sent without TLS.
    if (protocol !== 'https:' && kind !== 'loopback') {
      throw refused(host, 'expected this machine, for a connection without TLS', address, kind);
    }
  }
}

function refused(host: string, expected: string, address: string, kind: AddressKind): OAuthError {
  const text = `the host ${quote(host, 100)}: ${expected}, got ${quote(address, 60)}, which is ${kind}`;
  return new OAuthError('URL_REFUSED', text);
}
