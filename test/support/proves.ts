import { expect, test, type TestContext } from 'vitest';
import type { RowId } from '../requirements/index.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** The requirement rows that this test proves when it passes. */
    rows?: readonly string[];
  }
}

/**
 * Registers a test that proves one row of `test/requirements/`, or several of them.
 *
 * An id that is not in the data does not compile. A row counts as proven once at least one of its tests has passed, so one row can have many
 * tests: a table is an ordinary loop that calls this for each entry. A body in which nothing is expected fails, since it could prove nothing.
 */
export function proves(
  ids: RowId | readonly RowId[],
  title: string,
  body: (context: TestContext) => void | Promise<void>,
  timeoutMs?: number,
): void {
  const rows = typeof ids === 'string' ? [ids] : [...ids];
  const options = {
    meta: { rows },
    ...(timeoutMs === undefined ? {} : { timeout: timeoutMs }),
  };
  test(`${rows.join(', ')}: ${title}`, options, async (context) => {
    expect.hasAssertions();
    await body(context);
  });
}
