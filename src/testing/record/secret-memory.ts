import { redactSecrets } from '../../protocol/index.ts';

const mostSecrets = 100;
const minLength = 8;
const maxLength = 4_096;

/**
 * Redacts, and remembers what it has redacted: a server that repeats a secret in its own words repeats
 * it under no name. The last hundred are remembered.
 */
export class SecretMemory {
  readonly #known = new Set<string>();

  /** Texts that were given in confidence, whatever they look like. */
  learn(secrets: Iterable<string>): void {
    for (const secret of secrets) this.#add(secret);
  }

  redact(value: unknown): unknown {
    let isNews = false;
    const found = (secret: string): void => {
      isNews ||= !this.#known.has(secret);
      // A word may stand elsewhere and mean itself.
      if (secret.length >= 16 || !/^[a-z]*$/i.test(secret)) this.#add(secret);
    };
    const shown = redactSecrets(value, { known: this.#known, found });
    // What has just become known may stand before its name in the same value.
    return isNews ? redactSecrets(shown, { known: this.#known }) : shown;
  }

  #add(secret: string): void {
    if (secret.length < minLength || secret.length > maxLength) return;
    // The newest stands last.
    this.#known.delete(secret);
    this.#known.add(secret);
    const [oldest] = this.#known;
    if (this.#known.size > mostSecrets && oldest !== undefined) this.#known.delete(oldest);
  }
}
