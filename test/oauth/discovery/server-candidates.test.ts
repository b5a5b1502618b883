import { describe, expect } from 'vitest';
import { serverCandidates } from '../../../src/oauth/discovery/server-candidates.ts';
import { proves } from '../../support/proves.ts';

const ofServers = [
  {
    issuer: 'https://as.example/tenant1',
    candidates: [
      'https://as.example/.well-known/oauth-authorization-server/tenant1',
      'https://as.example/.well-known/openid-configuration/tenant1',
      'https://as.example/tenant1/.well-known/openid-configuration',
    ],
  },
  {
    issuer: 'https://as.example/a/b/',
    candidates: [
      'https://as.example/.well-known/oauth-authorization-server/a/b',
      'https://as.example/.well-known/openid-configuration/a/b',
      'https://as.example/a/b/.well-known/openid-configuration',
    ],
  },
  {
    issuer: 'https://as.example',
    candidates: [
      'https://as.example/.well-known/oauth-authorization-server',
      'https://as.example/.well-known/openid-configuration',
    ],
  },
  {
    issuer: 'https://as.example:8443/',
    candidates: [
      'https://as.example:8443/.well-known/oauth-authorization-server',
      'https://as.example:8443/.well-known/openid-configuration',
    ],
  },
] as const;

describe('metadata of an authorization server', () => {
  for (const { issuer, candidates } of ofServers) {
    proves(new URL(issuer).pathname === '/' ? 'AUTH-11' : 'AUTH-10', issuer, () => {
      expect(serverCandidates(new URL(issuer))).toEqual(candidates);
    });
  }
});
