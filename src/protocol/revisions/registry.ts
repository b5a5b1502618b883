import type { Revision } from './order.ts';
import { RevisionReader } from './reader.ts';
import { rulesOf } from './rules.ts';

export { commonRevision, eraOf, isRevision, newestOf, revisions } from './order.ts';
export type { Era, Revision } from './order.ts';
export type { Methods, ReceivedRequest, SentRequest } from './methods.ts';
export type { Parsed, Parser } from './parser.ts';
export type { ListParsers, RevisionReader } from './reader.ts';
export type {
  ListEntries,
  ListPage,
  ReceivedParams,
  Results,
  TaskAugmented,
} from './typed-methods.ts';

const readers = new Map<Revision, RevisionReader>();

/**
 * How to read what a server of this revision sends, forgiving what real servers get wrong. There is
 * one reader for each revision, made on first use.
 *
 * @public
 */
export function readerOf(revision: Revision): RevisionReader {
  let reader = readers.get(revision);
  if (reader === undefined) {
    reader = new RevisionReader(revision, rulesOf(revision), false);
    readers.set(revision, reader);
  }
  return reader;
}

/** A reader that forgives nothing: for those who judge a server. @public */
export function strictReaderOf(revision: Revision): RevisionReader {
  return new RevisionReader(revision, rulesOf(revision), true);
}
