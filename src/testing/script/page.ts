import { Refusal } from './refusal.ts';

/** A page of a list, as `tools/list` and its like answer it. The cursor is opaque to clients. */
export function pageOf(
  key: string,
  entries: readonly unknown[],
  { pageSize = Infinity, cursor }: { readonly pageSize?: number; readonly cursor?: unknown },
): object {
  const [, place] = typeof cursor === 'string' ? (/^after-(\d+)$/.exec(cursor) ?? []) : [];
  const from = cursor === undefined ? 0 : Number(place);
  if (Number.isNaN(from)) throw new Refusal(-32_602, 'this cursor is of no page');
  const to = from + pageSize;
  const more = to < entries.length;
  return { [key]: entries.slice(from, to), ...(more && { nextCursor: `after-${to}` }) };
}
