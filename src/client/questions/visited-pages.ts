/** Pages of which the server may still say that the user is through. Older ones are forgotten. */
const maxOpen = 1_000;

interface Visit {
  readonly over: Promise<void>;
  readonly end: () => void;
}

/**
 * The pages that a user was sent to, until the server says that they are done with. What it says of
 * others, or twice, means nothing
 * ({@link https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#completion-notifications-for-url-mode-elicitation | Completion notifications}).
 */
export class VisitedPages {
  readonly #open = new Map<string, Visit>();

  /** Resolves when the server says so, perhaps never. */
  expect(id: string): Promise<void> {
    let visit = this.#open.get(id);
    if (visit === undefined) {
      let end = (): void => {};
      const over = new Promise<void>((resolve) => {
        end = resolve;
      });
      visit = { over, end };
      this.#open.set(id, visit);
      this.#forgetOldest();
    }
    return visit.over;
  }

  completed(params: unknown): void {
    const id = (params as { readonly elicitationId?: unknown } | null | undefined)?.elicitationId;
    if (typeof id !== 'string') return;
    this.#open.get(id)?.end();
    this.#open.delete(id);
  }

  #forgetOldest(): void {
    for (const oldest of this.#open.keys()) {
      if (this.#open.size <= maxOpen) return;
      this.#open.delete(oldest);
    }
  }
}
