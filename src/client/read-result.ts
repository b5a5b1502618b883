import {
  eraOf,
  listOf,
  parseResult,
  ProtocolError,
  quote,
  type JsonObject,
  type ListMethod,
  type Revision,
} from '../protocol/index.ts';
import type { ClientSettings } from './options.ts';
import type { ListPage } from './pages.ts';

export type { ListMethod };

/** Which result is read. */
export interface Reading<Method extends string = string> {
  readonly method: Method;
  readonly subject?: string | undefined;
  readonly revision: Revision;
}

/**
 * Reads the result of a request by the schema of its revision.
 *
 * @throws ProtocolError `INVALID_RESULT`, `INPUT_REQUIRED`
 */
export function readResult<T>(result: object, reading: Reading, settings: ClientSettings): T {
  mustBeComplete(result as JsonObject, reading, settings);
  const outcome = parseResult(reading.revision, reading.method, result);
  if (!outcome.ok) throw invalid(outcome, reading, settings);
  return outcome.value as T;
}

/**
 * Reads one page of a list: each entry by itself, so that a malformed one costs only itself.
 *
 * @throws ProtocolError `INVALID_RESULT` for a page that is no list, and under `strict` for a malformed entry
 */
export function readPage<Entry>(
  result: object,
  reading: Reading<ListMethod>,
  settings: ClientSettings,
): ListPage<Entry> {
  const page = readResult<JsonObject>(result, reading, settings);
  const { key, parseEntry } = listOf(reading.revision, reading.method);
  const entries: Entry[] = [];
  for (const [index, raw] of (page[key] as readonly unknown[]).entries()) {
    const entry = parseEntry(raw);
    if (entry.ok) entries.push(entry.value as Entry);
    else
      leaveOut(
        raw,
        { ...entry, path: join(`${key}[${index}]`, entry.path) },
        index,
        reading,
        settings,
      );
  }
  const cursor = page['nextCursor'];
  return typeof cursor === 'string' ? { entries, nextCursor: cursor } : { entries };
}

interface Misfit {
  readonly path: string;
  readonly message: string;
}

/**
 * Every result of the modern era says what it is; one that does not is complete
 * (2026-07-28/basic, ResultType). This client offers a server nothing to ask for.
 */
function mustBeComplete(result: JsonObject, reading: Reading, settings: ClientSettings): void {
  const type = result['resultType'];
  if (type === undefined || type === 'complete' || eraOf(reading.revision) === 'legacy') return;
  const { server } = settings.about;
  const about = { server, method: reading.method, subject: reading.subject };
  if (type === 'input_required') {
    const words = `${reading.method} asks for input that this client did not offer`;
    throw new ProtocolError('INPUT_REQUIRED', words, about);
  }
  const words = `Invalid result for ${reading.method}: resultType: expected "complete", got ${quote(String(type))}`;
  throw new ProtocolError('INVALID_RESULT', words, about);
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
  const { method, subject } = reading;
  const where = misfit.path === '' ? '' : `${misfit.path}: `;
  const about = { server: settings.about.server, method, subject };
  return new ProtocolError(
    'INVALID_RESULT',
    `Invalid result for ${method}: ${where}${misfit.message}`,
    about,
  );
}

function join(place: string, path: string): string {
  if (path === '') return place;
  return path.startsWith('[') ? `${place}${path}` : `${place}.${path}`;
}
