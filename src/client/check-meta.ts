import { ProtocolError } from '../protocol/index.ts';

/**
 * The form of a key: a prefix of labels and a slash, which may be absent, then a name, which may be
 * empty.
 */
const key =
  /^(?:[a-z](?:[a-z\d-]*[a-z\d])?(?:\.[a-z](?:[a-z\d-]*[a-z\d])?)*\/)?(?:[a-z\d](?:[\w.-]*[a-z\d])?)?$/i;

/**
 * What is wrong with the `_meta` members of a caller, as an error.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/basic#_meta | The form of keys}
 */
export function faultOfMeta(
  meta: unknown,
  server: string,
  method: string | undefined,
): ProtocolError | undefined {
  const about = { server, method };
  if (typeof meta !== 'object' || meta === null || Array.isArray(meta))
    return new ProtocolError('INVALID_ARGUMENT', 'meta must be an object', about);
  const odd = Object.keys(meta).find((name) => !key.test(name));
  if (odd === undefined) return undefined;
  const words = `meta: ${JSON.stringify(odd)} is no key: expected a name, such as com.example/name`;
  return new ProtocolError('INVALID_ARGUMENT', words, about);
}
