import type { Trial } from './trial.ts';

/** Trials that are made to find a smaller one: after so many the smallest so far must do. */
const mostTries = 3_000;

/** A trial that fails and of whose input nothing more can be left out, as far as a simple search can tell. */
export async function shrink(trial: Trial): Promise<Trial> {
  let smallest = trial;
  let tries = 0;
  for (let found = true; found && tries < mostTries;) {
    found = false;
    for (const smaller of smallest.smaller()) {
      tries += 1;
      if (tries >= mostTries) break;
      if ((await faultOf(smaller)) === undefined) continue;
      smallest = smaller;
      found = true;
      break;
    }
  }
  return smallest;
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
