import type { Group } from '../requirements/index.ts';
import type { Row } from '../requirements/row.ts';

export interface RowsReport {
  readonly lines: readonly string[];
  /** The ids of the claimed rows that no passed test proves. */
  readonly unproven: readonly string[];
}

/** The names of the passed tests by row. */
export type Proven = Readonly<Record<string, readonly string[]>>;

type Verdict = 'proven' | 'open' | 'excluded' | 'unproven';

/** Says of each group how many rows are proven, open and excluded, and why, and which claims have no proof. */
export function reportRows(groups: readonly Group[], proven: Proven): RowsReport {
  const lines: string[] = [];
  const all = { proven: 0, open: 0, excluded: 0, unproven: 0 };
  const unproven: string[] = [];
  for (const group of groups) {
    const entries = group.tables.flatMap((table) => Object.entries(table));
    const ids = idsByVerdict(entries, proven);
    lines.push(
      `${group.prefix.padEnd(5)}${group.title.padEnd(26)}${countLine(lengths(ids))}`,
      ...details(entries, ids, proven),
    );
    for (const verdict of verdicts) all[verdict] += ids[verdict].length;
    unproven.push(...ids.unproven);
  }
  const total = all.proven + all.open + all.excluded + all.unproven;
  lines.push(`${'all'.padEnd(5)}${`${total} rows`.padEnd(26)}${countLine(all)}`);
  return { lines, unproven };
}

const verdicts = ['proven', 'open', 'excluded', 'unproven'] as const;

function verdictOf(row: Row, tests: readonly string[]): Verdict {
  if (typeof row.status === 'object') return 'excluded';
  if (tests.length > 0) return 'proven';
  return row.status === 'claimed' ? 'unproven' : 'open';
}

function idsByVerdict(
  entries: readonly (readonly [string, Row])[],
  proven: Proven,
): Record<Verdict, string[]> {
  const ids: Record<Verdict, string[]> = { proven: [], open: [], excluded: [], unproven: [] };
  for (const [id, row] of entries) ids[verdictOf(row, proven[id] ?? [])].push(id);
  return ids;
}

function lengths(ids: Record<Verdict, readonly string[]>): Record<Verdict, number> {
  return {
    proven: ids.proven.length,
    open: ids.open.length,
    excluded: ids.excluded.length,
    unproven: ids.unproven.length,
  };
}

function countLine(count: Record<Verdict, number>): string {
  const words = {
    proven: 'proven',
    open: 'open',
    excluded: 'excluded',
    unproven: 'claimed but unproven',
  };
  return verdicts
    .map((verdict) => `${String(count[verdict]).padStart(4)} ${words[verdict]}`)
    .join('');
}

function details(
  entries: readonly (readonly [string, Row])[],
  ids: Record<Verdict, readonly string[]>,
  proven: Proven,
): string[] {
  const lines: string[] = [];
  for (const [id, { status }] of entries) {
    if (typeof status !== 'object') continue;
    const odd = proven[id] === undefined ? '' : ' (but a test says that it proves it)';
    lines.push(`       ${id} excluded: ${status.excluded}${odd}`);
  }
  if (ids.unproven.length > 0)
    lines.push(`       claimed but unproven: ${ids.unproven.join(', ')}`);
  const unclaimed = entries
    .filter(([id, row]) => row.status === 'open' && proven[id] !== undefined)
    .map(([id]) => id);
  if (unclaimed.length > 0)
    lines.push(`       proven and not yet claimed: ${unclaimed.join(', ')}`);
  return lines;
}
