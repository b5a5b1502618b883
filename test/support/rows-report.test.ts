import { expect, test } from 'vitest';
import type { Row } from '../requirements/row.ts';
import { reportRows } from './rows-report.ts';

test('each group says what is proven, open, excluded and why, and which claims have no proof', () => {
  const groups = [
    {
      prefix: 'X',
      title: 'Examples',
      tables: [
        { 'X-01': row('claimed'), 'X-02': row('claimed'), 'X-03': row('open') },
        { 'X-04': row('open'), 'X-05': row({ excluded: 'only a server can' }) },
      ],
    },
    { prefix: 'Y', title: 'Others', tables: [{ 'Y-01': row({ excluded: 'not here' }) }] },
  ];
  const proven = { 'X-01': ['a test'], 'X-04': ['a test'], 'Y-01': ['a test'] };

  expect(reportRows(groups, proven)).toEqual({
    lines: [
      'X    Examples                     2 proven   1 open   1 excluded   1 claimed but unproven',
      '       X-05 excluded: only a server can',
      '       claimed but unproven: X-02',
      '       proven and not yet claimed: X-04',
      'Y    Others                       0 proven   0 open   1 excluded   0 claimed but unproven',
      '       Y-01 excluded: not here (but a test says that it proves it)',
      'all  6 rows                       2 proven   1 open   2 excluded   1 claimed but unproven',
    ],
    unproven: ['X-02'],
  });
});

function row(status: Row['status']): Row {
  return { revisions: ['2026-07-28'], behaviour: 'It holds.', source: 'a page', status };
}
