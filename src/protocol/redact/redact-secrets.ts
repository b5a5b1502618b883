import { hideValue, redacted, redactText, type FoundSecret } from './redact-text.ts';
import { isCountName, isSecretName } from './secret-name.ts';

/** What is known beyond the value that is redacted. @public */
export interface RedactOptions {
  /** Texts that are taken out wherever a text holds them. Those of less than eight characters stay. */
  readonly known?: Iterable<string>;
  /** Told of each secret that is found by its name or its form. */
  readonly found?: (secret: string) => void;
}

/**
 * A copy of a JSON value in which `<redacted>` stands for each secret, so that it can be logged or
 * shown: what stands under a secret name (`access_token`, `apiKey`, `Authorization`, `requestState`)
 * at any depth, the values of `env`, what follows `--token` in a list of arguments, and in every text
 * the values of secret names, credentials with their scheme, and users and passwords of addresses.
 *
 * Names, lists, numbers and truth values keep their places, so the copy has the shape of the value; a
 * number under a secret name becomes a text. What stands deeper than 256 levels is `<redacted>` as a
 * whole. The work is linear in the value. Secrets are told by their names and forms: one that is
 * called `x` and looks like a word stays.
 *
 * @public
 */
export function redactSecrets(value: unknown, options: RedactOptions = {}): unknown {
  const known = [...(options.known ?? [])].filter((text) => text.length >= minKnownLength);
  // A text that holds another one goes first.
  known.sort((one, other) => other.length - one.length);
  return new Walk(known, options.found ?? (() => {})).value(value, 'open', 0);
}

const maxDepth = 256;

/** A text is full of shorter ones by chance. */
const minKnownLength = 8;

/**
 * What the place of a value says of it. `open`: nothing. `secret`: each text in it is one. `variables`:
 * it is a map or a list of them. `listed`: it is a member of a list. `schema`: its members describe
 * values of that name. `declared`: it describes a secret, and only its examples are some.
 */
type Place = 'open' | 'secret' | 'variables' | 'listed' | 'schema' | 'declared';

class Walk {
  readonly #known: readonly string[];
  readonly #found: FoundSecret;

  constructor(known: readonly string[], found: FoundSecret) {
    this.#known = known;
    this.#found = found;
  }

  value(value: unknown, place: Place, depth: number): unknown {
    if (typeof value === 'string') return this.#text(value, place);
    if (typeof value === 'number' || typeof value === 'bigint') {
      return place === 'secret' ? hideValue(String(value), this.#found) : value;
    }
    if (typeof value !== 'object' || value === null) return value;
    if (depth >= maxDepth) return redacted;
    if (Array.isArray(value)) return this.#list(value, place, depth);
    return this.#object(value as Readonly<Record<string, unknown>>, place, depth);
  }

  #text(text: string, place: Place): string {
    if (place === 'secret') return text === '' ? text : hideValue(text, this.#found);
    let shown = text;
    for (const secret of this.#known) shown = shown.replaceAll(secret, redacted);
    return redactText(shown, this.#found);
  }

  #list(list: readonly unknown[], place: Place, depth: number): unknown[] {
    const isPair = place === 'listed' && list.length === 2;
    let before: unknown;
    return list.map((member) => {
      const isNamed = typeof before === 'string' && announcesSecret(before, isPair);
      before = member;
      if (place === 'variables' && typeof member === 'string') return this.#variable(member);
      if (isNamed && typeof member === 'string' && !member.startsWith('--')) {
        return this.#text(member, 'secret');
      }
      return this.value(member, place === 'secret' ? 'secret' : 'listed', depth + 1);
    });
  }

  #variable(text: string): string {
    const name = /^[^=]*=/.exec(text)?.[0];
    if (name === undefined) return this.#text(text, 'open');
    return name + this.#text(text.slice(name.length), 'secret');
  }

  #object(object: Readonly<Record<string, unknown>>, place: Place, depth: number): object {
    const entries = Object.entries(object).map(([name, member]) => {
      return [name, this.value(member, placeOf(name, member, object, place), depth + 1)] as const;
    });
    // As own members, whatever they are called.
    return Object.fromEntries(entries);
  }
}

/** Whether a member of a list says that the next one is a secret: `--token`, or the name of a pair. */
function announcesSecret(text: string, isPair: boolean): boolean {
  return (isPair || /^--?[a-z][\w-]{0,99}$/i.test(text)) && isSecretName(text);
}

function placeOf(
  name: string,
  member: unknown,
  object: Readonly<Record<string, unknown>>,
  place: Place,
): Place {
  if (place === 'secret' || place === 'variables') return 'secret';
  const isObject = typeof member === 'object' && member !== null;
  if (place === 'schema') return isObject && isSecretName(name) ? 'declared' : 'open';
  if (place === 'declared') return examples.has(name) ? 'secret' : 'open';
  if (isObject && (name === 'env' || name === 'environment')) return 'variables';
  if (isObject && name === 'properties' && object['type'] === 'object') return 'schema';
  if (name === 'code' && 'grant_type' in object) return 'secret';
  // `{ "name": "token", "value": "…" }`, as arguments and header fields are often written.
  if (name === 'value' && isNamedSecret(object['name'])) return 'secret';
  if (!isSecretName(name)) return 'open';
  return typeof member === 'number' && isCountName(name) ? 'open' : 'secret';
}

function isNamedSecret(name: unknown): boolean {
  return typeof name === 'string' && isSecretName(name);
}

const examples: ReadonlySet<string> = new Set(['const', 'default', 'enum', 'example', 'examples']);
