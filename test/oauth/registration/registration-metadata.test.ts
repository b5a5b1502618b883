import { expect, test } from 'vitest';
import {
  adjustMetadata,
  registrationMetadata,
} from '../../../src/oauth/registration/registration-metadata.ts';
import { proves } from '../../support/proves.ts';

function metadata(more: object = {}, supported?: string[]) {
  return registrationMetadata({
    server: {
      issuer: 'https://as.example.com',
      ...(supported === undefined ? {} : { token_endpoint_auth_methods_supported: supported }),
    },
    clientName: 'A program',
    redirectUri: 'http://127.0.0.1:4711/callback',
    scope: 'a b',
    applicationType: undefined,
    ...more,
  });
}

proves(['AUTH-23', 'AUTH-24', 'AUTH-26'], 'a registration says all of it', () => {
  expect(metadata()).toEqual({
    client_name: 'A program',
    redirect_uris: ['http://127.0.0.1:4711/callback'],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    application_type: 'native',
    scope: 'a b',
  });
  expect(metadata({ scope: undefined })).not.toHaveProperty('scope');
});

for (const [redirectUri, set, expected] of [
  ['http://localhost:1/cb', undefined, 'native'],
  ['https://app.example.com/cb', undefined, 'web'],
  ['https://app.example.com/cb', 'native', 'native'],
  ['http://127.0.0.1:1/cb', 'web', 'web'],
] as const) {
  proves('AUTH-24', `${redirectUri}, set to ${set}: ${expected}`, () => {
    expect(metadata({ redirectUri, applicationType: set }).application_type).toBe(expected);
  });
}

test.each([
  [['client_secret_basic', 'none'], 'none'],
  [['client_secret_post', 'client_secret_basic'], 'client_secret_basic'],
  [['client_secret_post'], 'client_secret_post'],
  [['private_key_jwt'], 'none'],
  [undefined, 'none'],
])('of %j it is %s', (supported, expected) => {
  expect(metadata({}, supported).token_endpoint_auth_method).toBe(expected);
});

for (const [error, description, expected] of [
  ['invalid_redirect_uri', '', { redirect_uris: ['http://127.0.0.1/callback'] }],
  ['invalid_client_metadata', 'bad application_type', { application_type: 'web' }],
  [
    'invalid_client_metadata',
    'token_endpoint_auth_method none is not supported',
    { token_endpoint_auth_method: 'client_secret_basic' },
  ],
  ['invalid_client_metadata', 'unknown scope', { scope: undefined }],
  ['invalid_client_metadata', 'grant_types', { grant_types: ['authorization_code'] }],
] as const) {
  proves('AUTH-25', `${error} ${description} shows what would help`, () => {
    const { scope, ...rest } = { ...metadata(), ...expected };
    const wanted = scope === undefined ? rest : { ...rest, scope };
    expect(adjustMetadata(metadata(), error, description)).toEqual(wanted);
  });
}

test.each([
  ['access_denied', 'no'],
  ['invalid_client_metadata', ''],
  ['', ''],
])('%s %s does not', (error, description) => {
  expect(adjustMetadata(metadata(), error, description)).toBeUndefined();
});

test('there is an end to the ways to authenticate, and no scope to leave out twice', () => {
  const post = { ...metadata(), token_endpoint_auth_method: 'client_secret_post' };
  expect(adjustMetadata(post, 'x', 'auth method')).toBeUndefined();
  expect(adjustMetadata(metadata({ scope: undefined }), 'invalid_scope', '')).toBeUndefined();
});

for (const [redirectUri, type, expected] of [
  ['http://[::1]:1/cb', 'native', { redirect_uris: ['http://[::1]/cb'] }],
  ['http://127.0.0.1/cb', 'native', { application_type: 'web' }],
  ['http://localhost:1/cb', 'native', { application_type: 'web' }],
  ['https://app.example.com/cb', 'native', { application_type: 'web' }],
  ['http://127.0.0.1:1/cb', 'web', { application_type: 'native' }],
] as const) {
  proves('AUTH-25', `a ${type} client with ${redirectUri} that is refused for it`, () => {
    const sent = metadata({ redirectUri, applicationType: type });
    expect(adjustMetadata(sent, 'invalid_redirect_uri', '')).toEqual({ ...sent, ...expected });
  });
}
