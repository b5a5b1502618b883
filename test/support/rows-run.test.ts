import { expect, test } from 'vitest';
import type { Row, Rows } from '../requirements/row.ts';
import { judgeRun, provenRows, type RanFile, type RanTest, type Run } from './rows-run.ts';

const rows: Rows = {
  'X-01': row('claimed'),
  'X-02': row('open'),
  'X-03': row({ excluded: 'only a server can' }),
};

const proof: RanTest = { name: 'X-01: holds', state: 'passed', rows: ['X-01'] };
const passed: RanTest = { name: 'passes', state: 'passed', rows: [] };

test.each<{ why: string; run: Partial<Run>; expected: [number, number, number]; says: string[] }>([
  { why: 'a clean run', run: { files: [file(proof, passed)] }, expected: [2, 0, 0], says: [] },
  {
    why: 'a claimed row that no test names',
    run: { files: [file(passed)] },
    expected: [1, 1, 0],
    says: ['X-01 is claimed and not proven: no test names it'],
  },
  {
    why: 'a claimed row whose test failed',
    run: { files: [file({ ...proof, state: 'failed' }, passed)] },
    expected: [1, 2, 0],
    says: ['X-01 is claimed and not proven: none of its tests passed (failed)'],
  },
  {
    why: 'a claimed row whose test was skipped',
    run: { files: [file({ ...proof, state: 'skipped' }, passed)] },
    expected: [1, 1, 1],
    says: ['X-01 is claimed and not proven: none of its tests passed (skipped)'],
  },
  {
    why: 'a claimed row with one passed test among others',
    run: { files: [file({ ...proof, state: 'skipped' }), file(proof)] },
    expected: [1, 0, 1],
    says: [],
  },
  {
    why: 'a partial run, which asks for no proofs',
    run: { files: [file(passed)], full: false },
    expected: [1, 0, 0],
    says: [],
  },
  {
    why: 'no file at all',
    run: { files: [], full: false },
    expected: [0, 1, 0],
    says: ['no test ran'],
  },
  {
    why: 'skipped tests only',
    run: { files: [file({ ...passed, state: 'skipped' })], full: false },
    expected: [0, 1, 1],
    says: ['no test ran'],
  },
  {
    why: 'a test that never ended',
    run: { files: [file(proof, { ...passed, state: 'pending' })] },
    expected: [1, 1, 0],
    says: ['a.test.ts > passes: never ended'],
  },
  {
    why: 'a file that did not load',
    run: { files: [file(proof), { ...file(), errors: ['no such module'], state: 'failed' }] },
    expected: [1, 1, 0],
    says: ['a.test.ts: no such module'],
  },
  {
    why: 'a file that never ended',
    run: { files: [file(proof), { ...file(), state: 'unfinished' }] },
    expected: [1, 1, 0],
    says: ['a.test.ts: never ended'],
  },
  {
    why: 'a file that failed without saying why',
    run: { files: [{ ...file(proof), state: 'failed' }] },
    expected: [1, 1, 0],
    says: ['a.test.ts: failed'],
  },
  {
    why: 'two unhandled errors',
    run: { files: [file(proof)], unhandledErrors: ['one', 'two'] },
    expected: [1, 2, 0],
    says: ['unhandled error: one', 'unhandled error: two'],
  },
])('$why', ({ run, expected: [passes, failures, skips], says }) => {
  const verdict = judgeRun({ files: [], unhandledErrors: [], full: true, ...run }, rows);
  expect(verdict).toEqual({ passed: passes, failed: failures, skipped: skips, problems: says });
});

test('only passed tests prove their rows, each with its file', () => {
  const failed: RanTest = { name: 'fails', state: 'failed', rows: ['X-02'] };
  const both: RanTest = { name: 'both', state: 'passed', rows: ['X-01', 'X-03'] };
  expect(provenRows([file(proof, failed), file(both)])).toEqual({
    'X-01': ['a.test.ts > X-01: holds', 'a.test.ts > both'],
    'X-03': ['a.test.ts > both'],
  });
});

function row(status: Row['status']): Row {
  return { revisions: ['2026-07-28'], behaviour: 'It holds.', source: 'a page', status };
}

function file(...tests: readonly RanTest[]): RanFile {
  const state = tests.some((one) => one.state === 'failed') ? 'failed' : 'passed';
  return { path: 'a.test.ts', errors: [], state, tests };
}
