import type { RequestId } from '../../protocol/index.ts';

type Json = Readonly<Record<string, unknown>>;

const subscriptionId = 'io.modelcontextprotocol/subscriptionId';

/** What the ids and tokens of a recording are called by the client that it is played to. */
export class Names {
  readonly #ids = new Map<unknown, unknown>();
  readonly #tokens = new Map<unknown, unknown>();
  /** The ids of the server's own requests, which stay as they are. */
  readonly #asked = new Set<unknown>();

  /** A request of the recording has come, perhaps under another id. */
  learn(recorded: Json, message: Json): void {
    if (message['id'] !== undefined) this.#ids.set(recorded['id'], message['id']);
    const token = progressToken(recorded);
    if (token !== undefined) this.#tokens.set(token, progressToken(message));
  }

  id(recorded: RequestId): RequestId {
    return (this.#ids.get(recorded) ?? recorded) as RequestId;
  }

  /** A message of the server, as it would have been written to this client. */
  rewrite(message: unknown): unknown {
    if (Array.isArray(message)) return message.map((each) => this.rewrite(each));
    if (!isObject(message)) return message;
    const { id, method, params, result } = message;
    if (method === undefined) {
      if (id === undefined || id === null) return message;
      const renamed = { ...message, id: this.id(id as RequestId) };
      return isObject(result) ? { ...renamed, result: this.#withMeta(result) } : renamed;
    }
    if (id !== undefined) this.#asked.add(id);
    return isObject(params) ? { ...message, params: this.#params(method, params) } : message;
  }

  #params(method: unknown, params: Json): Json {
    const { progressToken: token, requestId } = params;
    if (method === 'notifications/progress') {
      return { ...params, progressToken: this.#tokens.get(token) ?? token };
    }
    if (method === 'notifications/cancelled' && !this.#asked.has(requestId)) {
      return { ...this.#withMeta(params), requestId: this.#ids.get(requestId) ?? requestId };
    }
    return this.#withMeta(params);
  }

  #withMeta(holder: Json): Json {
    const { _meta: meta } = holder;
    if (!isObject(meta) || meta[subscriptionId] === undefined) return holder;
    const id = meta[subscriptionId];
    return { ...holder, _meta: { ...meta, [subscriptionId]: this.#ids.get(id) ?? id } };
  }
}

function progressToken({ params }: Json): unknown {
  return isObject(params) && isObject(params['_meta'])
    ? params['_meta']['progressToken']
    : undefined;
}

/** Whether a JSON value has members by name. */
export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
