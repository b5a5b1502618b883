import type { Spot } from '../text/spot.ts';

const variableName: RegExp = /^[A-Za-z_][\w().-]*$/;

const example = 'write { "NAME": "value" } or ["NAME=value"]';

/** Reads `env`, a map or a list of `NAME=value`. No fault shows a value. */
export function readVariables(spot: Spot): Readonly<Record<string, string>> | undefined {
  const pairs = spot.isList ? readList(spot) : readMembers(spot);
  if (pairs === undefined) return undefined;
  // Not by assignment: `__proto__` is a legal name.
  return Object.fromEntries(pairs);
}

type Pair = readonly [name: string, value: string];

function readMembers(spot: Spot): readonly Pair[] | undefined {
  const pairs: Pair[] = [];
  const members = spot.members('a map of variables, or a list', example);
  for (const { name, at, value } of members ?? []) {
    if (!variableName.test(name)) {
      at.under(spot).fault('expected the name of a variable as key', 'write letters, digits and _');
      continue;
    }
    const text = value.text(
      'text as the value of a variable',
      'write it in double quotation marks',
    );
    if (text !== undefined) pairs.push(addPair(value, name, text));
  }
  return members === undefined ? undefined : pairs;
}

function readList(spot: Spot): readonly Pair[] | undefined {
  const pairs: Pair[] = [];
  const seen = new Set<string>();
  const items = spot.items('a list of variables', example);
  for (const item of items ?? []) {
    const text = item.text('"NAME=value"', 'write each as "NAME=value"');
    if (text === undefined) continue;
    const name = /^([^=]+)=/.exec(text)?.[1];
    if (name === undefined || !variableName.test(name)) {
      item.fault('expected "NAME=value", got other text', 'write each as "NAME=value"');
    } else if (seen.has(name))
      item.fault(`the variable ${name} stands here twice`, 'keep one of the two');
    else {
      seen.add(name);
      pairs.push(addPair(item, name, text.slice(name.length + 1)));
    }
  }
  return items === undefined ? undefined : pairs;
}

function addPair(spot: Spot, name: string, value: string): Pair {
  reportForms(spot, value);
  return [name, value];
}

/** Tells of `${…}` that other programs would replace, and that stays as it is here. */
export function reportForms(spot: Spot, value: string): void {
  const hasOther = [...value.matchAll(/\$\{([^}]*)\}/g)].some(
    ([, name = '']) => !/^[A-Za-z_]\w*$/.test(name),
  );
  if (hasOther)
    spot.notice('only ${NAME} is replaced by a variable; another ${…} in it stays as it is');
}
