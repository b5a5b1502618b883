/**
 * How many steps a regular expression may take on a text of some length, by its form: to the power of
 * the repetitions without an end that it has, and twice as many for each character where one stands
 * within another.
 */
export function patternCost(pattern: string, length: number): number {
  const repetitions = repetitionsIn(pattern);
  if (repetitions === Infinity) return 2 ** length;
  // One that is not bound to the start begins anew at every place.
  const isAnchored = pattern.startsWith('^') && !pattern.includes('|');
  return (length + 1) ** (repetitions + (isAnchored ? 0 : 1));
}

/** Long bounded repetitions behave like those without an end. */
const many = 32;

/** Repetitions without an end, or `Infinity` for what may take exponential time. */
function repetitionsIn(pattern: string): number {
  let repetitions = 0;
  /** For each open group: whether it can match in more than one way. */
  const groups: boolean[] = [false];
  let closed: boolean | undefined;
  for (let at = 0; at < pattern.length; at += 1) {
    const unit = pattern[at] ?? '';
    const group = closed;
    closed = undefined;
    if (unit === '\\') {
      // What was matched before may be of any length.
      if (/[1-9k]/.test(pattern[at + 1] ?? '')) return Infinity;
      at += 1;
    } else if (unit === '[') {
      at = endOfClass(pattern, at);
    } else if (unit === '(') {
      groups.push(false);
    } else if (unit === ')') {
      closed = groups.pop() ?? false;
      if (closed) markAll(groups);
    } else if (unit === '|') {
      markLast(groups);
    } else if (isRepetition(pattern, at)) {
      if (group === true) return Infinity;
      repetitions += 1;
      markAll(groups);
    }
  }
  return repetitions;
}

function isRepetition(pattern: string, at: number): boolean {
  const unit = pattern[at];
  if (unit === '*' || unit === '+') return true;
  if (unit !== '{') return false;
  const bounds = /^\{(\d+)(,(\d*))?\}/.exec(pattern.slice(at, at + 24));
  if (bounds === null) return false;
  const [, least, comma, most] = bounds;
  if (comma === undefined) return Number(least) > many;
  return most === '' || Number(most) > many;
}

function endOfClass(pattern: string, start: number): number {
  for (let at = start + 1; at < pattern.length; at += 1) {
    if (pattern[at] === '\\') at += 1;
    else if (pattern[at] === ']') return at;
  }
  return pattern.length;
}

function markLast(groups: boolean[]): void {
  if (groups.length > 0) groups[groups.length - 1] = true;
}

function markAll(groups: boolean[]): void {
  groups.fill(true);
}
