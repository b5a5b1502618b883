const HEAD_END = '\r\n\r\n';
const CONTENT_LENGTH = /\r\ncontent-length: *(\d+)/iu;
const CHUNKED = /\r\ntransfer-encoding:/iu;

/**
 * Cuts the HTTP/1.1 requests out of what comes over one connection. By hand, since node:http would cost
 * the server more than most clients cost. Bodies need a Content-Length: all clients here send one.
 */
export class RequestCutter {
  #rest = Buffer.alloc(0);
  #onRequest;

  /** @param {(request: { method: string, path: string, body: string }) => void} onRequest */
  constructor(onRequest) {
    this.#onRequest = onRequest;
  }

  feed(bytes) {
    this.#rest = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    while (this.#rest.length > 0) {
      const headEnd = this.#rest.indexOf(HEAD_END);
      if (headEnd === -1) return;
      const head = this.#rest.latin1Slice(0, headEnd);
      if (CHUNKED.test(head)) throw new Error('this server reads no chunked request');
      const from = headEnd + HEAD_END.length;
      const to = from + Number(CONTENT_LENGTH.exec(head)?.[1] ?? 0);
      if (this.#rest.length < to) return;
      const body = this.#rest.utf8Slice(from, to);
      this.#rest = this.#rest.subarray(to);
      const [method, path] = head.slice(0, head.indexOf('\r\n')).split(' ');
      this.#onRequest({ method, path, body });
    }
  }
}
