/** What matching takes on a text of some length, at most. */
type Cost = (length: number) => Effort;

interface Effort {
  /** In how many ways it can match from one place; the engine may try them all. */
  readonly ways: number;
  readonly steps: number;
}

/** A part of a pattern, and what its repetition may take to be found out. */
interface Item {
  readonly cost: Cost;
  /** The pattern of one character, if it is that. */
  readonly character?: string;
  readonly repeats?: boolean;
  /** A group of a fixed beginning or end, which shows where its repetitions part. */
  readonly parts?: boolean;
  readonly isStart?: boolean;
}

const maxNesting = 50;

/**
 * How many steps a regular expression may take on a text of some length, whatever the text: an engine
 * that goes back tries every way in which its parts can match. It is never too few.
 */
export function patternCost(source: string, unicode: boolean): (length: number) => number {
  const reader = new PatternReader(source, unicode);
  const { cost, isStart } = reader.alternatives(0);
  return (length) => {
    const { steps } = cost(length);
    // One that is not bound to the start begins anew at every place.
    const all = isStart === true ? steps : steps * (length + 1);
    return Number.isNaN(all) ? Infinity : all;
  };
}

class PatternReader {
  readonly #source: string;
  readonly #unicode: boolean;
  #at = 0;

  constructor(source: string, unicode: boolean) {
    this.#source = source;
    this.#unicode = unicode;
  }

  alternatives(nesting: number): Item {
    const found = [this.#sequence(nesting)];
    while (this.#take(/\|/y) !== undefined) found.push(this.#sequence(nesting));
    const [only] = found;
    if (only !== undefined && found.length === 1) return only;
    const cost: Cost = (length) => {
      const efforts = found.map((item) => item.cost(length));
      return { ways: sum(efforts, 'ways'), steps: sum(efforts, 'steps') + found.length };
    };
    return { cost, isStart: found.every((item) => item.isStart === true) };
  }

  #sequence(nesting: number): Item {
    const items: Item[] = [];
    while (this.#at < this.#source.length && !/[|)]/.test(this.#source.charAt(this.#at)))
      items.push(this.#repeated(this.#atom(nesting)));
    const cost: Cost = (length) => {
      let ways = 1;
      let steps = 1;
      for (const item of items) {
        const effort = item.cost(length);
        steps += ways * effort.steps;
        ways *= effort.ways;
      }
      return { ways, steps };
    };
    return { cost, parts: this.#parts(items), isStart: items[0]?.isStart === true };
  }

  #repeated(item: Item): Item {
    const [, least, most] = this.#repetition() ?? [];
    if (least === undefined || most === undefined) return item;
    const repeats = least !== most;
    const cost: Cost = (length) => {
      const effort = item.cost(length);
      if (item.parts !== true || effort.ways === 1)
        // A repetition that takes nothing is tried as well, once.
        return repeat(effort, least, Math.min(most, least + length + 1));
      // Where the text itself shows the ends of repetitions, it cannot be cut up in another way.
      return { ways: length + 1, steps: 4 * (length + 1) * item.cost(1).steps };
    };
    return item.character === undefined
      ? { cost, repeats }
      : { cost, repeats, character: item.character };
  }

  #repetition(): readonly [string, number, number] | undefined {
    const simple = this.#take(/([*+?])\??/y);
    if (simple !== undefined) {
      const [all, sign] = simple;
      return [all, sign === '+' ? 1 : 0, sign === '?' ? 1 : Infinity];
    }
    const counted = this.#take(/\{(\d+)(,(\d*))?\}\??/y);
    if (counted === undefined) return undefined;
    const [all, least, comma, most] = counted;
    const from = Number(least);
    if (comma === undefined) return [all, from, from];
    return [all, from, most === '' ? Infinity : Number(most)];
  }

  #atom(nesting: number): Item {
    const group = this.#take(/\((?:\?(?:<?[=!]|<[^>]*>|[a-z-]*:))?/y)?.[0];
    if (group !== undefined) return this.#group(group, nesting);
    const reference = this.#take(/\\(?:[1-9]\d*|k<[^>]*>)/y);
    // What was matched before may be of any length.
    if (reference !== undefined) return { cost: (length) => ({ ways: 1, steps: length + 1 }) };
    const place = this.#take(/\^|\$|\\[bB]/y)?.[0];
    if (place !== undefined) return { cost: once, isStart: place === '^' };
    const escape = this.#unicode
      ? /\\(?:u\{[^}]*\}|[pP]\{[^}]*\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[a-zA-Z]|[^])/uy
      : /\\(?:u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[a-zA-Z]|[^])/y;
    const character =
      this.#take(escape) ??
      this.#take(/\[(?:[^\]\\]|\\[^])*\]/uy) ??
      this.#take(this.#unicode ? /[^]/uy : /[^]/y);
    return { cost: once, character: character?.[0] ?? '' };
  }

  #group(opening: string, nesting: number): Item {
    const inner = nesting < maxNesting ? this.alternatives(nesting + 1) : endless;
    if (nesting >= maxNesting) this.#at = this.#source.length;
    this.#take(/\)/y);
    if (!/[=!]$/.test(opening)) return { cost: inner.cost, parts: inner.parts === true };
    // What was looked ahead at or behind is not tried in another way.
    return { cost: (length) => ({ ways: 1, steps: inner.cost(length).steps }) };
  }

  /**
   * Whether a sequence begins or ends with a character that nothing else in it can be, and has one part
   * of any length at most: `-[a-z]+`, `\d+\.`. The text then shows where it is repeated.
   */
  #parts(items: readonly Item[]): boolean {
    if (items.some(({ character }) => character === undefined)) return false;
    if (items.filter(({ repeats }) => repeats === true).length > 1) return false;
    return [items[0], items.at(-1)].some((edge) => {
      const sign = signOf(edge?.character ?? '');
      if (sign === undefined || edge?.repeats !== undefined) return false;
      return items.every((item) => item === edge || !this.#canBe(item.character ?? '', sign));
    });
  }

  #canBe(character: string, sign: string): boolean {
    return new RegExp(`^(?:${character})$`, this.#unicode ? 'u' : '').test(sign);
  }

  #take(form: RegExp): RegExpExecArray | undefined {
    form.lastIndex = this.#at;
    const found = form.exec(this.#source);
    if (found === null) return undefined;
    this.#at = form.lastIndex;
    return found;
  }
}

/** The one character that a pattern of a character stands for. */
function signOf(character: string): string | undefined {
  if (/^\\\W$/.test(character)) return character.slice(1);
  return /^[^\\.]$/u.test(character) ? character : undefined;
}

const once: Cost = () => ({ ways: 1, steps: 1 });
const endless: Item = { cost: () => ({ ways: Infinity, steps: Infinity }) };

function repeat({ ways, steps }: Effort, least: number, most: number): Effort {
  if (ways === 1) return { ways: most - least + 1, steps: most * steps + 1 };
  // Every repetition can match in every way.
  const all = ways ** (most + 1) / (ways - 1);
  return { ways: all, steps: all * steps + 1 };
}

function sum(efforts: readonly Effort[], member: keyof Effort): number {
  return efforts.reduce((total, effort) => total + effort[member], 0);
}
