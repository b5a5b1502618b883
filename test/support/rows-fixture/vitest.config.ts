import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const outDir = process.env['ROWS_OUT_DIR'] ?? '.';

/** Runs the programs of this folder that `ROWS_INCLUDE` names, with the reporter under test. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  cacheDir: `${outDir}/cache`,
  test: {
    include: (process.env['ROWS_INCLUDE'] ?? '').split(','),
    reporters: [['../count-reporter.ts', { rowsFile: `${outDir}/rows.json` }]],
  },
});
