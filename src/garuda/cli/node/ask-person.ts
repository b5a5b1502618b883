import { createInterface } from 'node:readline';
import type { ReadStream } from 'node:tty';

/** So long nothing is typed before a question counts as read. */
const quietMs = 100;
/** Whoever types on for so long is no person who reads. */
const longestMs = 5_000;

/**
 * Asks the person at the terminal for a line. What was typed before the question stands there is no answer to it: a
 * paste would agree to what nobody has read. The end of the input is an empty line.
 *
 * @throws the reason of the signal
 */
export async function askPerson(question: string, signal: AbortSignal): Promise<string> {
  signal.throwIfAborted();
  if (!(await forget(process.stdin, signal))) return '';
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const stop = (): void => lines.close();
  signal.addEventListener('abort', stop);
  try {
    const typed = await new Promise<string>((resolve) => {
      lines.on('close', () => resolve(''));
      lines.on('SIGINT', interrupt);
      lines.question(question, resolve);
    });
    signal.throwIfAborted();
    return typed;
  } finally {
    signal.removeEventListener('abort', stop);
    lines.close();
  }
}

/** Drops what was typed until now. @returns `false` where it does not end */
async function forget(input: ReadStream, signal: AbortSignal): Promise<boolean> {
  // Else the system keeps a line to itself until it is ended.
  input.setRawMode(true);
  let heard: (() => void) | undefined;
  const drop = (chunk: Buffer): void => {
    if (chunk.includes(controlC)) interrupt();
    heard?.();
  };
  input.on('data', drop);
  try {
    const start = performance.now();
    while (performance.now() - start < longestMs) {
      signal.throwIfAborted();
      const isQuiet = await new Promise<boolean>((resolve) => {
        const timer = setTimeout(() => resolve(true), quietMs);
        heard = () => {
          clearTimeout(timer);
          resolve(false);
        };
      });
      if (isQuiet) return true;
    }
    return false;
  } finally {
    input.off('data', drop);
    input.pause();
    input.setRawMode(false);
  }
}

/** What the terminal sends in raw mode in the place of the signal. */
const controlC = 3;

function interrupt(): void {
  process.kill(process.pid, 'SIGINT');
}
