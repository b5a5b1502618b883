import type { Random } from './random.ts';
import type { Seeds } from './seeds.ts';

/** One case: an input, and what must hold of it. */
export interface Trial {
  /** @throws whatever is wrong; anything that it throws is a fault that was found */
  check(): void | Promise<void>;
  /** The same with a smaller input, the much smaller ones first. */
  smaller(): Iterable<Trial>;
  /** The input, exactly. */
  show(): string;
}

/** A part of the library that reads what a peer wrote. */
export interface Target {
  readonly name: string;
  /** How many cases it gets, in relation to the others. */
  readonly weight: number;
  readonly make: (random: Random, seeds: Seeds) => Trial;
}

/** How trials with one kind of input are made. */
export interface Kind<Input> {
  readonly check: (input: Input) => void | Promise<void>;
  readonly smaller: (input: Input) => Iterable<Input>;
  readonly show: (input: Input) => string;
}

export function trialOf<Input>(input: Input, kind: Kind<Input>): Trial {
  return {
    check: () => kind.check(input),
    *smaller() {
      for (const other of kind.smaller(input)) yield trialOf(other, kind);
    },
    show: () => kind.show(input),
  };
}

/** Something that must always hold does not. */
class Violation extends Error {
  override readonly name = 'Violation';
}

/** @throws Violation unless it holds */
export function must(holds: boolean, what: string): void {
  if (!holds) throw new Violation(what);
}

/** @throws Violation with the first difference between two lists of what happened */
export function mustBeSame(one: readonly string[], other: readonly string[], what: string): void {
  const length = Math.max(one.length, other.length);
  for (let at = 0; at < length; at += 1) {
    if (one[at] === other[at]) continue;
    const [first, second] = [one[at], other[at]].map((text) => (text ?? 'nothing').slice(0, 300));
    throw new Violation(`${what}: at ${at} one has ${first}, the other ${second}`);
  }
}

/** A value as text, to compare it. What is nested too deep for that is told by its kind only. */
export function fingerprint(value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'nothing';
  } catch (error) {
    if (error instanceof RangeError) return `deep ${Array.isArray(value) ? 'list' : typeof value}`;
    throw error;
  }
}
