import type { TrustClass, TrustNote } from '../definition.ts';
import { nearestName } from '../../wording/nearest-name.ts';
import type { Spot } from '../text/spot.ts';
import { readMap } from '../text/strict-map.ts';

const classes: readonly TrustClass[] = [
  'trusted_recipe',
  'trusted_local',
  'sandboxed_local',
  'remote_http',
  'blocked',
];
const example = 'write { "class": "trusted_local" }';

/** Reads `trust`. A class that is unknown is kept: whoever decides takes it for `blocked`. */
export function readTrust(spot: Spot): TrustNote | undefined {
  const form = { what: 'trust', example, keys: ['class', 'approvedBy', 'approvedAt', 'reason'] };
  const found = readMap(spot, form);
  if (found === undefined) return undefined;
  const place = found.get('class');
  if (place === undefined) spot.fault('trust has no "class"', example);
  const name = place?.word('the name of a class', `write one of ${classes.join(', ')}`);
  if (name !== undefined && !classes.some((one) => one === name)) {
    const nearest = nearestName(name, classes);
    const hint =
      nearest === undefined
        ? `the classes are ${classes.join(', ')}`
        : `did you mean "${nearest}"?`;
    place?.notice(`${place.shown} is no class of trust, so the server is blocked; ${hint}`);
  }
  const note = (key: string): string | undefined => found.get(key)?.text();
  if (name === undefined) return undefined;
  return {
    class: name,
    approvedBy: note('approvedBy'),
    approvedAt: note('approvedAt'),
    reason: note('reason'),
  };
}
