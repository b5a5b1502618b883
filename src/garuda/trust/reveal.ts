import { cleanLine } from '../cleaning/index.ts';
import { escapeChar } from '../wording/unseen.ts';

/**
 * What is agreed to, on one line. Here nothing is taken away, as it is from texts that are only read: a program would
 * still get what the person did not see. What a terminal obeys, what has no shape, and spaces that are not the usual one
 * stand there as escapes such as `\u001b`.
 */
export function revealLine(text: string): string {
  return cleanLine(text.replaceAll(hidden, escapeChar));
}

const hidden =
  /(?! )[\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb\u2800]/gu;
