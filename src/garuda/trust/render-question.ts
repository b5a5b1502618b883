import type { Question } from './question.ts';

/**
 * A question as lines for a terminal. Values stand behind their label, and folded lines of a text behind a bar: none
 * begins where ours begin.
 *
 * @public
 */
export function renderQuestion(question: Question): readonly string[] {
  const { title, facts, warnings, comparisons } = question;
  const width = Math.max(0, ...facts.map(({ label }) => label.length));
  const lines = [title];
  for (const { label, value } of facts) lines.push(`  ${`${label}:`.padEnd(width + 1)} ${value}`);
  for (const text of warnings) lines.push(`  ! ${text}`);
  for (const { name, what, before = [], after = [] } of comparisons) {
    lines.push(`  ${what} "${name}"`);
    for (const line of before) lines.push(`    - | ${line}`);
    for (const line of after) lines.push(`    + | ${line}`);
  }
  return lines;
}
