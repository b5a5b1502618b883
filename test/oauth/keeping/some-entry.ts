import type { Entry, TokenSet } from '../../../src/oauth/keeping/entry.ts';

export const issuer = 'https://login.example';
export const serverKey = 'user::notes::https://mcp.example/mcp';

export function someTokens(over: Partial<TokenSet> = {}): TokenSet {
  return {
    accessToken: 'access-1',
    tokenType: 'Bearer',
    refreshToken: 'refresh-1',
    expiresAt: 2_000,
    issuedAt: 1_000,
    resource: 'https://mcp.example/mcp',
    ...over,
  };
}

export function someEntry(tokens: TokenSet = someTokens()): Entry {
  return {
    version: 1,
    issuer,
    issuers: {
      [issuer]: {
        client: { from: 'registration', clientId: 'client-1', clientSecret: 'secret-1' },
        tokens,
      },
    },
  };
}
