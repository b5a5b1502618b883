import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { HttpRequest } from '../../carriers/http/http-request.ts';
import { readRequest } from '../../carriers/http/read-request.ts';

/** Takes a request, and answers it. */
export type Take = (request: HttpRequest, response: ServerResponse) => Promise<void>;

/** A socket on the loopback interface of this machine, and what listens there. */
export class Listener implements AsyncDisposable {
  readonly #http: Server;

  private constructor(http: Server) {
    this.#http = http;
  }

  /** @param now - what its clock says, in ms since 1970 */
  static async open(take: Take, now: () => number): Promise<Listener> {
    const http = createServer((incoming, response) => {
      response.on('error', () => {});
      response.setHeader('date', new Date(now()).toUTCString());
      void serve(incoming, response, take).catch((error: unknown) => {
        if (!response.headersSent) response.writeHead(500, { 'content-type': 'text/plain' });
        response.end(String(error));
      });
    });
    http.listen(0, '127.0.0.1');
    await once(http, 'listening');
    return new Listener(http);
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#http.address() as AddressInfo).port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#http.closeAllConnections();
    await new Promise((resolve) => this.#http.close(resolve));
  }
}

async function serve(
  incoming: IncomingMessage,
  response: ServerResponse,
  take: Take,
): Promise<void> {
  // A client that goes away is no fault of this server.
  const request = await readRequest(incoming).catch(() => undefined);
  if (request === undefined) response.writeHead(413).end();
  else await take(request, response);
}
