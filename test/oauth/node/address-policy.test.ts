import { describe, expect, test } from 'vitest';
import { OAuthError } from '../../../src/oauth/errors.ts';
import { checkAddresses } from '../../../src/oauth/node/address-policy.ts';
import { proves } from '../../support/proves.ts';

function complaint(run: () => void): string {
  try {
    run();
  } catch (error) {
    if (error instanceof OAuthError && error.code === 'URL_REFUSED') return error.message;
    throw error;
  }
  return 'allowed';
}

const addresses = [
  { address: '8.8.8.8', kind: 'public', isPublic: true, isOrdinary: true },
  { address: '2600::1', kind: 'public', isPublic: true, isOrdinary: true },
  { address: '10.0.0.1', kind: 'private', isPublic: false, isOrdinary: true },
  { address: '100.64.0.1', kind: 'private', isPublic: false, isOrdinary: true },
  { address: 'fd12::1', kind: 'private', isPublic: false, isOrdinary: true },
  { address: '127.0.0.1', kind: 'loopback', isPublic: false, isOrdinary: true },
  { address: '::1', kind: 'loopback', isPublic: false, isOrdinary: true },
  { address: '::ffff:8.8.8.8', kind: 'translated', isPublic: false, isOrdinary: true },
  { address: '64:ff9b::808:808', kind: 'translated', isPublic: false, isOrdinary: true },
  { address: '169.254.169.254', kind: 'link-local', isPublic: false, isOrdinary: false },
  { address: '::ffff:169.254.169.254', kind: 'link-local', isPublic: false, isOrdinary: false },
  { address: 'fe80::1%eth0', kind: 'link-local', isPublic: false, isOrdinary: false },
  { address: '168.63.129.16', kind: 'cloud-metadata', isPublic: false, isOrdinary: false },
  { address: 'fd00:ec2::254', kind: 'cloud-metadata', isPublic: false, isOrdinary: false },
  { address: '0.0.0.0', kind: 'unspecified', isPublic: false, isOrdinary: false },
  { address: '::', kind: 'unspecified', isPublic: false, isOrdinary: false },
  { address: '224.0.0.1', kind: 'multicast', isPublic: false, isOrdinary: false },
  { address: '2001::1', kind: 'reserved', isPublic: false, isOrdinary: false },
  { address: '255.255.255.255', kind: 'reserved', isPublic: false, isOrdinary: false },
  { address: 'rubbish', kind: 'reserved', isPublic: false, isOrdinary: false },
];

describe('over TLS', () => {
  for (const { address, kind, isPublic, isOrdinary } of addresses) {
    proves('W-59', `${address} is ${kind}`, () => {
      const check = (level: 'public' | 'ordinary', list: readonly string[]) =>
        complaint(() => checkAddresses(list, 'h.example', 'https:', level));
      const got = `got "${address}", which is ${kind} [URL_REFUSED]`;
      const refused = {
        public: `the host "h.example": expected public addresses, ${got}`,
        ordinary: `the host "h.example": expected addresses that may be connected to, ${got}`,
      };
      expect(check('public', [address])).toBe(isPublic ? 'allowed' : refused.public);
      expect(check('ordinary', [address])).toBe(isOrdinary ? 'allowed' : refused.ordinary);
      // One among several refuses all, wherever it stands.
      expect(check('public', ['8.8.8.8', address, '1.1.1.1'])).toBe(
        isPublic ? 'allowed' : refused.public,
      );
      expect(check('ordinary', ['10.0.0.1', '8.8.8.8', address])).toBe(
        isOrdinary ? 'allowed' : refused.ordinary,
      );
    });
  }
});

describe('without TLS', () => {
  test.each(['127.0.0.1', '127.1.2.3', '::1', '::ffff:127.0.0.1'])('%s is allowed', (address) => {
    expect(complaint(() => checkAddresses([address], 'h', 'http:', 'ordinary'))).toBe('allowed');
    expect(complaint(() => checkAddresses([address], 'h', 'http:', 'public'))).not.toBe('allowed');
  });

  for (const address of ['8.8.8.8', '10.0.0.1', 'fd12::1', '::ffff:8.8.8.8']) {
    proves(['AUTH-15', 'W-59'], `${address} is refused, alone and among others`, () => {
      for (const list of [[address], ['127.0.0.1', address]]) {
        expect(complaint(() => checkAddresses(list, 'localhost', 'http:', 'ordinary'))).toContain(
          `the host "localhost": expected this machine, for a connection without TLS, got "${address}"`,
        );
      }
      expect(complaint(() => checkAddresses([address], 'h', 'http:', 'public'))).not.toBe(
        'allowed',
      );
    });
  }
});
