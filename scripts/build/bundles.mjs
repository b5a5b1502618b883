/** Each file that the package promises, its source, and what it may import when it runs; a star stands for any rest. */
export const bundles = {
  index: { source: 'src/index.ts', mayImport: ['#exchange'] },
  stdio: { source: 'src/transport/stdio.ts', mayImport: ['node:*'] },
  protocol: { source: 'src/protocol/index.ts', mayImport: [] },
  opentelemetry: { source: 'src/opentelemetry.ts', mayImport: [] },
  oauth: { source: 'src/oauth/index.ts', mayImport: ['#oauth-fetch'] },
  'oauth-node': { source: 'src/oauth/node/index.ts', mayImport: ['node:*', 'undici/*'] },
  'oauth-fetch': { source: 'src/oauth/network/default-fetch.ts', mayImport: [] },
  'oauth-fetch-node': {
    source: 'src/oauth/node/default-fetch.ts',
    mayImport: ['node:*', 'undici/*'],
  },
  testing: { source: 'src/testing/index.ts', mayImport: ['node:*', '#exchange'] },
  'exchange-undici': {
    source: 'src/transport/http/exchange-undici.ts',
    mayImport: ['node:*', 'undici/*'],
  },
  'exchange-fetch': { source: 'src/transport/http/exchange-fetch.ts', mayImport: [] },
  garuda: {
    source: 'src/garuda/index.ts',
    mayImport: ['node:*', '#exchange', '#oauth-fetch', 'undici/*'],
  },
  'garuda-mcp': {
    source: 'src/garuda/cli/main.ts',
    mayImport: ['node:*', '#exchange', '#oauth-fetch', 'undici/*'],
  },
};
