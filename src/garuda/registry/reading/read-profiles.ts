import { nearestName } from '../../wording/nearest-name.ts';
import { serverName } from '../server-name.ts';
import type { Spot } from '../text/spot.ts';

/** Server names by the name of a profile, sorted, each once. */
export type Profiles = Readonly<Record<string, readonly string[]>>;

const example = 'write { "work": ["SERVER", "SERVER"] }';

/** Reads `profiles`. A server of another file may be meant, so an unknown name is no fault. */
export function readProfiles(spot: Spot, known: readonly string[]): Profiles {
  const entries = (spot.members('a map of profiles', example) ?? []).map(({ name, at, value }) => {
    if (!/^[A-Za-z0-9][\w.-]{0,63}$/.test(name))
      at.fault('this is no name of a profile', 'write letters, digits, "-" and "_", at most 64');
    return [name, readNames(value, known)] as const;
  });
  return Object.fromEntries(entries);
}

function readNames(spot: Spot, known: readonly string[]): readonly string[] {
  const names: string[] = [];
  for (const item of spot.items('a list of server names', 'write ["SERVER", "SERVER"]') ?? []) {
    const name = item.word('the name of a server', 'write it in double quotation marks');
    if (name === undefined) continue;
    const nearest = known.includes(name) ? undefined : nearestName(name, known);
    if (!serverName.test(name)) {
      item.fault(
        `${item.shown} is no name of a server`,
        'write lower-case letters, digits and "_"',
      );
      continue;
    }
    if (nearest !== undefined) {
      item.notice(`there is no server ${item.shown} in this file; did you mean "${nearest}"?`);
    }
    names.push(name);
  }
  return [...new Set(names)].toSorted();
}

/** Reads `activeProfile`. One that is not defined means all servers, which is worth telling. */
export function readActiveProfile(spot: Spot | undefined, profiles: Profiles): string {
  const name = spot?.word('the name of a profile', 'write it in double quotation marks');
  if (spot === undefined || name === undefined) return 'default';
  if (name === 'default' || Object.hasOwn(profiles, name)) return name;
  const nearest = nearestName(name, Object.keys(profiles));
  if (nearest === undefined)
    spot.notice(`there is no profile ${spot.shown}, so all enabled servers are meant`);
  else spot.fault(`there is no profile ${spot.shown}`, `did you mean "${nearest}"?`);
  return name;
}
