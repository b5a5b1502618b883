/** An entity that is read, one character after the other, behind its `&`. */
export class Entity {
  readonly start: number;
  /** Where it ends, as far as it was read. */
  end: number;
  #name: Beginning | undefined = names;
  #base: 0 | 10 | 16 = 0;
  /** `undefined` before the first digit. */
  #value: number | undefined;

  constructor(start: number, end: number) {
    this.start = start;
    this.end = end;
  }

  /** Whether the character belongs to it; if not, the entity is over. */
  take(plain: string): boolean {
    if (this.#base !== 0) return this.#takeDigit(plain);
    if (plain === '#' && this.#name === names) {
      this.#base = 10;
      return true;
    }
    const name = this.#name?.next.get(plain);
    if (name !== undefined) this.#name = name;
    return name !== undefined;
  }

  /** What it stands for, or `undefined`: for nothing. */
  get character(): string | undefined {
    if (this.#base === 0) return this.#name?.character;
    // Nothing is written with the number zero; it is passed over like every other control.
    if (this.#value === undefined || this.#value > lastPoint) return undefined;
    return String.fromCodePoint(this.#value);
  }

  #takeDigit(plain: string): boolean {
    if (plain === 'x' && this.#base === 10 && this.#value === undefined) {
      this.#base = 16;
      return true;
    }
    const digit = '0123456789abcdef'.indexOf(plain);
    if (digit < 0 || digit >= this.#base) return false;
    this.#value = Math.min((this.#value ?? 0) * this.#base + digit, lastPoint + 1);
    return true;
  }
}

const lastPoint = 0x10_ff_ff;

/** The beginning of names, by the next character. */
interface Beginning {
  readonly next: Map<string, Beginning>;
  /** Where a name ends here: what it stands for. */
  character?: string;
}

/** Names in small letters, of what can stand in the beginning of a tag. A space stands for all that is passed over. */
const names: Beginning = beginningOf({
  amp: '&',
  bsol: '\\',
  lowbar: '_',
  lt: '<',
  nbsp: ' ',
  newline: ' ',
  num: '#',
  semi: ';',
  shy: ' ',
  sol: '/',
  tab: ' ',
  zerowidthspace: ' ',
  zwj: ' ',
  zwnj: ' ',
});

function beginningOf(characters: Readonly<Record<string, string>>): Beginning {
  const first: Beginning = { next: new Map() };
  for (const [name, character] of Object.entries(characters)) {
    let at = first;
    for (const letter of name) {
      const next: Beginning = at.next.get(letter) ?? { next: new Map() };
      at.next.set(letter, next);
      at = next;
    }
    at.character = character;
  }
  return first;
}
