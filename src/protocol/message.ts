/**
 * The id of a request: a string or an integer, never `null`.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/basic#requests | MCP requests}
 * @public
 */
export type RequestId = string | number;

/** The error member of a JSON-RPC error response, as the peer sent it. @public */
export interface WireError {
  /** An integer; MCP and JSON-RPC reserve −32768 to −32000. */
  readonly code: number;
  /** The peer's own words: untrusted. */
  readonly message: string;
  readonly data?: unknown;
}

/** What one decoded JSON value is, in JSON-RPC's terms. @public */
export type Incoming =
  | {
      readonly kind: 'request';
      readonly id: RequestId;
      readonly method: string;
      readonly params: unknown;
    }
  | { readonly kind: 'notification'; readonly method: string; readonly params: unknown }
  | { readonly kind: 'result'; readonly id: RequestId; readonly result: object }
  | { readonly kind: 'error'; readonly id: RequestId | undefined; readonly error: WireError }
  | { readonly kind: 'invalid'; readonly id: RequestId | undefined; readonly why: string };

/**
 * Says what a decoded JSON value is, by its members alone: a check by hand, since a schema that is
 * meant to fail for three kinds of four costs more than all the rest of a message.
 *
 * A value with both `result` and `error`, or with neither, is invalid and keeps its id, so that the
 * call it answers can fail at once.
 *
 * @see {@link https://www.jsonrpc.org/specification#response_object | JSON-RPC 2.0, section 5}
 * @public
 */
export function classifyMessage(value: unknown): Incoming {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return invalid(undefined, 'it is not a JSON object');
  }
  const message = value as Readonly<Record<string, unknown>>;
  const id = message['id'];
  if (message['jsonrpc'] !== '2.0') return invalid(id, 'its member jsonrpc is not "2.0"');
  if ('method' in message) return classifyMethod(message, id);
  return classifyResponse(message, id);
}

function classifyMethod(message: Readonly<Record<string, unknown>>, id: unknown): Incoming {
  const method = message['method'];
  if (typeof method !== 'string') return invalid(id, 'its method is not a string');
  if (!('id' in message)) return { kind: 'notification', method, params: message['params'] };
  if (!isRequestId(id)) return invalid(undefined, 'its id is neither a string nor an integer');
  return { kind: 'request', id, method, params: message['params'] };
}

function classifyResponse(message: Readonly<Record<string, unknown>>, id: unknown): Incoming {
  const { result, error } = message;
  if (result !== undefined && error === undefined) {
    if (!isRequestId(id)) return invalid(undefined, 'it is a result without a usable id');
    if (typeof result !== 'object' || result === null || Array.isArray(result)) {
      return invalid(id, 'its result is not an object');
    }
    return { kind: 'result', id, result };
  }
  if (error !== undefined && result === undefined) {
    if (!isWireError(error)) return invalid(id, 'its error has no integer code and string message');
    // A peer that could not read the id of a request answers with null or with no id at all.
    return { kind: 'error', id: isRequestId(id) ? id : undefined, error };
  }
  return invalid(
    id,
    error === undefined ? 'it has no method, result or error' : 'it has both a result and an error',
  );
}

function invalid(id: unknown, why: string): Incoming {
  return { kind: 'invalid', id: isRequestId(id) ? id : undefined, why };
}

/** Whether a value can be the id of a request. @public */
export function isRequestId(value: unknown): value is RequestId {
  return typeof value === 'string' || Number.isInteger(value);
}

/** Whether a value has the form of a JSON-RPC error object. @public */
export function isWireError(value: unknown): value is WireError {
  if (typeof value !== 'object' || value === null) return false;
  const { code, message } = value as Readonly<Record<string, unknown>>;
  return Number.isInteger(code) && typeof message === 'string';
}
