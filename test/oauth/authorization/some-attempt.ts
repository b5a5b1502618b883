import type { Attempt } from '../../../src/oauth/authorization/attempt.ts';

/** An attempt with nothing special. */
export function someAttempt(more: Partial<Attempt> = {}): Attempt {
  return {
    issuer: 'https://as.example.com',
    promisesIssuer: false,
    clientId: 'client-1',
    redirectUri: 'http://127.0.0.1:4711/callback',
    resource: 'https://mcp.example.com/mcp',
    scope: undefined,
    state: 'the-state',
    verifier: 'v'.repeat(43),
    ...more,
  };
}
