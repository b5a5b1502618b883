// Budgets per door, minified and gzipped, in the way that an application bundles it.

/** As a bundler for this import condition does it; without `esm` it would drop what nobody imports. */
const forRunTime = (condition) => (config) => ({
  ...config,
  format: 'esm',
  // By itself this platform means no condition, and `browser` would mean the one of its name.
  platform: 'neutral',
  mainFields: ['module', 'main'],
  conditions: [condition],
  // The validator of JSON Schema is loaded with the first result that it judges: an application's bundler
  // makes a file of its own of it too. It has a budget of its own below.
  external: [
    ...(config.external ?? []),
    './chunks/default-validator-*',
    './default-validator-*',
    // So are the keys of a sign-in.
    './chunks/keys-*',
    './keys-*',
    '#oauth-fetch',
  ],
  // Chunks import each other for their order too; a bundler may drop that, as `sideEffects` says.
  logOverride: { 'ignored-bare-import': 'silent' },
});

export default [
  {
    // The goal is 20 kB; docs/design.md says what the rest consists of.
    name: 'root door, HTTP over fetch (the validator of JSON Schema is loaded when needed and not counted)',
    path: 'dist/index.js',
    limit: '55 kB',
    gzip: true,
    modifyEsbuildConfig: forRunTime('browser'),
  },
  {
    name: 'root door for a program that uses no helper of it, HTTP over fetch',
    path: 'dist/index.js',
    import: '{ connect, http }',
    limit: '52 kB',
    gzip: true,
    modifyEsbuildConfig: forRunTime('browser'),
  },
  {
    name: 'root door, HTTP over undici (undici itself not counted)',
    path: 'dist/index.js',
    limit: '59 kB',
    gzip: true,
    ignore: ['undici', 'node:*'],
    modifyEsbuildConfig: forRunTime('node'),
  },
  {
    name: 'stdio door',
    path: 'dist/stdio.js',
    limit: '15 kB',
    gzip: true,
    ignore: ['node:*'],
    modifyEsbuildConfig: forRunTime('node'),
  },
  {
    name: 'protocol door',
    path: 'dist/protocol.js',
    limit: '21 kB',
    gzip: true,
    modifyEsbuildConfig: forRunTime('browser'),
  },
  {
    name: 'oauth door (what signs with keys is loaded when needed and not counted)',
    path: 'dist/oauth.js',
    limit: '26 kB',
    gzip: true,
    modifyEsbuildConfig: forRunTime('browser'),
  },
  {
    name: 'oauth door, its Node part',
    path: 'dist/oauth-node.js',
    limit: '10 kB',
    gzip: true,
    ignore: ['undici', 'node:*'],
    modifyEsbuildConfig: forRunTime('node'),
  },
  {
    name: 'garuda door',
    path: 'dist/garuda.js',
    limit: '170 kB',
    gzip: true,
    ignore: ['undici', 'node:*'],
    modifyEsbuildConfig: forRunTime('node'),
  },
  {
    name: 'testing door',
    path: 'dist/testing.js',
    limit: '42 kB',
    gzip: true,
    ignore: ['undici', 'node:*'],
    modifyEsbuildConfig: forRunTime('node'),
  },
  {
    name: 'opentelemetry door',
    path: 'dist/opentelemetry.js',
    limit: '1 kB',
    gzip: true,
    modifyEsbuildConfig: forRunTime('browser'),
  },
  {
    name: 'command',
    path: 'dist/garuda-mcp.js',
    limit: '180 kB',
    gzip: true,
    ignore: ['undici', 'node:*'],
    modifyEsbuildConfig: forRunTime('node'),
  },
  {
    name: 'the validator of JSON Schema, beside the root door',
    path: 'dist/chunks/default-validator-*.js',
    limit: '7 kB',
    gzip: true,
    modifyEsbuildConfig: (config) => ({
      ...config,
      format: 'esm',
      platform: 'neutral',
      external: ['./chunk-*'],
    }),
  },
  {
    name: 'the keys of a sign-in, beside the oauth door',
    path: 'dist/chunks/keys-*.js',
    limit: '8 kB',
    gzip: true,
    modifyEsbuildConfig: (config) => ({
      ...config,
      format: 'esm',
      platform: 'neutral',
      external: ['./chunk-*'],
    }),
  },
];
