import type { RevisionWish } from '../../../protocol/index.ts';
import type { CommandLine } from '../command-line.ts';
import { quoteWord } from '../../wording/quote-word.ts';
import { UsageError } from '../usage-error.ts';

/** What the options say that hold for every kind of server. */
export interface Settings {
  readonly json: boolean;
  readonly strict: boolean;
  readonly verbose: boolean;
  readonly timeoutMs: number | undefined;
  readonly revision: RevisionWish;
  /** The file that a wire log goes to. */
  readonly wireLog: string | undefined;
}

/** Reads the options that hold for every kind of server. @throws UsageError */
export function readSettings({ flags, values }: CommandLine): Settings {
  const timeout = values.get('timeout')?.[0];
  const revision = values.get('revision')?.[0];
  return {
    json: flags.has('json'),
    strict: flags.has('strict'),
    verbose: flags.has('verbose'),
    timeoutMs: timeout === undefined ? undefined : parseSeconds(timeout),
    wireLog: values.get('wire-log')?.[0],
    revision: revision === undefined ? 'auto' : parseRevision(revision),
  };
}

/** A day: what is longer is a mistake, and timers end at 24 days. */
const longestSeconds = 86_400;

function parseSeconds(text: string): number {
  const seconds = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (seconds >= 0.001 && seconds <= longestSeconds) return seconds * 1_000;
  const expected = `seconds from 0.001 to ${longestSeconds}, such as 30 or 2.5`;
  throw new UsageError(`--timeout: expected ${expected}, got ${quoteWord(text)}`);
}

// Named here and not taken from the room of the protocol, so that a wrong option is told before that is loaded.
const wishes: readonly RevisionWish[] = [
  'auto',
  'legacy',
  '2024-11-05',
  '2025-03-26',
  '2025-06-18',
  '2025-11-25',
  '2026-07-28',
];

function parseRevision(text: string): RevisionWish {
  const wish = wishes.find((one) => one === text);
  if (wish !== undefined) return wish;
  throw new UsageError(`--revision: expected one of ${wishes.join(', ')}, got ${quoteWord(text)}`);
}
