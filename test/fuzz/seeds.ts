import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isRevision, revisions, type Revision } from '../../src/protocol/index.ts';
import { leaf, objectOf, treeOf, type Tree } from './json-tree.ts';
import { mutateJson } from './mutate-json.ts';
import type { Random } from './random.ts';

/** A value of the protocol, of a revision and of a type by the specification's name. */
export interface Seed {
  readonly revision: Revision;
  readonly type: string;
  readonly tree: Tree;
}

/** What cases are made from. */
export interface Seeds {
  readonly all: readonly Seed[];
  readonly trees: readonly Tree[];
  readonly results: readonly Seed[];
  readonly requests: readonly Seed[];
  /** Tells one collection from another: the same seed makes the same cases of the same collection only. */
  readonly digest: string;
}

/**
 * The values that the tests keep for each revision, and the specification's own examples where its
 * folder is there: beside the project, or where `MCP_SPEC_EXAMPLES` says.
 *
 * @param root - the folder of the project
 */
export function readSeeds(root: string, examples = true): Seeds {
  const all: Seed[] = [];
  const digest = createHash('sha256');
  const add = (revision: Revision, type: string, value: unknown): void => {
    digest.update(`${revision} ${type} ${JSON.stringify(value)}`);
    all.push({ revision, type, tree: treeOf(value) });
  };
  const corpus = join(root, 'test/protocol/revisions/corpus');
  for (const revision of revisions) {
    for (const folder of [revision, join(revision, 'rejected')]) {
      for (const { type, value } of filesIn(join(corpus, folder))) {
        for (const instance of value as readonly { readonly value: unknown }[]) {
          add(revision, type, instance.value);
        }
      }
    }
  }
  const given = resolve(root, process.env['MCP_SPEC_EXAMPLES'] ?? '../shared/spec/examples');
  for (const revision of examples && existsSync(given) ? readdirSync(given).toSorted() : []) {
    if (!isRevision(revision)) continue;
    for (const type of readdirSync(join(given, revision)).toSorted()) {
      for (const { value } of filesIn(join(given, revision, type))) add(revision, type, value);
    }
  }
  return {
    all,
    trees: all.map(({ tree }) => tree),
    results: all.filter(({ type }) => type.endsWith('Result')),
    requests: all.filter(({ type }) => /Request$|Notification$/.test(type)),
    digest: digest.digest('hex').slice(0, 8),
  };
}

function* filesIn(folder: string): Generator<{ readonly type: string; readonly value: unknown }> {
  if (!existsSync(folder)) return;
  for (const file of readdirSync(folder).toSorted()) {
    if (!file.endsWith('.json')) continue;
    const value: unknown = JSON.parse(readFileSync(join(folder, file), 'utf8'));
    yield { type: file.slice(0, -5), value };
  }
}

const methods = [
  ['tools/call', 'tools/list', 'ping', 'roots/list', 'sampling/createMessage', 'initialize'],
  ['elicitation/create', 'notifications/progress', 'notifications/cancelled', 'tasks/get'],
  [
    'notifications/message',
    'notifications/tools/list_changed',
    'notifications/elicitation/complete',
  ],
  ['', '__proto__', 'constructor', 'toString'],
].flat();

const ids = [
  '0',
  '1',
  '2',
  '3',
  '4',
  '5',
  '6',
  '"1"',
  '"a"',
  'null',
  '1.5',
  '-0',
  '1e999',
  '""',
  '[]',
  '{}',
];

function someId(random: Random): Tree {
  return leaf(ids[random.below(random.oneIn(4) ? ids.length : 7)] ?? '1');
}

/** A message of a peer, mutated so many times. */
export function someMessage(random: Random, seeds: Seeds, changes: number): Tree {
  let message = soundMessage(random, seeds);
  for (let left = changes; left > 0; left -= 1) message = mutateJson(message, random, seeds.trees);
  return message;
}

const version = ['jsonrpc', leaf('"2.0"')] as const;

function soundMessage(random: Random, seeds: Seeds): Tree {
  const method = ['method', leaf(JSON.stringify(random.pick(methods)))] as const;
  const params = ['params', random.pick(seeds.trees)] as const;
  switch (random.below(12)) {
    case 0:
      return objectOf([version, ['id', someId(random)], method, params]);
    case 1:
      return objectOf([version, method, params]);
    case 2:
    case 3:
      return objectOf([version, ['id', someId(random)], ['error', someError(random, seeds)]]);
    case 4: {
      const progress = { progress: random.below(9), ...(random.oneIn(2) && { total: 9 }) };
      const token = ['progressToken', someId(random)] as const;
      const members = Object.entries(progress).map(([name, n]) => [name, leaf(String(n))] as const);
      const about = ['params', objectOf([token, ...members])] as const;
      return objectOf([version, ['method', leaf('"notifications/progress"')], about]);
    }
    case 5: {
      const about = ['params', objectOf([['requestId', someId(random)]])] as const;
      return objectOf([version, ['method', leaf('"notifications/cancelled"')], about]);
    }
    case 6:
      return { kind: 'list', items: manyMessages(random, seeds) };
    case 7:
      return random.pick(seeds.trees);
    default: {
      const answer = ['result', random.pick(seeds.results).tree] as const;
      const id = ['id', someId(random)] as const;
      return objectOf(random.oneIn(3) ? [version, answer, id] : [version, id, answer]);
    }
  }
}

function manyMessages(random: Random, seeds: Seeds): readonly Tree[] {
  return Array.from({ length: random.below(4) }, () => soundMessage(random, seeds));
}

function someError(random: Random, seeds: Seeds): Tree {
  const code = random.pick([
    '-32600',
    '-32601',
    '-32602',
    '-32603',
    '-32022',
    '-32042',
    '-32001',
    '1',
  ]);
  const data = random.pick<Tree>([
    random.pick(seeds.trees),
    leaf('{"supported":["2025-11-25","x"]}'),
  ]);
  return objectOf([
    ['code', leaf(code)],
    ['message', leaf('"no"')],
    ...(random.oneIn(2) ? [['data', data] as const] : []),
  ]);
}
