import { expect, test } from 'vitest';
import type { RegisteredClient } from '../../../src/oauth/keeping/entry.ts';
import {
  nextWay,
  refusesClient,
  type Way,
  type WayFacts,
} from '../../../src/oauth/registration/next-way.ts';
import { proves } from '../../support/proves.ts';

const issuer = 'https://as.example.com';
const redirectUri = 'http://127.0.0.1:4711/callback';
const document = 'https://app.example.com/client.json';
const kept: RegisteredClient = { from: 'registration', clientId: 'kept-1', redirectUri };

/** Where every way is open but that of the configuration. */
function facts(more: Partial<WayFacts> = {}): WayFacts {
  return {
    server: {
      issuer,
      registration_endpoint: `${issuer}/register`,
      client_id_metadata_document_supported: true,
    },
    redirectUri,
    now: 1_000,
    configured: [],
    kept,
    metadataUrl: document,
    mayRegister: true,
    mayAsk: true,
    ...more,
  };
}

function next(more: Partial<WayFacts>, ...refused: Way['kind'][]): string {
  return nextWay(facts(more), new Set(refused))?.kind ?? 'none';
}

proves('AUTH-20', 'the ways come in order, and each once', () => {
  expect(next({})).toBe('kept');
  expect(next({}, 'kept')).toBe('metadata-url');
  expect(next({}, 'kept', 'metadata-url')).toBe('register');
  expect(next({}, 'kept', 'metadata-url', 'register')).toBe('ask');
  expect(next({}, 'kept', 'metadata-url', 'register', 'ask')).toBe('none');
});

const plain = { issuer };
for (const [why, more, expected] of [
  [
    'a document that the server does not read',
    {
      kept: undefined,
      server: { ...facts().server, client_id_metadata_document_supported: false },
    },
    'register',
  ],
  [
    'a document that is said to be read in another way than true',
    {
      kept: undefined,
      server: { ...facts().server, client_id_metadata_document_supported: 'true' },
    },
    'register',
  ],
  ['no document', { kept: undefined, metadataUrl: undefined }, 'register'],
  ['no endpoint to register at', { kept: undefined, server: plain }, 'ask'],
  [
    'registering switched off',
    { kept: undefined, metadataUrl: undefined, mayRegister: false },
    'ask',
  ],
  ['nobody to ask', { kept: undefined, server: plain, mayAsk: false }, 'none'],
] as const) {
  proves('AUTH-20', why, () => {
    expect(next(more)).toBe(expected);
  });
}

proves(
  ['AUTH-21', 'AUTH-27'],
  'the client that is configured for exactly this issuer comes first',
  () => {
    const configured = [
      { issuer: `${issuer}/`, clientId: 'with a slash' },
      { issuer, clientId: 'mine' },
    ];
    expect(nextWay(facts({ configured }), new Set())).toEqual({
      kind: 'configured',
      client: configured[1],
    });
    expect(next({ configured }, 'configured')).toBe('none');
  },
);

for (const other of ['https://other.example.com', `${issuer}/`, 'https://AS.example.com']) {
  proves(
    ['AUTH-27', 'AUTH-28'],
    `one that is configured for ${other} leads to no other way`,
    () => {
      expect(next({ configured: [{ issuer: other, clientId: 'x' }] })).toBe('none');
    },
  );
}

proves('AUTH-27', 'a kept client is for its redirect URI', () => {
  expect(next({ redirectUri: 'http://127.0.0.1:4712/callback' })).toBe('metadata-url');
  const { redirectUri: _uri, ...anyUri } = kept;
  expect(_uri).toBe(redirectUri);
  expect(next({ kept: anyUri })).toBe('kept');
});

for (const [secretExpiresAt, expected] of [
  [999, 'metadata-url'],
  [1_000, 'metadata-url'],
  [1_001, 'kept'],
] as const) {
  proves('AUTH-30', `a secret that ends at ${secretExpiresAt}, at 1000`, () => {
    expect(next({ kept: { ...kept, clientSecret: 's', secretExpiresAt } })).toBe(expected);
  });
}

test('what is kept of the configuration is read from there', () => {
  expect(next({ kept: { ...kept, from: 'metadata-url' } })).toBe('metadata-url');
  expect(next({ kept: { ...kept, from: 'configuration' } })).toBe('metadata-url');
  expect(next({ kept: { ...kept, from: 'person' } })).toBe('kept');
});

for (const [error, from, expected] of [
  ['invalid_client', 'registration', true],
  ['unauthorized_client', 'configuration', true],
  ['invalid_request', 'registration', false],
  ['invalid_request', 'metadata-url', true],
  ['invalid_client_metadata', 'metadata-url', true],
  ['access_denied', 'metadata-url', false],
  ['invalid_grant', 'registration', false],
  [undefined, 'metadata-url', false],
] as const) {
  proves('W-56', `${error} is about a client of ${from}: ${expected}`, () => {
    expect(refusesClient(error, { from, clientId: 'c' })).toBe(expected);
  });
}
