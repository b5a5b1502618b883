import { Random } from './random.ts';
import type { Seeds } from './seeds.ts';
import { faultOf, shrink } from './shrink.ts';
import { must, type Target, type Trial } from './trial.ts';

/** Which cases to run. */
export interface CaseRange {
  readonly seed: number;
  readonly from: number;
  readonly count: number;
  readonly targets: readonly Target[];
  readonly seeds: Seeds;
  /** Told of each case before it runs, so that one that does not end can be named. */
  readonly begins?: (at: number) => void;
}

/** A case that failed. */
export interface Finding {
  readonly at: number;
  readonly target: string;
  readonly error: Error;
  /** The smallest input that was found to fail. */
  readonly input: string;
}

export interface Findings {
  readonly cases: number;
  /** How many cases each target had. */
  readonly perTarget: ReadonlyMap<string, number>;
  readonly finding: Finding | undefined;
}

/** Promises that nobody looks after are told of when a turn has ended: so many cases share one. */
const casesPerTurn = 64;

/** The case of a number: the same for the same seed, targets and collection, whatever ran before. */
export function caseAt(
  at: number,
  { seed, targets, seeds }: Pick<CaseRange, 'seed' | 'targets' | 'seeds'>,
): { readonly target: Target; readonly trial: Trial } {
  const random = new Random(seed, at);
  let left = random.below(targets.reduce((sum, { weight }) => sum + weight, 0));
  for (const target of targets) {
    left -= target.weight;
    if (left < 0) return { target, trial: target.make(random, seeds) };
  }
  throw new Error('there is no target');
}

/** Runs cases until one fails. */
export async function runCases(range: CaseRange): Promise<Findings> {
  const { from, count, begins } = range;
  const perTarget = new Map<string, number>();
  const rejections: unknown[] = [];
  const onRejection = (reason: unknown): void => {
    rejections.push(reason);
  };
  process.on('unhandledRejection', onRejection);
  try {
    for (let at = from; at < from + count; at += 1) {
      begins?.(at);
      const { target, trial } = caseAt(at, range);
      perTarget.set(target.name, (perTarget.get(target.name) ?? 0) + 1);
      const error = (await faultOf(trial)) ?? pollution();
      if (error !== undefined) {
        return { cases: at - from + 1, perTarget, finding: await explain(range, at, error) };
      }
      if (at % casesPerTurn !== casesPerTurn - 1 && at !== from + count - 1) continue;
      await turn();
      if (rejections.length === 0) continue;
      const first = Math.max(from, at - casesPerTurn + 1);
      const finding = await findRejection(range, first, at, rejections);
      return { cases: at - from + 1, perTarget, finding };
    }
  } finally {
    process.off('unhandledRejection', onRejection);
  }
  return { cases: count, perTarget, finding: undefined };
}

async function explain(range: CaseRange, at: number, error: Error): Promise<Finding> {
  const { target, trial } = caseAt(at, range);
  const smallest = await shrink(trial, error);
  const last = (await faultOf(smallest)) ?? error;
  return { at, target: target.name, error: last, input: smallest.show() };
}

/** Which of some cases left a promise that was rejected with nobody to hear of it. */
async function findRejection(
  range: CaseRange,
  from: number,
  to: number,
  rejections: unknown[],
): Promise<Finding> {
  const error = new Error('a promise was rejected and nobody heard of it', {
    cause: rejections[0],
  });
  for (let at = from; at <= to; at += 1) {
    rejections.length = 0;
    const { target, trial } = caseAt(at, range);
    await faultOf(trial);
    await turn();
    if (rejections.length > 0) {
      return { at, target: target.name, error, input: trial.show() };
    }
  }
  return { at: to, target: `one of the cases ${from} to ${to}`, error, input: 'not found again' };
}

/** What no input may change. */
function pollution(): Error | undefined {
  try {
    must(!('polluted' in {}), 'a member was added to the prototype of all objects');
    for (const prototype of [Object.prototype, Array.prototype]) {
      for (const name in prototype) must(false, `${name} was added to a prototype`);
    }
    return undefined;
  } catch (error) {
    return error as Error;
  }
}

function turn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
