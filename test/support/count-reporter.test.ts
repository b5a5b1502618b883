import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { rows } from '../requirements/index.ts';

const claims = Object.values(rows).filter((row) => row.status === 'claimed').length;

interface Outcome {
  readonly exitCode: number | null;
  readonly output: string;
  readonly lastLine: string | undefined;
  readonly proven: unknown;
}

test.each([
  {
    why: 'a full run fails each claimed row without a proof',
    include: 'proves-one-row.ts',
    args: [],
    lastLine: `1 passed, ${claims - 1} failed, 0 skipped`,
    says: ['FAIL W-24 is claimed and not proven: no test names it'],
    proven: { 'W-23': ['proves-one-row.ts > W-23: passes'] },
  },
  {
    why: 'a run of some files only asks for no proofs',
    include: 'proves-one-row.ts,fails-and-skips.ts',
    args: ['proves-one-row.ts'],
    lastLine: '1 passed, 0 failed, 0 skipped',
    says: [],
    proven: undefined,
  },
  {
    why: 'a run of some tests only asks for no proofs',
    include: 'proves-one-row.ts,fails-and-skips.ts',
    args: ['--testNamePattern', 'passes'],
    lastLine: '1 passed, 0 failed, 2 skipped',
    says: [],
    proven: undefined,
  },
  {
    why: 'whatever keeps a run from being clean is a failure',
    include:
      'proves-one-row.ts,expects-nothing.ts,fails-and-skips.ts,does-not-load.ts,leaves-a-rejection.ts',
    args: ['expects', 'fails', 'does-not', 'leaves'],
    lastLine: '1 passed, 4 failed, 1 skipped',
    says: [
      'FAIL does-not-load.ts: this file does not load',
      'FAIL unhandled error: nobody handles this',
    ],
    proven: undefined,
  },
  {
    why: 'a hook that throws is a failure, and so is a run in which no test ran',
    include: 'proves-one-row.ts,breaks-a-hook.ts',
    args: ['breaks'],
    lastLine: '0 passed, 2 failed, 1 skipped',
    says: ['FAIL breaks-a-hook.ts: this hook throws', 'FAIL no test ran'],
    proven: undefined,
  },
  {
    why: 'a run without a file is a failure, even if Vitest is told to pass it',
    include: 'proves-one-row.ts',
    args: ['no-such-file.ts', '--passWithNoTests'],
    lastLine: '0 passed, 1 failed, 0 skipped',
    says: [],
    proven: undefined,
  },
])(
  '$why',
  ({ include, args, lastLine, says, proven }) => {
    const outcome = runVitest(include, args);
    expect(outcome.output).toContain(lastLine);
    expect(outcome.lastLine).toBe(lastLine);
    expect(outcome.exitCode).toBe(lastLine.includes(' 0 failed') ? 0 : 1);
    for (const line of says) expect(outcome.output.split('\n')).toContain(line);
    expect(outcome.proven).toEqual(proven);
  },
  120_000,
);

function runVitest(include: string, args: readonly string[]): Outcome {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const outDir = mkdtempSync(join(tmpdir(), 'rows-'));
  try {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [
        join(root, 'node_modules/vitest/vitest.mjs'),
        'run',
        '--config',
        join(root, 'test/support/rows-fixture/vitest.config.ts'),
        ...args,
      ],
      {
        cwd: root,
        encoding: 'utf8',
        timeout: 100_000,
        env: {
          PATH: process.env['PATH'],
          HOME: process.env['HOME'],
          ROWS_INCLUDE: include,
          ROWS_OUT_DIR: outDir,
        },
      },
    );
    return {
      exitCode: status,
      output: `${stdout}\n${stderr}`,
      lastLine: stdout.trimEnd().split('\n').at(-1),
      proven: readProven(join(outDir, 'rows.json')),
    };
  } finally {
    rmSync(outDir, { recursive: true, force: true });
  }
}

function readProven(path: string): unknown {
  if (!existsSync(path)) return undefined;
  const kept: unknown = JSON.parse(readFileSync(path, 'utf8'));
  return typeof kept === 'object' && kept !== null && 'proven' in kept ? kept.proven : kept;
}
