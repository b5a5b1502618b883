import { canonicalCharacters } from './canonical-characters.ts';

/** Where something stands in a text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

interface Entity {
  readonly start: number;
  end: number;
  body: string;
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
  #entity: Entity | undefined;

  /** @param found - is told where the bracket of a tag stands that has one of the names */
  constructor(names: Iterable<string>, found: (bracket: Span) => void) {
    this.#names = new Set([...names].map(canonicalWord).filter((name) => name !== ''));
    this.#beginnings = new Set([...this.#names].flatMap(beginningsOf));
    this.#found = found;
  }

  /** Whether nothing that was read can become a tag, whatever follows. */
  get isIdle(): boolean {
    return this.#bracket === undefined && this.#entity === undefined;
  }

  /** Reads the character that stands there. */
  read(character: string, where: Span): void {
    for (const plain of canonicalCharacters(character)) this.#take(plain, where);
  }

  /** The text ends. */
  end(): void {
    this.#endEntity('');
  }

  #take(plain: string, where: Span): void {
    // What an entity stands for can begin the next one.
    while (this.#entity !== undefined) {
      if (this.#growEntity(this.#entity, plain, where)) return;
    }
    if (plain === '&') this.#entity = { ...where, body: '' };
    else this.#match(plain, where);
  }

  /** Whether the character belongs to the entity; where it does not, the entity is over. */
  #growEntity(entity: Entity, plain: string, where: Span): boolean {
    const body = plain === '0' ? withoutZeros(entity.body + plain) : entity.body + plain;
    if (isEntityBeginning(body)) {
      entity.body = body;
      entity.end = where.end;
      return true;
    }
    if (plain === ';') entity.end = where.end;
    return this.#endEntity(plain);
  }

  #endEntity(next: string): boolean {
    const entity = this.#entity;
    if (entity === undefined) return false;
    this.#entity = undefined;
    const character = decodeEntity(entity.body);
    if (character === undefined) {
      this.#bracket = undefined;
      return false;
    }
    this.read(character, { start: entity.start, end: entity.end });
    // Most readers do not insist on the semicolon.
    return next === ';';
  }

  #match(plain: string, where: Span): void {
    if (plain === '<') {
      this.#bracket = where;
      this.#word = '';
      return;
    }
    if (this.#bracket === undefined) return;
    if (this.#word === '' && (plain === '/' || plain === '\\')) return;
    this.#word += plain;
    if (this.#names.has(this.#word)) this.#found(this.#bracket);
    if (this.#names.has(this.#word) || !this.#beginnings.has(this.#word)) this.#bracket = undefined;
  }
}

function canonicalWord(word: string): string {
  return Array.from(word, canonicalCharacters).join('');
}

function beginningsOf(name: string): readonly string[] {
  return Array.from(name, (_, at) => name.slice(0, at + 1));
}

/** `#0060` is `#60`, however many zeros it has. */
function withoutZeros(body: string): string {
  return body.replace(/^(#x?)0+$/, '$1');
}

function isEntityBeginning(body: string): boolean {
  return entityBeginnings.has(body) || /^#(?:\d{0,7}|x[\da-f]{0,6})$/.test(body);
}

function decodeEntity(body: string): string | undefined {
  if (!body.startsWith('#')) return entities.get(body);
  const point =
    body[1] === 'x' ? Number.parseInt(body.slice(2), 16) : Number.parseInt(body.slice(1), 10);
  // Nothing stands at zero, and a number without digits is none.
  return point > 0 && point <= 0x10_ff_ff ? String.fromCodePoint(point) : undefined;
}

/** Names in small letters, of what can stand in the beginning of a tag. */
const entities: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['bsol', '\\'],
  ['lowbar', '_'],
  ['lt', '<'],
  ['nbsp', ' '],
  ['newline', ' '],
  ['num', '#'],
  ['semi', ';'],
  ['shy', ' '],
  ['sol', '/'],
  ['tab', ' '],
  ['zerowidthspace', ' '],
  ['zwj', ' '],
  ['zwnj', ' '],
]);

const entityBeginnings: ReadonlySet<string> = new Set([...entities.keys()].flatMap(beginningsOf));
