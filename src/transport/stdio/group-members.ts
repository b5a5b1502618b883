import { readdirSync, readFileSync } from 'node:fs';

/**
 * Whether a process of a group still runs, as `/proc` has it; `undefined` where that cannot be told.
 *
 * The dead count for a signal until their parent takes notice, which takes seconds under some init
 * programs and never happens under others (containers), so that a signal alone cannot tell.
 */
export function hasLivingMember(group: number): boolean | undefined {
  let entries: readonly string[];
  try {
    entries = readdirSync('/proc');
  } catch {
    return undefined;
  }
  const processes = entries.filter((entry) => entry[0] !== undefined && isDigit(entry[0]));
  if (processes.length === 0) return undefined;
  return processes.some((id) => {
    const facts = readFacts(id);
    return (
      facts !== undefined && facts.group === group && facts.state !== 'Z' && facts.state !== 'X'
    );
  });
}

function readFacts(id: string): { readonly state: string; readonly group: number } | undefined {
  try {
    const line = readFileSync(`/proc/${id}/stat`, 'latin1');
    // The name in front is in brackets and may itself hold some.
    const [state = '', , group] = line.slice(line.lastIndexOf(')') + 2).split(' ', 3);
    return { state, group: Number(group) };
  } catch {
    // It ended in the meantime, or is not ours to look at.
    return undefined;
  }
}

function isDigit(character: string): boolean {
  return character >= '0' && character <= '9';
}
