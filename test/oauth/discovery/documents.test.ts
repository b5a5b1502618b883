import * as fc from 'fast-check';
import { describe, expect } from 'vitest';
import { systemClock } from '../../../src/oauth/clock.ts';
import { isObject } from '../../../src/oauth/discovery/first-document.ts';
import { readResource } from '../../../src/oauth/discovery/resource-document.ts';
import { readServer } from '../../../src/oauth/discovery/server-document.ts';
import { OAuthError } from '../../../src/oauth/errors.ts';
import { BoundedNetwork } from '../../../src/oauth/network/bounded-network.ts';
import { proves } from '../../support/proves.ts';

const network = new BoundedNetwork({
  fetch: () => Promise.reject(new Error('nothing is sent')),
  allowInsecureLoopback: false,
  clock: systemClock,
});
const issuer = 'https://as.example';
const endpoint = new URL('https://h.example/mcp');

const names = [
  'issuer',
  'token_endpoint',
  'authorization_endpoint',
  'registration_endpoint',
  'mtls_endpoint_aliases',
  'scopes_supported',
  'code_challenge_methods_supported',
  'client_id_metadata_document_supported',
  'resource',
  'authorization_servers',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'toString',
];
const value = fc.oneof(
  fc.constantFrom(issuer, `${issuer}/token`, 'https://h.example', 'http://h', 'javascript:x', null),
  fc.jsonValue(),
  fc.array(fc.oneof(fc.constantFrom('S256', issuer), fc.jsonValue())),
);
const sound: [string, unknown][] = [
  ['issuer', issuer],
  ['token_endpoint', `${issuer}/token`],
  ['resource', endpoint.href],
  ['authorization_servers', [issuer]],
];
const pairs = fc.array(fc.tuple(fc.oneof(fc.constantFrom(...names), fc.string()), value));
/** As they come out of JSON: of two members with a name the last one counts, and `__proto__` is one. */
const documents = fc.tuple(fc.boolean(), pairs).map(([isSound, some]) => {
  const members = [...(isSound ? sound : []), ...some].map(
    ([name, one]) => `${JSON.stringify(name)}:${JSON.stringify(one)}`,
  );
  return JSON.parse(`{${members.join(',')}}`) as Record<string, unknown>;
});

describe('whatever is in a document', () => {
  proves(
    'W-59',
    'that of a server is read, or it is said why not',
    () => {
      fc.assert(
        fc.property(documents, (document) => {
          const reading = readServer(document, { issuer, network, emptyPathSlash: true });
          if (reading.kind !== 'read') {
            expect(reading.why).toMatch(/^\P{Cc}+$/u);
            return;
          }
          const { value: server } = reading;
          expect([issuer, `${issuer}/`]).toContain(server.issuer);
          for (const [name, one] of Object.entries(server)) {
            if (name.endsWith('_endpoint')) expect(one).toMatch(/^https:/i);
            if (name.endsWith('s_supported')) expect(Array.isArray(one)).toBe(true);
          }
          expect(Object.getPrototypeOf(server)).toBe(Object.prototype);
        }),
        { numRuns: 1000 },
      );
    },
    30_000,
  );

  proves(
    'W-59',
    'that of a resource is read, or it is said why not',
    () => {
      fc.assert(
        fc.property(documents, (document) => {
          try {
            const reading = readResource(document, endpoint, false);
            if (reading.kind !== 'read') {
              expect(reading.why).toMatch(/^\P{Cc}+$/u);
              return;
            }
            expect(new URL(reading.value.resource).origin).toBe(endpoint.origin);
            expect(reading.value.authorizationServers.length).toBeGreaterThan(0);
          } catch (error) {
            expect(error instanceof OAuthError && error.code).toBe('RESOURCE_MISMATCH');
          }
        }),
        { numRuns: 1000 },
      );
    },
    30_000,
  );

  proves('W-59', 'only objects are documents', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (document) => {
        expect(isObject(document)).toBe(JSON.stringify(document).startsWith('{'));
      }),
    );
  });
});
