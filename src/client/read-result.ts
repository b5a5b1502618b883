import {
  ProtocolError,
  readerOf,
  type ErrorSubject,
  type ListEntries,
  type Parser,
  type Results,
  type Revision,
} from '../protocol/index.ts';
import type { ClientSettings } from './options.ts';
import type { ListPage } from './pages.ts';

/** Which result is read. */
export interface Reading<Method extends string = string> {
  readonly method: Method;
  readonly subject?: string | undefined;
  readonly revision: Revision;
}

/**
 * Reads the complete result of a request by the form of its revision.
 *
 * @throws ProtocolError `INVALID_RESULT`, `NOT_SUPPORTED`
 */
export function readResult<Method extends keyof Results>(
  result: object,
  reading: Reading<Method>,
  settings: ClientSettings,
): Results[Method] {
  const parser = readerOf(reading.revision).result(reading.method);
  return parse(result, parser, reading, settings);
}

/**
 * Reads one page of a list: each entry by itself, so that a malformed one costs only itself.
 *
 * @throws ProtocolError `INVALID_RESULT` for a page that is no list, and under `strict` for a malformed entry
 */
export function readPage<Method extends keyof ListEntries>(
  result: object,
  reading: Reading<Method>,
  settings: ClientSettings,
): ListPage<ListEntries[Method]> {
  const list = readerOf(reading.revision).list(reading.method);
  const page = parse(result, list?.page, reading, settings);
  const entries: ListEntries[Method][] = [];
  for (const [index, raw] of page.entries.entries()) {
    const entry = list?.entry(raw);
    if (entry?.ok === true) entries.push(entry.value);
    else if (entry !== undefined) {
      const path = join(`${list?.key}[${index}]`, entry.path);
      leaveOut(raw, { path, message: entry.message }, index, reading, settings);
    }
  }
  return page.nextCursor === undefined ? { entries } : { entries, nextCursor: page.nextCursor };
}

function parse<T>(
  result: object,
  parser: Parser<T> | undefined,
  reading: Reading,
  settings: ClientSettings,
): T {
  if (parser === undefined) {
    const words = `revision ${reading.revision} has no ${reading.method}`;
    throw new ProtocolError('NOT_SUPPORTED', words, subjectOf(reading, settings));
  }
  const outcome = parser(result);
  if (!outcome.ok) throw invalid(outcome, reading, settings);
  return outcome.value;
}

interface Misfit {
  readonly path: string;
  readonly message: string;
}

function leaveOut(
  raw: unknown,
  misfit: Misfit,
  index: number,
  reading: Reading,
  settings: ClientSettings,
): void {
  if (settings.strict) throw invalid(misfit, reading, settings);
  const name = (raw as { readonly name?: unknown } | null | undefined)?.name;
  settings.report({
    kind: 'entry-left-out',
    method: reading.method,
    index,
    name: typeof name === 'string' ? name : undefined,
    why: `${misfit.path}: ${misfit.message}`,
  });
}

function invalid(misfit: Misfit, reading: Reading, settings: ClientSettings): ProtocolError {
  const where = misfit.path === '' ? '' : `${misfit.path}: `;
  const words = `Invalid result for ${reading.method}: ${where}${misfit.message}`;
  return new ProtocolError('INVALID_RESULT', words, subjectOf(reading, settings));
}

function subjectOf(reading: Reading, settings: ClientSettings): ErrorSubject {
  return { ...settings.about, method: reading.method, subject: reading.subject };
}

function join(place: string, path: string): string {
  if (path === '') return place;
  return path.startsWith('[') ? `${place}${path}` : `${place}.${path}`;
}
