/** @typedef {{ onProgress?: (params: object) => void }} CallOptions */

/**
 * The least that a client must do between its caller and a wire: number the calls, and find the call of
 * each answer. No validation, no time limits, no cancellation. Legacy era.
 */
export class Calls {
  #nextId = 0;
  #waiting = new Map();
  #send;
  #onNotification;

  /**
   * @param {(text: string, call: { reject: (error: Error) => void } | undefined) => void} send - gets no call
   *   where the message is a notification
   * @param {((message: object) => void) | undefined} onNotification
   */
  constructor(send, onNotification) {
    this.#send = send;
    this.#onNotification = onNotification;
  }

  /** @param {string} text - a message of the server */
  deliver(text) {
    const message = JSON.parse(text);
    if (message.method === undefined) this.#settle(message);
    else if (message.method === 'notifications/progress') {
      this.#waiting.get(message.params.progressToken)?.onProgress?.(message.params);
    } else this.#onNotification?.(message);
  }

  async initialize() {
    await this.#request('initialize', {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'floor', version: '1.0.0' },
    });
    this.#send('{"jsonrpc":"2.0","method":"notifications/initialized"}', undefined);
  }

  async listTools() {
    const pages = [];
    let cursor;
    do {
      const page = await this.#request('tools/list', cursor === undefined ? {} : { cursor });
      pages.push(page.tools);
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    return pages.length === 1 ? pages[0] : pages.flat();
  }

  /** @param {CallOptions} [options] */
  callTool(name, args, { onProgress } = {}) {
    return this.#request('tools/call', { name, arguments: args }, onProgress);
  }

  #request(method, params, onProgress) {
    const id = this.#nextId++;
    const all = onProgress === undefined ? params : { ...params, _meta: { progressToken: id } };
    return new Promise((resolve, reject) => {
      const call = { resolve, reject, onProgress };
      this.#waiting.set(id, call);
      this.#send(JSON.stringify({ jsonrpc: '2.0', id, method, params: all }), call);
    });
  }

  #settle({ id, result, error }) {
    const call = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error === undefined) call?.resolve(result);
    else call?.reject(new Error(error.message));
  }
}
