import type { ListPage } from '../../client/index.ts';

/** A list of which some pages were read. */
interface OpenList<Entry> {
  readonly pages: AsyncIterator<ListPage<Entry>>;
  readonly end: AbortController;
}

/** One page, and the name under which the list goes on. */
export interface NamedPage<Entry> {
  readonly entries: readonly Entry[];
  readonly next: string | undefined;
}

/** Lists that can go on. */
const maxOpen = 20;

/**
 * Lists of one server that a model reads page by page. It goes on by a name that is made here: the server's own cursors are texts
 * of a stranger, which a model need not see and could not give back unchanged.
 */
export class OpenLists<Entry> {
  /** The oldest first. */
  readonly #open = new Map<string, OpenList<Entry>>();
  #named = 0;

  /** The first page. */
  async begin(
    pagesOf: (signal: AbortSignal) => AsyncIterable<ListPage<Entry>>,
    signal: AbortSignal | undefined,
  ): Promise<NamedPage<Entry>> {
    const end = new AbortController();
    const pages = pagesOf(end.signal)[Symbol.asyncIterator]();
    return await this.#read({ pages, end }, signal);
  }

  /** The next page, or `undefined` where no list goes on under the name. */
  async goOn(name: string, signal: AbortSignal | undefined): Promise<NamedPage<Entry> | undefined> {
    const list = this.#open.get(name);
    if (list === undefined) return undefined;
    this.#open.delete(name);
    return await this.#read(list, signal);
  }

  /** A list whose page is given up does not go on. */
  async #read(list: OpenList<Entry>, signal: AbortSignal | undefined): Promise<NamedPage<Entry>> {
    const giveUp = (): void => list.end.abort(signal?.reason);
    if (signal?.aborted === true) giveUp();
    signal?.addEventListener('abort', giveUp, { once: true });
    try {
      const page = await list.pages.next();
      if (page.done === true) return { entries: [], next: undefined };
      const { entries, nextCursor } = page.value;
      return { entries, next: nextCursor === undefined ? undefined : this.#keep(list) };
    } finally {
      signal?.removeEventListener('abort', giveUp);
    }
  }

  #keep(list: OpenList<Entry>): string {
    this.#named += 1;
    const name = `page-${this.#named}`;
    this.#open.set(name, list);
    const [oldest] = this.#open.keys();
    // Nothing is under way in it, so there is nothing to end.
    if (this.#open.size > maxOpen && oldest !== undefined) this.#open.delete(oldest);
    return name;
  }
}
