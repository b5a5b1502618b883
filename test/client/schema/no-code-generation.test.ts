import { execFileSync } from 'node:child_process';
import { build } from 'esbuild';
import { join } from 'node:path';
import { expect } from 'vitest';
import { proves } from '../../support/proves.ts';
import { root } from '../../support/repository.ts';

proves(
  ['JSC-06', 'W-12'],
  'the validator works where code may not be made from strings',
  async () => {
    const outfile = join(root, '.cache/no-code-generation.mjs');
    await build({
      stdin: {
        contents: `
          import { defaultValidator } from './src/client/schema/default-validator.ts';
          const validate = defaultValidator.compile({ properties: { a: { pattern: '^x' } }, required: ['a'] });
          let made = 'made';
          try { new Function('return 1')(); } catch { made = 'refused'; }
          console.log(validate({ a: 'x' }).length, validate({ a: 'y' }).length, made);
        `,
        resolveDir: root,
        loader: 'ts',
      },
      bundle: true,
      format: 'esm',
      platform: 'neutral',
      mainFields: ['module', 'main'],
      outfile,
    });
    const output = execFileSync(
      process.execPath,
      ['--disallow-code-generation-from-strings', outfile],
      { encoding: 'utf8' },
    );
    expect(output).toBe('0 1 refused\n');
  },
  30_000,
);
