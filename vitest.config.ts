import { defaultServerConditions } from 'vite';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  ssr: { resolve: { conditions: ['@garuda/source', ...defaultServerConditions] } },
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['**/node_modules/**'],
    reporters: ['default', './test/support/count-reporter.ts'],
    coverage: { provider: 'v8', include: ['src/**/*.ts'] },
  },
});
