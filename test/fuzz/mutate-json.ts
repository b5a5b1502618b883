import { leaf, type Member, type Tree } from './json-tree.ts';
import type { Random } from './random.ts';

/** Changes a JSON text in one place, at random. `donors` lend parts of themselves. */
export function mutateJson(tree: Tree, random: Random, donors: readonly Tree[]): Tree {
  if (random.below(4) > 0) {
    if (tree.kind === 'list' && tree.items.length > 0) {
      const at = random.below(tree.items.length);
      return { ...tree, items: tree.items.with(at, mutateJson(itemAt(tree, at), random, donors)) };
    }
    if (tree.kind === 'object' && tree.members.length > 0) {
      const at = random.below(tree.members.length);
      const [name, value] = tree.members[at] as Member;
      return { ...tree, members: tree.members.with(at, [name, mutateJson(value, random, donors)]) };
    }
  }
  if (tree.kind === 'object' && random.below(3) > 0) return mutateObject(tree, random, donors);
  if (tree.kind === 'list' && random.below(3) > 0) return mutateList(tree, random, donors);
  switch (random.below(8)) {
    case 0:
      return { kind: 'list', items: [tree] };
    case 1:
      return { kind: 'object', members: [[oddName(random), tree]] };
    case 2:
      return partOf(random.pick(donors), random);
    default:
      return oddValue(random);
  }
}

function itemAt(tree: Extract<Tree, { kind: 'list' }>, at: number): Tree {
  return tree.items[at] as Tree;
}

function mutateObject(
  tree: Extract<Tree, { kind: 'object' }>,
  random: Random,
  donors: readonly Tree[],
): Tree {
  const { members } = tree;
  const at = random.below(Math.max(1, members.length));
  const member = members[at];
  const other = members[random.below(Math.max(1, members.length))];
  const added: Member = [oddName(random), oddValue(random)];
  if (member === undefined || other === undefined) return { ...tree, members: [added] };
  switch (random.below(7)) {
    case 0:
      return { ...tree, members: members.toSpliced(at, 1) };
    case 1:
      return { ...tree, members: [...members, [member[0], oddValue(random)]] };
    case 2:
      return { ...tree, members: members.with(at, [oddName(random), member[1]]) };
    case 3:
      return { ...tree, members: members.with(at, [member[0], other[1]]) };
    case 4:
      return { ...tree, members: members.toReversed() };
    case 5:
      return {
        ...tree,
        members: members.with(at, [member[0], partOf(random.pick(donors), random)]),
      };
    default:
      return { ...tree, members: members.toSpliced(at, 0, added) };
  }
}

function mutateList(
  tree: Extract<Tree, { kind: 'list' }>,
  random: Random,
  donors: readonly Tree[],
): Tree {
  const { items } = tree;
  const at = random.below(Math.max(1, items.length));
  const item = items[at];
  switch (random.below(5)) {
    case 0:
      return { ...tree, items: items.toSpliced(at, 1) };
    case 1:
      return { ...tree, items: item === undefined ? items : [...items, item, item] };
    case 2:
      return { ...tree, items: items.toReversed() };
    case 3:
      return { ...tree, items: items.toSpliced(at, 0, partOf(random.pick(donors), random)) };
    default:
      return { ...tree, items: items.toSpliced(at, 0, oddValue(random)) };
  }
}

function partOf(tree: Tree, random: Random): Tree {
  let part = tree;
  while (random.below(3) > 0) {
    const below = part.kind === 'list' ? part.items : part.kind === 'object' ? part.members : [];
    if (below.length === 0) return part;
    const step = random.pick<Tree | Member>(below);
    part = 'kind' in step ? step : step[1];
  }
  return part;
}

/** Names that mean something to the language or to the protocol, and names that are none. */
const names = [
  ['', '__proto__', 'constructor', 'prototype', 'toString', 'valueOf', 'hasOwnProperty'],
  ['toJSON', 'then', 'length', 'kind', '0', '-1', '\0', '\ufeff', '\u2028', ' id', 'ID'],
  ['id', 'method', 'result', 'error', 'params', 'jsonrpc', '_meta', 'code', 'message', 'data'],
  ['resultType', 'content', 'type', 'text', 'progressToken', 'requestId', 'nextCursor', 'task'],
]
  .flat()
  .map((name) => JSON.stringify(name));
const oddNames = [...names, String.raw`"\ud800"`, String.raw`"\udfff\ud800"`];

function oddName(random: Random): string {
  return random.oneIn(500)
    ? JSON.stringify('n'.repeat(random.below(5_000)))
    : random.pick(oddNames);
}

const oddLeaves = [
  ['null', 'true', 'false', '0', '1', '2', '3', '-0', '-1', '0.5', '1.0', '1e0', '1e999', '-1e999'],
  [
    '1e-400',
    '9007199254740991',
    '9007199254740993',
    '2147483648',
    '123456789012345678901234567890',
  ],
  [
    '""',
    '" "',
    '"1"',
    '"2.0"',
    '"null"',
    '"__proto__"',
    '"constructor"',
    '"toString"',
    '"complete"',
  ],
  [
    '"input_required"',
    '"text"',
    '"ping"',
    '"2025-11-25"',
    '"2026-07-28"',
    '-32022',
    '-32602',
    '-32001',
  ],
  [
    '"\\u0000"',
    '"\\ud800"',
    '"\\udc00\\ud800"',
    '"\\ufeff"',
    '"\\u2028\\u202e"',
    '"\\r\\n"',
    '"é😀"',
  ],
  [
    '[]',
    '{}',
    '[[]]',
    '[null]',
    '{"":0}',
    '{"toString":1,"valueOf":2}',
    '{"toJSON":1}',
    '{"then":1}',
  ],
  [
    '{"__proto__":{"polluted":1}}',
    '{"constructor":{"prototype":{"polluted":1}}}',
    '{"length":1e9}',
  ],
]
  .flat()
  .map(leaf);

function oddValue(random: Random): Tree {
  if (!random.oneIn(300)) return random.pick(oddLeaves);
  const size = 2 ** random.between(4, 13);
  switch (random.below(4)) {
    case 0:
      return leaf('['.repeat(size) + ']'.repeat(size));
    case 1:
      return leaf('{"a":'.repeat(size) + '1' + '}'.repeat(size));
    case 2:
      return leaf(JSON.stringify(random.pick(['x', 'é', '😀', '"', '\\', '\n']).repeat(size)));
    default:
      return leaf(`[${'0,'.repeat(size)}0]`);
  }
}
