import type { Stored } from '../keeping/store.ts';
import { leftAlone } from './kept-file.ts';
import { storeFailed } from './store-failed.ts';

/** What the file of a store has in it. Members that are not named here are kept. */
export interface FileContent {
  readonly version: 1;
  /** The last one that was given out. */
  readonly generation: number;
  readonly entries: Readonly<Record<string, unknown>>;
}

export const emptyContent: FileContent = { version: 1, generation: 0, entries: {} };

/** @throws OAuthError `STORE_FAILED` */
export function parseContent(path: string, text: string): FileContent {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    // The engine's own error quotes what it could not read.
    throw storeFailed(`${path} is not JSON; ${leftAlone}`);
  }
  if (!isObject(content)) throw storeFailed(`${path} is not a JSON object; ${leftAlone}`);
  const { version, generation, entries } = content;
  if (version !== 1) {
    throw storeFailed(
      `${path} is not of version 1, the one that is known here; ${leftAlone}, or use a newer version of this program`,
    );
  }
  if (!isCount(generation) || !isObject(entries)) {
    throw storeFailed(`${path} has no number "generation" or no object "entries"; ${leftAlone}`);
  }
  return { ...content, version, generation, entries };
}

/** @throws OAuthError `STORE_FAILED` for an entry that is not as it was written; the others can be used */
export function readStored(path: string, content: FileContent, key: string): Stored | undefined {
  if (!Object.hasOwn(content.entries, key)) return undefined;
  const entry = content.entries[key];
  if (isObject(entry) && isCount(entry['generation'])) {
    const { generation, value } = entry;
    if (typeof value === 'string') return { generation, value };
    if (isObject(value)) return { generation, value: JSON.stringify(value) };
  }
  throw storeFailed(
    `${path} has an entry without a number "generation" or without a text or an object "value"; ${leftAlone}`,
  );
}

/**
 * The content with another value of a key, or without one (`undefined`).
 *
 * @param now - ms since 1970. Generations grow with it, so that none comes again where somebody removed the file.
 */
export function withValue(
  content: FileContent,
  { key, value, now }: { readonly key: string; readonly value: string | undefined; now: number },
): FileContent {
  const generation = Math.max(content.generation + 1, Math.trunc(now));
  const others = Object.entries(content.entries).filter(([name]) => name !== key);
  const changed =
    value === undefined ? [] : [[key, { generation, value: legible(value) }] as const];
  return { ...content, generation, entries: Object.fromEntries([...others, ...changed]) };
}

/** A text that is JSON of an object is put down as that object, for people to read; if it comes back as the same text. */
function legible(text: string): unknown {
  if (!text.startsWith('{')) return text;
  try {
    const value: unknown = JSON.parse(text);
    return JSON.stringify(value) === text ? value : text;
  } catch {
    return text;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
