import type { JsonValue } from '../../protocol/index.ts';
import { capText } from './cap-text.ts';
import { cleanText } from './clean-text.ts';
import { hostTags, neutralizeTags } from './neutralize-tags.ts';

/**
 * How much of a value {@link cleanJson} takes over.
 *
 * @public
 */
export interface CleanJsonOptions {
  /** Characters of one text, or of one name. @defaultValue 30,000 */
  readonly maxString?: number;
  /** Levels of lists and objects. @defaultValue 64 */
  readonly maxDepth?: number;
  /** Members and entries in all. @defaultValue 100,000 */
  readonly maxMembers?: number;
  /** Names of tags that texts can neither open nor close. @defaultValue {@link hostTags} */
  readonly tags?: Iterable<string>;
  /** Is told of each time that something was left out or cut. */
  readonly onCut?: (why: JsonCut) => void;
}

/**
 * Why something is not in a copy as it was: a text is too long, a value lies too deep, there are too many members, or
 * a member cannot have its name.
 *
 * @public
 */
export type JsonCut = 'text' | 'depth' | 'members' | 'name';

/**
 * A copy of a value as JSON, in which each text and each name is cleaned and can neither open nor
 * close a tag of the host.
 *
 * What is over a limit is left out or cut, and so are members called `__proto__`, members whose name is
 * taken once it is cleaned, and what JSON does not have (a function, an endless number, a loop). A getter is
 * not called. It never throws, and it needs no more stack for a value that is nested deeply.
 *
 * @public
 */
export function cleanJson(value: unknown, options: CleanJsonOptions = {}): JsonValue {
  return new JsonCleaner(options).clean(value);
}

/** A list or an object that is still to be filled. */
interface Unfilled {
  readonly source: object;
  readonly copy: JsonValue[] | Record<string, JsonValue>;
  readonly depth: number;
}

class JsonCleaner {
  readonly #maxString: number;
  readonly #maxDepth: number;
  readonly #tags: readonly string[];
  readonly #onCut: (why: JsonCut) => void;
  readonly #unfilled: Unfilled[] = [];
  #membersLeft: number;

  constructor(options: CleanJsonOptions) {
    this.#maxString = options.maxString ?? 30_000;
    this.#maxDepth = options.maxDepth ?? 64;
    this.#membersLeft = options.maxMembers ?? 100_000;
    this.#tags = [...(options.tags ?? hostTags)];
    this.#onCut = options.onCut ?? (() => {});
  }

  clean(value: unknown): JsonValue {
    const copy = this.#take(value, 0) ?? null;
    for (let next = this.#unfilled.pop(); next !== undefined; next = this.#unfilled.pop()) {
      this.#fill(next);
    }
    return copy;
  }

  #fill({ source, copy, depth }: Unfilled): void {
    // Names come without their values, so that a list of ten million costs no more than its length.
    for (const name of namesOf(source)) {
      if (this.#membersLeft === 0) {
        this.#onCut('members');
        return;
      }
      this.#membersLeft -= 1;
      const member = this.#take(ownValue(source, name), depth);
      if (Array.isArray(copy)) copy.push(member ?? null);
      else if (member !== undefined) this.#add(copy, name, member);
    }
  }

  #add(copy: Record<string, JsonValue>, name: string, member: JsonValue): void {
    const clean = this.#text(name);
    if (clean === '__proto__' || Object.hasOwn(copy, clean)) this.#onCut('name');
    else copy[clean] = member;
  }

  /** The value as it goes into the copy; a list or an object is filled later. */
  #take(value: unknown, depth: number): JsonValue | undefined {
    switch (typeof value) {
      case 'string':
        return this.#text(value);
      case 'number':
        // JSON has no negative zero.
        return Number.isFinite(value) ? value + 0 : null;
      case 'boolean':
        return value;
      case 'object':
        return value === null ? null : this.#container(value, depth);
      case 'bigint':
      case 'function':
      case 'symbol':
      case 'undefined':
        return undefined;
    }
  }

  #container(source: object, depth: number): JsonValue {
    if (depth >= this.#maxDepth) {
      this.#onCut('depth');
      return '[nested too deeply]';
    }
    const copy = Array.isArray(source) ? [] : {};
    this.#unfilled.push({ source, copy, depth: depth + 1 });
    return copy;
  }

  #text(text: string): string {
    const clean = neutralizeTags(cleanText(text), this.#tags);
    const capped = capText(clean, this.#maxString);
    if (capped !== clean) this.#onCut('text');
    return capped;
  }
}

function* namesOf(source: object): Iterable<string> {
  if (!Array.isArray(source)) {
    yield* Object.keys(source);
    return;
  }
  for (let at = 0; at < source.length; at += 1) yield String(at);
}

/** What stands there, unless it would have to be computed. */
function ownValue(source: object, name: string): unknown {
  return Object.getOwnPropertyDescriptor(source, name)?.value;
}
