import type { Node } from 'jsonc-parser';
import { quoteWord } from '../../wording/quote-word.ts';
import type { SourceText } from './source-text.ts';

/** A value in a file, and what can be asked of it. A wrong answer is told to the source, and is `undefined`. */
export class Spot {
  /** The keys that lead here. */
  readonly key: string;
  readonly #node: Node;
  readonly #source: SourceText;

  constructor(node: Node, key: string, source: SourceText) {
    this.#node = node;
    this.key = key;
    this.#source = source;
  }

  fault(problem: string, instead?: string): void {
    this.#source.fault(this.#node.offset, this.key, problem, instead);
  }

  notice(words: string): void {
    this.#source.notice(this.#node.offset, this.key, words);
  }

  /** The same place, told of by the keys of another: for a key whose name may be a secret. */
  under(parent: Spot): Spot {
    return new Spot(this.#node, parent.key, this.#source);
  }

  /** What it is, in words that show nothing of it. */
  get kind(): string {
    return this.#node.type === 'boolean' ? String(this.#node.value) : kinds[this.#node.type];
  }

  get isText(): boolean {
    return this.#node.type === 'string';
  }

  /** What it is, for values that are no secret. */
  get shown(): string {
    const { type, value } = this.#node;
    if (type === 'string') return quoteWord(String(value));
    return type === 'number' ? String(value) : this.kind;
  }

  /** @param example - what to write */
  text(expected = 'text', example = 'write it in double quotation marks'): string | undefined {
    const { type, value } = this.#node;
    if (type !== 'string') {
      this.fault(`expected ${expected}, got ${this.kind}`, example);
      return undefined;
    }
    const text = String(value);
    if (text.includes('\0')) this.fault('the text has a NUL character in it');
    else return text;
    return undefined;
  }

  /** The same, and not empty. */
  word(expected: string, example: string): string | undefined {
    const text = this.text(expected, example);
    if (text === undefined || text.trim() !== '') return text;
    this.fault(`expected ${expected}, got empty text`, example);
    return undefined;
  }

  choice<T extends string>(choices: readonly T[], instead?: string): T | undefined {
    const found = choices.find((one) => this.isText && one === this.#node.value);
    if (found !== undefined) return found;
    const names = choices.map((one) => `"${one}"`).join(' or ');
    this.fault(`expected ${names}, got ${this.shown}`, instead ?? `write ${names}`);
    return undefined;
  }

  flag(): boolean | undefined {
    const { type, value } = this.#node;
    if (type === 'boolean') return value === true;
    this.fault(
      `expected true or false, got ${this.shown}`,
      'write true or false, without quotation marks',
    );
    return undefined;
  }

  number(): number | undefined {
    const { type, value } = this.#node;
    return type === 'number' ? Number(value) : undefined;
  }

  items(expected: string, example: string): readonly Spot[] | undefined {
    if (this.#node.type === 'array') {
      return (this.#node.children ?? []).map(
        (child, at) => new Spot(child, `${this.key}[${at}]`, this.#source),
      );
    }
    this.fault(`expected ${expected}, got ${this.kind}`, example);
    return undefined;
  }

  /** Texts of a list; `undefined` where one of them is none. */
  texts(expected: string, example: string): readonly string[] | undefined {
    const texts = this.items(expected, example)?.map((item) => item.text());
    return texts?.every((text) => text !== undefined) === true ? texts : undefined;
  }

  get isList(): boolean {
    return this.#node.type === 'array';
  }

  get isMap(): boolean {
    return this.#node.type === 'object';
  }

  /** The keys of a map, whatever they are. */
  keys(): ReadonlySet<string> {
    const properties = this.#node.type === 'object' ? (this.#node.children ?? []) : [];
    return new Set(properties.map(({ children }) => String(children?.[0]?.value)));
  }

  /** The members of a map in the order of the file. A key that stands there twice is a fault. */
  members(expected: string, example: string): readonly Member[] | undefined {
    if (this.#node.type !== 'object') {
      this.fault(`expected ${expected}, got ${this.kind}`, example);
      return undefined;
    }
    const seen = new Map<string, number>();
    const members: Member[] = [];
    for (const { children } of this.#node.children ?? []) {
      const [keyNode, valueNode] = children ?? [];
      if (keyNode === undefined || valueNode === undefined) continue;
      const name = String(keyNode.value);
      const path = joinKey(this.key, name);
      const at = new Spot(keyNode, path, this.#source);
      const before = seen.get(name);
      if (before !== undefined) {
        const { line } = this.#source.position(before);
        at.fault(`the key stands here twice, first in line ${line}`, 'keep one of the two');
        continue;
      }
      seen.set(name, keyNode.offset);
      members.push({ name, at, value: new Spot(valueNode, path, this.#source) });
    }
    return members;
  }
}

/** A key of a map, and its value. */
export interface Member {
  readonly name: string;
  /** The place of the key itself. */
  readonly at: Spot;
  readonly value: Spot;
}

const kinds: Readonly<Record<Node['type'], string>> = {
  object: 'a map',
  array: 'a list',
  property: 'a key',
  string: 'text',
  number: 'a number',
  boolean: 'true or false',
  null: 'null',
};

function joinKey(key: string, name: string): string {
  if (!/^[\w$-]{1,64}$/.test(name)) return `${key}[${quoteWord(name)}]`;
  return key === '' ? name : `${key}.${name}`;
}
