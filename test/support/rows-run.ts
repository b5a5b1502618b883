import type { Rows } from '../requirements/row.ts';

/** A test as it ended. `pending` is one that began or waited and never ended. */
export interface RanTest {
  readonly name: string;
  readonly state: 'passed' | 'failed' | 'skipped' | 'pending';
  readonly rows: readonly string[];
}

/** A test file as it ended. Its errors are those outside its tests: it did not load, or a hook of a suite failed. */
export interface RanFile {
  readonly path: string;
  readonly errors: readonly string[];
  readonly state: 'passed' | 'failed' | 'skipped' | 'unfinished';
  readonly tests: readonly RanTest[];
}

export interface Run {
  readonly files: readonly RanFile[];
  /** Errors that no test and no file caught. */
  readonly unhandledErrors: readonly string[];
  /** Whether every test file ran with nothing filtered out, so that a missing proof means something. */
  readonly full: boolean;
}

export interface Verdict {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** What failed besides the tests, a line each. */
  readonly problems: readonly string[];
}

/** Counts a run: whatever keeps it from being a clean one is a failure, so that no broken run can look like a good one. */
export function judgeRun(run: Run, rows: Rows): Verdict {
  const tests = run.files.flatMap((file) => file.tests);
  const count = (state: RanTest['state']): number =>
    tests.filter((test) => test.state === state).length;
  const problems = [
    ...run.files.flatMap(problemsOfFile),
    ...run.unhandledErrors.map((message) => `unhandled error: ${message}`),
    ...(count('passed') + count('failed') === 0 ? ['no test ran'] : []),
    ...(run.full ? unprovenClaims(tests, rows) : []),
  ];
  return {
    passed: count('passed'),
    failed: count('failed') + problems.length,
    skipped: count('skipped'),
    problems,
  };
}

/** The names of the passed tests of each row, in the order of the run. */
export function provenRows(files: readonly RanFile[]): Record<string, string[]> {
  const proven: Record<string, string[]> = {};
  for (const file of files) {
    for (const test of file.tests) {
      if (test.state !== 'passed') continue;
      for (const id of test.rows) (proven[id] ??= []).push(`${file.path} > ${test.name}`);
    }
  }
  return proven;
}

function problemsOfFile(file: RanFile): string[] {
  const unended = file.tests.filter((test) => test.state === 'pending');
  const problems = [
    ...unended.map((test) => `${file.path} > ${test.name}: never ended`),
    ...file.errors.map((message) => `${file.path}: ${message}`),
  ];
  const told = problems.length > 0 || file.tests.some((test) => test.state === 'failed');
  if (!told && file.state === 'unfinished') problems.push(`${file.path}: never ended`);
  if (!told && file.state === 'failed') problems.push(`${file.path}: failed`);
  return problems;
}

function unprovenClaims(tests: readonly RanTest[], rows: Rows): string[] {
  return Object.entries(rows).flatMap(([id, row]) => {
    if (row.status !== 'claimed') return [];
    const own = tests.filter((test) => test.rows.includes(id));
    if (own.some((test) => test.state === 'passed')) return [];
    const reason =
      own.length === 0
        ? 'no test names it'
        : `none of its tests passed (${own.map((test) => test.state).join(', ')})`;
    return [`${id} is claimed and not proven: ${reason}`];
  });
}
