import { goals } from '../goals.mjs';
import { describeGoal, verdictWords } from './goal-words.mjs';
import { judge, verdictOf } from './judge.mjs';
import { formatNumber } from './numbers.mjs';
import { textTable } from './text-table.mjs';

const PEER = 'official';

/** @param {ReadonlyMap<string, import('../measure-case.mjs').CaseResult>} results - by the case's name */
export function printSummary(results) {
  const judged = goals.flatMap((goal) => {
    const spreads = results.get(goal.case)?.spreads;
    const found = spreads && judge(goal, spreads);
    return found === undefined ? [] : [{ goal, spreads, judged: found, verdict: verdictOf(found) }];
  });
  if (judged.length === 0) return;
  const head = ['goal', 'is', 'garuda', 'modern', 'over fetch', PEER, 'floor', 'floor then', ''];
  console.log('\nSummary: medians');
  for (const line of textTable([head, ...judged.map(summaryRow)])) console.log(line);
  const count = (verdict) => judged.filter((one) => one.verdict === verdict).length;
  console.log(
    `of ${judged.length} goals ${count('met')} met, ${count('by ratio')} met by ratio, ${count('missed')} missed`,
  );
  if (count('by ratio') > 0) {
    console.log(
      'by ratio: over the figure, and as near to the floor as the goal was when it was set, on a faster machine',
    );
  }
}

function summaryRow({ goal, spreads, judged, verdict }) {
  const { figure, floorThen } = goal;
  const median = (name) => {
    const spread = spreads[name]?.[figure];
    return spread === undefined ? '' : formatNumber(spread.median);
  };
  return [
    goal.what,
    describeGoal(goal, judged),
    ...['garuda', 'garuda-modern', 'garuda-fetch', PEER].map(median),
    judged.floor === undefined ? '' : formatNumber(judged.floor),
    floorThen === undefined ? '' : formatNumber(floorThen),
    verdictWords[verdict],
  ];
}
