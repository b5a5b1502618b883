import type { RequestId } from '../message.ts';
import type { JsonObject } from '../model/json.ts';

/**
 * A request as text, with these members in its `_meta`. What a caller put there stays, except where
 * the era's own members have the same names.
 *
 * The usual request has no `_meta` of its own: then the era's members, which are text already, are
 * set into the text of the parameters. That costs a third of copying both into one object first.
 *
 * @param meta - the era's members as JSON, without the braces
 */
export function encodeRequest(
  id: RequestId,
  method: string,
  params: JsonObject | undefined,
  meta: string,
): string {
  const own = params?.['_meta'];
  if (meta === '') return JSON.stringify({ jsonrpc: '2.0', id, method, params });
  if (own === undefined) {
    const text = params === undefined ? '{}' : JSON.stringify(params);
    const rest = text === '{}' ? '' : `${text.slice(1, -1)},`;
    return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"method":${JSON.stringify(method)},"params":{${rest}"_meta":{${meta}}}}`;
  }
  const merged = { ...(own as JsonObject), ...(JSON.parse(`{${meta}}`) as JsonObject) };
  return JSON.stringify({ jsonrpc: '2.0', id, method, params: { ...params, _meta: merged } });
}

/** The members of an object as JSON, without the braces. */
export function membersOf(value: object): string {
  return JSON.stringify(value).slice(1, -1);
}
