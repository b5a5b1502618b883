import { ProtocolError } from '../protocol/index.ts';
import type { ClientSettings } from './options.ts';

/**
 * One page of a list.
 *
 * @public
 */
export interface ListPage<Entry> {
  readonly entries: readonly Entry[];
  /** Where the next page begins; opaque, and the empty string is one. Absent on the last page. */
  readonly nextCursor?: string;
}

/** Asks for the page that begins at a cursor, the first without one. */
export type AskPage<Entry> = (cursor: string | undefined) => Promise<ListPage<Entry>>;

/**
 * Every page of a list, one after the other. A list that repeats a cursor or outgrows the limits is
 * cut and reported, under `strict` refused.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/pagination | Pagination}
 * @throws ProtocolError `TOO_MANY_PAGES` under `strict`
 */
export async function* walkPages<Entry>(
  method: string,
  ask: AskPage<Entry>,
  settings: ClientSettings,
): AsyncGenerator<ListPage<Entry>, void, undefined> {
  const seen = new Set<string>();
  let entries = 0;
  let cursor: string | undefined;
  for (let pages = 1; ; pages += 1) {
    const page = await ask(cursor);
    entries += page.entries.length;
    yield page;
    cursor = page.nextCursor;
    if (cursor === undefined) return;
    const why = endlessBecause(cursor, seen, { pages, entries }, settings);
    if (why !== undefined) return cut(method, why, entries, settings);
    seen.add(cursor);
  }
}

function endlessBecause(
  cursor: string,
  seen: ReadonlySet<string>,
  count: { readonly pages: number; readonly entries: number },
  { limits }: ClientSettings,
): string | undefined {
  if (seen.has(cursor)) return 'the server gave the same cursor twice';
  if (count.pages >= limits.maxListPages)
    return `it has more than ${limits.maxListPages} pages (limits.maxListPages)`;
  if (count.entries >= limits.maxListEntries)
    return `it has more than ${limits.maxListEntries} entries (limits.maxListEntries)`;
  return undefined;
}

function cut(method: string, why: string, entries: number, settings: ClientSettings): void {
  if (settings.strict) {
    const { server } = settings.about;
    throw new ProtocolError(
      'TOO_MANY_PAGES',
      `${method} was given up after ${entries} entries: ${why}`,
      { server, method },
    );
  }
  settings.report({ kind: 'list-cut', method, why, entries });
}
