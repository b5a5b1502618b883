import type { Trial } from './trial.ts';

/** Trials that are made to find a smaller one: after so many the smallest so far must do. */
const mostTries = 3_000;

/**
 * A trial that fails in the same way and of whose input nothing more can be left out, as far as a simple
 * search can tell. An input that only the check itself cannot read fails in another way.
 */
export async function shrink(trial: Trial, first: Error): Promise<Trial> {
  let smallest = trial;
  let tries = 0;
  for (let found = true; found && tries < mostTries;) {
    found = false;
    for (const smaller of smallest.smaller()) {
      tries += 1;
      if (tries >= mostTries) break;
      if (!isAlike(await faultOf(smaller), first)) continue;
      smallest = smaller;
      found = true;
      break;
    }
  }
  return smallest;
}

/** Whether both are of one kind: what an error says depends on the input. */
function isAlike(error: Error | undefined, first: Error): boolean {
  return error !== undefined && error.name === first.name;
}

/** What is wrong in a trial, or `undefined`. */
export async function faultOf(trial: Trial): Promise<Error | undefined> {
  try {
    await trial.check();
    return undefined;
  } catch (error) {
    return error instanceof Error
      ? error
      : new Error(`something else was thrown: ${String(error)}`);
  }
}
