/** One way to sign in that a server names. */
export interface Challenge {
  /** In lower case. */
  readonly scheme: string;
  readonly token68?: string;
  /** By names in lower case. Of two with one name the first counts. It inherits nothing. */
  readonly parameters: Readonly<Record<string, string>>;
}

/**
 * Reads the value of a `WWW-Authenticate` field; several fields are joined by commas. It takes time in
 * proportion to its length, and never throws: what is no challenge is passed over.
 *
 * More than the grammar is read, since servers send it: parameters with blanks between them, and
 * values such as URLs that should have been quoted.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc9110#section-11.6.1 | RFC 9110 §11.6.1}
 */
export function parseChallenges(field: string): Challenge[] {
  const challenges: Challenge[] = [];
  const words = new Words(field);
  let parameters: Record<string, string> | undefined;
  for (;;) {
    words.take(/[\s,]*/y);
    if (words.isAtEnd) return challenges;
    const name = words.take(token).toLowerCase();
    if (name === '') {
      // Not in the grammar. What is quoted is passed over as a whole: there can be challenges in it.
      if (words.takeQuoted() === undefined) words.take(/[^\s,"]+/y);
    } else if (words.take(/[\t ]*=/y) !== '') {
      // Without a scheme before it, it belongs to none.
      words.take(blanks);
      const value = words.takeQuoted() ?? words.take(/[^\s,"]*/y);
      if (parameters !== undefined && !(name in parameters)) parameters[name] = value;
    } else {
      const token68 = words.take(/[\t ]+[\w.~+/-]+=*(?=[\t ]*(?:,|$))/y).trim();
      parameters = Object.create(null) as Record<string, string>;
      challenges.push({ scheme: name, ...(token68 !== '' && { token68 }), parameters });
    }
  }
}

const token = /[\w!#$%&'*+.^`|~-]+/y;
const blanks = /[\t ]*/y;

/** A text that is read from its begin to its end. */
class Words {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#text.length;
  }

  /** What matches here, or nothing. */
  take(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const taken = pattern.exec(this.#text)?.[0] ?? '';
    this.#at += taken.length;
    return taken;
  }

  /** A quoted string, without its quotes and escapes. One that does not end ends with the text. */
  takeQuoted(): string | undefined {
    if (this.#text[this.#at] !== '"') return undefined;
    let value = '';
    let from = this.#at + 1;
    for (let at = from; at < this.#text.length; at += 1) {
      const char = this.#text[at];
      if (char === '"') {
        this.#at = at + 1;
        return value + this.#text.slice(from, at);
      }
      if (char === '\\') {
        value += this.#text.slice(from, at);
        from = at + 1;
        at += 1;
      }
    }
    this.#at = this.#text.length;
    return value + this.#text.slice(from);
  }
}
