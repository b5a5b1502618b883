import { expect, test } from 'vitest';
import { bearerChallenge } from '../../../src/oauth/challenge/bearer-challenge.ts';
import { proves } from '../../support/proves.ts';

const read = [
  {
    why: 'all that counts',
    field:
      'Bearer realm="x", resource_metadata="https://h/m", scope="a b", error="invalid_token", error_description="no"',
    challenge: {
      scheme: 'bearer',
      resourceMetadata: 'https://h/m',
      scope: 'a b',
      error: 'invalid_token',
    },
  },
  { why: 'nothing but a scheme', field: 'bearer', challenge: { scheme: 'bearer' } },
  {
    why: 'DPoP',
    field: 'DPoP algs="ES256", resource_metadata="https://h/m"',
    challenge: { scheme: 'dpop', resourceMetadata: 'https://h/m' },
  },
  {
    why: 'the one that names the metadata',
    field: 'Basic realm="x", Bearer scope="a", DPoP algs="ES256", resource_metadata="https://h/m"',
    challenge: { scheme: 'dpop', resourceMetadata: 'https://h/m' },
  },
  {
    why: 'the first, where none does',
    field: 'Basic realm="x", DPoP error="use_dpop_nonce", Bearer scope="a"',
    challenge: { scheme: 'dpop', error: 'use_dpop_nonce' },
  },
  {
    why: 'metadata of another scheme is not meant',
    field: 'Basic resource_metadata="https://evil/m", Bearer scope="a"',
    challenge: { scheme: 'bearer', scope: 'a' },
  },
  {
    why: 'what is empty is not there',
    field: 'Bearer resource_metadata="", scope="", error=""',
    challenge: { scheme: 'bearer' },
  },
] as const;

for (const { why, field, challenge } of read) {
  proves('AUTH-01', why, () => {
    expect(bearerChallenge(field)).toEqual(challenge);
  });
}

test.each([undefined, '', 'Basic realm="x"', 'Negotiate', '@@@', 'realm="Bearer x"'])(
  'none in %j',
  (field) => {
    expect(bearerChallenge(field)).toBeUndefined();
  },
);
