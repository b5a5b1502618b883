import type { ListPage } from '../../../client/index.ts';
import type { Session } from './verb.ts';

/** Every entry of a list. A long list tells how far it has come. */
export async function collectList<Entry>(
  pages: AsyncIterable<ListPage<Entry>>,
  what: string,
  session: Session,
): Promise<readonly Entry[]> {
  const all: Entry[] = [];
  await walk(pages, what, session, ({ entries }) => {
    for (const entry of entries) all.push(entry);
    return false;
  });
  return all;
}

/** The first entry that fits, or the others; the pages behind it are not asked for. */
export async function findInList<Entry>(
  pages: AsyncIterable<ListPage<Entry>>,
  what: string,
  session: Session,
  fits: (entry: Entry) => boolean,
): Promise<{ readonly found: Entry | undefined; readonly others: readonly Entry[] }> {
  const others: Entry[] = [];
  let found: Entry | undefined;
  await walk(pages, what, session, ({ entries }) => {
    found = entries.find(fits);
    for (const entry of entries) others.push(entry);
    return found !== undefined;
  });
  return { found, others };
}

async function walk<Entry>(
  pages: AsyncIterable<ListPage<Entry>>,
  what: string,
  session: Session,
  isEnough: (page: ListPage<Entry>) => boolean,
): Promise<void> {
  let count = 0;
  let read = 0;
  session.say(`listing ${what}`);
  for await (const page of pages) {
    count += 1;
    read += page.entries.length;
    if (isEnough(page)) return;
    if (page.nextCursor === undefined) return;
    session.progress(`listing ${what}: page ${count + 1}, ${read} so far`);
  }
}
