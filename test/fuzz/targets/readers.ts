import {
  readerOf,
  revisions,
  strictReaderOf,
  type Parsed,
  type Parser,
  type Revision,
  type RevisionReader,
} from '../../../src/protocol/index.ts';
import { writeTree } from '../json-tree.ts';
import { mutateJson } from '../mutate-json.ts';
import type { Random } from '../random.ts';
import type { Seeds } from '../seeds.ts';
import { smallerJson } from '../smaller-json.ts';
import { fingerprint, must, trialOf, type Kind, type Target } from '../trial.ts';

/** A value, and what it is read as. */
interface ReadersInput {
  readonly revision: Revision;
  readonly what: 'result' | 'page' | 'entry' | 'params' | 'input' | 'task' | 'error';
  /** A method, or the code of an error. */
  readonly name: string;
  readonly text: string;
}

const kind: Kind<ReadersInput> = {
  check,
  *smaller(input) {
    for (const text of smallerJson(input.text)) yield { ...input, text };
  },
  show: (input) => JSON.stringify(input),
};

/** The readers of all revisions, strict and tolerant. */
export const readersTarget: Target = {
  name: 'readers',
  weight: 25,
  make: (random, seeds) => trialOf(someInput(random, seeds), kind),
};

function someInput(random: Random, seeds: Seeds): ReadersInput {
  // Mostly in the revision that the value is of, where it fits best.
  const seed = random.pick(seeds.all);
  const revision = random.oneIn(4) ? random.pick(revisions) : seed.revision;
  let tree = seed.tree;
  for (let left = random.below(4); left > 0; left -= 1)
    tree = mutateJson(tree, random, seeds.trees);
  const what = random.pick([
    'result',
    'result',
    'page',
    'entry',
    'params',
    'params',
    'input',
    'task',
    'error',
  ] as const);
  const { methods } = readerOf(revision);
  const sent = Object.keys(methods.sentRequests);
  const received = [
    ...Object.keys(methods.receivedRequests),
    ...Object.keys(methods.receivedNotifications),
  ];
  const names =
    what === 'params' ? received : what === 'error' ? ['-32042', '-32021', '-32022'] : sent;
  return {
    revision,
    what,
    name: random.oneIn(50) ? '__proto__' : random.pick(names),
    text: writeTree(tree),
  };
}

const strictReaders = new Map<Revision, RevisionReader>();

function strictReader(revision: Revision): RevisionReader {
  let reader = strictReaders.get(revision);
  if (reader === undefined) {
    reader = strictReaderOf(revision);
    strictReaders.set(revision, reader);
  }
  return reader;
}

function check(input: ReadersInput): void {
  const value: unknown = JSON.parse(input.text);
  const before = fingerprint(value);
  const strict = parserIn(strictReader(input.revision), input)?.(value);
  const parser = parserIn(readerOf(input.revision), input);
  const tolerant = parser?.(value);
  must(fingerprint(value) === before, 'the value was changed');
  must((strict === undefined) === (tolerant === undefined), 'only one of the two readers knows it');
  if (parser === undefined || strict === undefined || tolerant === undefined) return;
  checkOutcome(strict);
  checkOutcome(tolerant);
  // By the schema a kind of result is any word; the tolerant reader is for those that it knows.
  if (strict.ok && !tolerant.ok)
    must(tolerant.path === 'resultType', 'only the strict reader takes it');
  if (!tolerant.ok) return;
  const again = parser(tolerant.value);
  must(again.ok, 'what was read is not taken again');
  if (again.ok && input.what !== 'page') {
    must(
      fingerprint(again.value) === fingerprint(tolerant.value),
      'what was read is read otherwise',
    );
  }
}

function parserIn(
  reader: RevisionReader,
  { what, name }: ReadersInput,
): Parser<unknown> | undefined {
  switch (what) {
    case 'result':
      return reader.result(name as 'tools/call');
    case 'page':
      return reader.list(name as 'tools/list')?.page;
    case 'entry':
      return reader.list(name as 'tools/list')?.entry;
    case 'params':
      return reader.params(name as 'ping');
    case 'input':
      return reader.inputRequired(name as 'tools/call');
    case 'task':
      return reader.taskCreated(name as 'tools/call');
    case 'error':
      return reader.errorData(Number(name));
  }
}

function checkOutcome(outcome: Parsed<unknown>): void {
  if (outcome.ok) return;
  must(typeof outcome.path === 'string' && outcome.path.length < 2_000, 'a path without an end');
  must(outcome.message.length < 2_000, 'a message without an end');
}
