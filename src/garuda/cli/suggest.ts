import { nearestName } from '../wording/nearest-name.ts';
import { cleanLine } from './output/clean-text.ts';

/** Words that follow an error about an unknown name: what was probably meant, else what there is. */
export function suggestion(typed: string, known: readonly string[]): string {
  const nearest = nearestName(typed, known);
  if (nearest !== undefined) return `; did you mean ${cleanLine(nearest)}?`;
  if (known.length === 0) return '';
  const shown = known.slice(0, mostShown).map(cleanLine).join(', ');
  const more = known.length - mostShown;
  return `; there is ${shown}${more > 0 ? ` and ${more} more` : ''}`;
}

const mostShown = 12;
