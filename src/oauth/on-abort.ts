import { OAuthError } from './errors.ts';

/**
 * Acts on an abort, at once where it has happened already; returns how to stop listening for it.
 *
 * A signal gets one listener from here and keeps it, however many acts wait for it: run-times search the
 * list of listeners for each one that comes or goes, and Node.js warns of a leak from the eleventh on.
 */
export function onAbort(signal: AbortSignal | undefined, act: () => void): () => void {
  if (signal === undefined) return () => {};
  if (signal.aborted) {
    act();
    return () => {};
  }
  const acts = actsOf(signal);
  // Of its own, since the same function may wait twice.
  const entry = { act };
  acts.add(entry);
  return () => {
    acts.delete(entry);
  };
}

/** The error of a wait that its own signal ended. */
export function cancelled(what: string, signal: AbortSignal | undefined): OAuthError {
  return new OAuthError('CANCELLED', `${what} was given up by its caller`, {
    cause: signal?.reason,
  });
}

type Acts = Set<{ readonly act: () => void }>;

const known = new WeakMap<AbortSignal, Acts>();

function actsOf(signal: AbortSignal): Acts {
  const found = known.get(signal);
  if (found !== undefined) return found;
  const acts: Acts = new Set();
  known.set(signal, acts);
  const tell = (): void => {
    for (const entry of acts) {
      acts.delete(entry);
      entry.act();
    }
  };
  signal.addEventListener('abort', tell, { once: true });
  return acts;
}
