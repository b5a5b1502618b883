import { sent as sent20241105 } from './2024-11-05/sent.ts';
import { sent as sent20250326 } from './2025-03-26/sent.ts';
import { sent as sent20250618 } from './2025-06-18/sent.ts';
import { sent as sent20251125 } from './2025-11-25/sent.ts';
import { sent as sent20260728 } from './2026-07-28/sent.ts';
import type { Definitions } from './definitions.ts';
import type { Revision } from './order.ts';
import { parserOf, type Parser } from './parser.ts';
import { rulesOf } from './rules.ts';
import { Scope } from './scope.ts';

/**
 * Judges what a client sends, by the letter of a revision. The client does not judge itself while it
 * runs, and this file does not reach its bundle: it is for tests, and for those who send by hand.
 */
export class SentMessages {
  readonly #revision: Revision;
  readonly #scope: Scope;

  constructor(revision: Revision) {
    this.#revision = revision;
    this.#scope = new Scope({ ...rulesOf(revision).schemas(), ...sent[revision]() }, true);
  }

  /** Parses the parameters of a request or notification of the client. */
  params(method: string): Parser<unknown> | undefined {
    const { sentRequests, sentNotifications } = rulesOf(this.#revision).methods();
    return this.#named(sentRequests[method]?.params ?? sentNotifications[method]);
  }

  /** Parses the client's answer to a request of the server. */
  result(method: string): Parser<unknown> | undefined {
    return this.#named(rulesOf(this.#revision).methods().receivedRequests[method]?.result);
  }

  #named(name: string | undefined): Parser<unknown> | undefined {
    return name === undefined ? undefined : parserOf(this.#scope.named(name));
  }
}

const sent: Readonly<Record<Revision, () => Definitions>> = {
  '2024-11-05': sent20241105,
  '2025-03-26': sent20250326,
  '2025-06-18': sent20250618,
  '2025-11-25': sent20251125,
  '2026-07-28': sent20260728,
};
