import { OAuthError } from '../errors.ts';
import type { Network } from '../network/network.ts';
import { nameOfPlace, quote } from '../network/quote.ts';
import { type Attempt, type AttemptKind, textOf } from './attempt.ts';

/** A JSON object, as it came. */
export type Document = Readonly<Record<string, unknown>>;

/** What a document says, or why it cannot be used. */
export type Reading<T> =
  | { readonly kind: 'read'; readonly value: T }
  | { readonly kind: Exclude<AttemptKind, 'absent' | 'failing'>; readonly why: string };

export interface Search<T> {
  readonly network: Network;
  /** In the order in which they are asked. */
  readonly candidates: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** What it throws ends the search. */
  readonly read: (document: Document) => Reading<T>;
}

/** What was found first, or what each place answered. */
export type Found<T> =
  | { readonly value: T; readonly attempts?: undefined }
  | { readonly value?: undefined; readonly attempts: readonly Attempt[] };

/**
 * Asks one place after the other, and stops at the first document that can be used.
 *
 * @throws OAuthError `CANCELLED`, and what `read` throws
 */
export async function firstDocument<T>(search: Search<T>): Promise<Found<T>> {
  const attempts: Attempt[] = [];
  for (const candidate of search.candidates) {
    const answer = await ask(search, candidate);
    if ('text' in answer) {
      attempts.push(answer);
      continue;
    }
    const reading = search.read(answer.document);
    if (reading.kind === 'read') return { value: reading.value };
    attempts.push({
      kind: reading.kind,
      text: `${nameOfPlace(new URL(candidate))} ${reading.why}`,
    });
  }
  return { attempts };
}

async function ask(
  { network, headers, signal }: Search<unknown>,
  candidate: string,
): Promise<Attempt | { readonly document: Document }> {
  const request = { method: 'GET', headers: { accept: 'application/json', ...headers }, signal };
  let response: Response;
  try {
    response = await network.fetch(candidate, request);
  } catch (error) {
    return attemptOf(error);
  }
  const { status } = response;
  const place = nameOfPlace(new URL(candidate));
  if (status !== 200) return { kind: kindOfStatus(status), text: `${place} answered ${status}` };
  const document = parseJson(await response.text());
  if (document === undefined) {
    const type = response.headers.get('content-type');
    const called = type === null ? '' : ` but ${quote(type, 60)}`;
    return { kind: 'absent', text: `${place} is not JSON${called}` };
  }
  return isObject(document)
    ? { document }
    : { kind: 'unusable', text: `${place} is no JSON object` };
}

/** Servers that know nothing of metadata answer with what they have for any request: a refusal, a page. */
function kindOfStatus(status: number): AttemptKind {
  if (status >= 500 || status === 408 || status === 429) return 'failing';
  return status >= 400 ? 'absent' : 'unusable';
}

function attemptOf(error: unknown): Attempt {
  if (!(error instanceof OAuthError) || error.code === 'CANCELLED') throw error;
  const kind =
    error.code === 'URL_REFUSED'
      ? 'refused'
      : error.code === 'UNUSABLE_ANSWER'
        ? 'unusable'
        : 'failing';
  return { kind, text: textOf(error) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

export function isObject(value: unknown): value is Document {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
