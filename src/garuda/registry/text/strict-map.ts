import { nearestName } from '../../wording/nearest-name.ts';
import type { Member, Spot } from './spot.ts';

/** Which keys a map may have. */
export interface MapForm {
  /** What it is, such as `a server`. */
  readonly what: string;
  /** What to write where there is no map. */
  readonly example: string;
  readonly keys: readonly string[];
  /** What to write in place of keys that others use, by the key. */
  readonly mistaken?: Readonly<Record<string, string>>;
  /** Keys that are known elsewhere, and why not here. */
  readonly misplaced?: Readonly<Record<string, readonly [problem: string, instead: string]>>;
}

/** The values of a map by key; every key that it may not have is a fault. */
export function readMap(spot: Spot, form: MapForm): ReadonlyMap<string, Spot> | undefined {
  const members = spot.members(`${form.what} in braces`, form.example);
  if (members === undefined) return undefined;
  const known = members.filter((member) => form.keys.includes(member.name));
  for (const member of members) if (!known.includes(member)) reportKey(member, form);
  return new Map(known.map(({ name, value }) => [name, value]));
}

function reportKey(
  { name, at }: Member,
  { what, keys, mistaken = {}, misplaced = {} }: MapForm,
): void {
  const elsewhere = own(misplaced, name);
  if (elsewhere !== undefined) return at.fault(...elsewhere);
  const problem = `${what} has no such key`;
  const instead = own(mistaken, name);
  if (instead !== undefined) return at.fault(problem, instead);
  const nearest = nearestName(name, keys);
  at.fault(
    problem,
    nearest === undefined ? `its keys are ${keys.join(', ')}` : `did you mean "${nearest}"?`,
  );
}

/** A key of a file may be `constructor`. */
function own<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
