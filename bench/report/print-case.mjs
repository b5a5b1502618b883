import { goals } from '../goals.mjs';
import { columns, mainColumn } from './columns.mjs';
import { describeGoal, verdictWords } from './goal-words.mjs';
import { judge } from './judge.mjs';
import { formatNumber, formatSpread } from './numbers.mjs';
import { textTable } from './text-table.mjs';

/**
 * @param {import('../cases.mjs').Case} kase
 * @param {import('../measure-case.mjs').CaseResult} result
 */
export function printCase(kase, { spreads, errors, repeated, noisy, rounds }) {
  const notes = [
    rounds === 1 ? '1 round' : `${rounds} rounds`,
    ...(repeated > 0 ? [`${repeated} repeated`] : []),
    ...(noisy > 0 ? [`${noisy} disturbed by other work`] : []),
  ];
  console.log(`\n${kase.name}: ${kase.title} (${notes.join(', ')})`);
  const shown = columns[kase.measure].filter(({ figure }) =>
    Object.values(spreads).some((figures) => figures[figure] !== undefined),
  );
  const floors = kase.floors.filter((name) => spreads[name] !== undefined);
  const main = mainColumn(kase);
  const head = ['client', ...shown.map(({ title }) => title), ...floors.map((name) => `× ${name}`)];
  const rows = Object.entries(spreads).map(([name, figures]) => [
    name,
    ...shown.map(({ figure }) => (figures[figure] ? formatSpread(figures[figure]) : '')),
    ...floors.map((floor) => ratio(main, figures, spreads[floor])),
  ]);
  if (rows.length > 0) for (const line of textTable([head, ...rows])) console.log(line);
  for (const [name, error] of errors) console.log(`  ${name} failed: ${firstWords(error)}`);
  for (const goal of goals.filter((one) => one.case === kase.name)) printGoal(goal, spreads);
}

/** How many times the floor's it is, so that more is always worse. */
function ratio({ figure, isRate }, figures, floor) {
  const [own, least] = [figures[figure].median, floor[figure].median];
  return formatNumber(isRate ? least / own : own / least);
}

/** Node.js prints the place before the error. */
function firstWords(error) {
  const lines = error.split('\n');
  return lines.find((line) => /^\w*Error\b/u.test(line)) ?? lines[0];
}

function printGoal(goal, spreads) {
  const judged = judge(goal, spreads);
  if (judged === undefined) return;
  const said = judged.reached.map(({ name, value, stands }) => {
    return `${name} ${verdictWords[stands]} (${formatNumber(value)})`;
  });
  console.log(`  goal: ${goal.what} ${describeGoal(goal, judged)}: ${said.join(', ')}`);
}
