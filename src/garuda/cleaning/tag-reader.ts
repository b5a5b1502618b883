import { canonicalCharacters } from './canonical-characters.ts';
import { Entity } from './entity.ts';

/** Where something stands in a text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * Reads beginnings of tags as the most forgiving reader would: in any case and width, with spaces,
 * dashes and unseen characters anywhere, and with every character written as an entity, once or again
 * and again. It is told one character after the other, keeps only what can still become a tag, and so
 * has a state of bounded size.
 */
export class TagReader {
  readonly #names: ReadonlySet<string>;
  readonly #beginnings: ReadonlySet<string>;
  readonly #found: (bracket: Span) => void;
  #bracket: Span | undefined;
  #word = '';
  /** Entities that are not over: each stands in the one before. */
  readonly #entities: Entity[] = [];

  /** @param found - is told where the bracket of a tag stands that has one of the names */
  constructor(names: Iterable<string>, found: (bracket: Span) => void) {
    const words = Array.from(names, (name) => Array.from(name, canonicalCharacters).join(''));
    this.#names = new Set(words.filter((word) => word !== ''));
    this.#beginnings = new Set([...this.#names].flatMap(beginningsOf));
    this.#found = found;
  }

  /** Whether nothing that was read can become a tag, whatever follows. */
  get isIdle(): boolean {
    return this.#bracket === undefined && this.#entities.length === 0;
  }

  /** Reads the character that stands there. */
  read(character: string, start: number, end: number): void {
    const plain = canonicalCharacters(character);
    if (plain.length === 1) this.#take(plain, start, end);
    else for (const each of plain) this.#take(each, start, end);
  }

  /** The text ends. */
  end(): void {
    for (let last = this.#last; last !== undefined; last = this.#last) this.#leave(last);
  }

  #take(plain: string, start: number, end: number): void {
    for (let entity = this.#last; entity !== undefined; entity = this.#last) {
      if (entity.take(plain)) {
        entity.end = end;
        return;
      }
      if (plain === '&' && entity.character === undefined) break;
      // Most readers do not insist on the semicolon.
      const isEnded = plain === ';' && entity.character !== undefined;
      if (isEnded) entity.end = end;
      this.#leave(entity);
      if (isEnded) return;
    }
    if (plain === '&') this.#begin(start, end);
    else this.#match(plain, start, end);
  }

  get #last(): Entity | undefined {
    return this.#entities.at(-1);
  }

  #begin(start: number, end: number): void {
    if (this.#entities.length === maxNested) this.#entities.shift();
    this.#entities.push(new Entity(start, end));
  }

  /** The last entity is over: what it stands for is read in its place. What is none ends those around it. */
  #leave({ character, start, end }: Entity): void {
    this.#entities.pop();
    if (character !== undefined) {
      this.read(character, start, end);
      return;
    }
    this.#entities.length = 0;
    this.#bracket = undefined;
  }

  #match(plain: string, start: number, end: number): void {
    if (plain === '<') {
      this.#bracket = { start, end };
      this.#word = '';
      return;
    }
    if (this.#bracket === undefined) return;
    if (this.#word === '' && (plain === '/' || plain === '\\')) return;
    this.#word += plain;
    if (this.#names.has(this.#word)) this.#found(this.#bracket);
    else if (this.#beginnings.has(this.#word)) return;
    this.#bracket = undefined;
  }
}

/** Entities in one another. No reader decodes a text more often. */
const maxNested = 16;

function beginningsOf(name: string): readonly string[] {
  return Array.from(name, (_, at) => name.slice(0, at + 1));
}
