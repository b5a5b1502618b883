import { redactSecrets } from '../../protocol/index.ts';

/**
 * Secrets that a host knows of: the values that it gives to its servers. They are taken out of everything that
 * leaves, besides what is a secret by its name or its form.
 *
 * @public
 */
export class KnownSecrets {
  readonly #forms = new Set<string>();

  /**
   * Remembers each value that stands under a secret name in settings: a map of variables or of header fields, a
   * list of arguments.
   */
  learn(settings: unknown): void {
    redactSecrets(settings, { found: (secret) => this.add(secret) });
  }

  /** Remembers a secret, and how it is written in JSON and in an address. Less than eight characters are in any text. */
  add(secret: string): void {
    if (this.#forms.size >= maxForms) return;
    if (secret.length < shortest) return;
    for (const form of [secret, JSON.stringify(secret).slice(1, -1), inAddress(secret)]) {
      this.#forms.add(form);
    }
  }

  /** A copy of a text or of a JSON value with `<redacted>` in the place of each secret. */
  redact(value: string): string;
  redact(value: unknown): unknown;
  redact(value: unknown): unknown {
    return redactSecrets(value, { known: this.#forms });
  }
}

const shortest = 8;

/** Each one costs a search in every text. */
const maxForms = 1_000;

function inAddress(secret: string): string {
  try {
    return encodeURIComponent(secret);
  } catch {
    // Half a character cannot be in an address.
    return secret;
  }
}
