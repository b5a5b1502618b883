import { defaultServerConditions } from 'vite';
import { defineConfig } from 'vitest/config';

// Packages are loaded by Node, which knows no `module`: what a package has there may be for bundlers alone.
const conditions = defaultServerConditions.filter((condition) => condition !== 'module');

export default defineConfig({
  ssr: { resolve: { conditions: ['@garuda/source', ...conditions] } },
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['**/node_modules/**'],
    reporters: ['default', './test/support/count-reporter.ts'],
    coverage: { provider: 'v8', include: ['src/**/*.ts'] },
  },
});
