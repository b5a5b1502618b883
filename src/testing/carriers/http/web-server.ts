import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Core } from '../../server/core.ts';
import { Arrivals } from '../../server/received.ts';
import { Endpoint } from './endpoint.ts';
import type { HttpRequest } from './http-request.ts';
import type { HttpServing } from './http-serving.ts';
import { readRequest } from './read-request.ts';
import { takeDelete, takeGet } from './take-get.ts';
import { takeOlder } from './take-older.ts';
import { takePost } from './take-post.ts';

/**
 * A scripted server on HTTP, on the loopback interface of this machine.
 *
 * @public
 */
export class WebServer implements AsyncDisposable {
  readonly #http: Server;
  readonly #endpoint: Endpoint;
  readonly #arrived: Arrivals<HttpRequest>;

  private constructor(http: Server, endpoint: Endpoint, arrived: Arrivals<HttpRequest>) {
    this.#http = http;
    this.#endpoint = endpoint;
    this.#arrived = arrived;
  }

  /** @internal */
  static async open(core: Core, serving: HttpServing): Promise<WebServer> {
    const endpoint = new Endpoint(core, serving);
    const arrived = new Arrivals<HttpRequest>();
    const http = createServer((request, response) => {
      void take(endpoint, arrived, { request, response });
    });
    http.listen(0, '127.0.0.1');
    await once(http, 'listening');
    return new WebServer(http, endpoint, arrived);
  }

  /** The MCP endpoint. */
  get url(): string {
    return `http://127.0.0.1:${(this.#http.address() as AddressInfo).port}/mcp`;
  }

  /** Every request that came, in order. */
  get requests(): readonly HttpRequest[] {
    return this.#arrived.all;
  }

  /** The `count`th request of a method of HTTP, once it is there. The test's own limit bounds the wait. */
  until(method: string, count = 1): Promise<HttpRequest> {
    return this.#arrived.nth((request) => request.method === method, count);
  }

  /** The ids of the sessions that it knows. */
  get sessions(): readonly string[] {
    return [...this.#endpoint.sessions.keys()];
  }

  /** Forgets every session, as a server does that was started anew. */
  forgetSessions(): void {
    for (const session of this.#endpoint.sessions.values()) this.#endpoint.forget(session);
  }

  /** Ends every connection, and listens no more. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#http.closeAllConnections();
    await new Promise((resolve) => this.#http.close(resolve));
  }
}

async function take(
  endpoint: Endpoint,
  arrived: Arrivals<HttpRequest>,
  { request: incoming, response }: { request: IncomingMessage; response: ServerResponse },
): Promise<void> {
  // A client that goes away is no fault of this server.
  const request = await readRequest(incoming).catch(() => undefined);
  if (request === undefined) return void response.writeHead(413).end();
  arrived.add(request);
  const { pathname } = new URL(request.path, 'http://127.0.0.1');
  if (endpoint.serving.transport === 'sse') takeOlder(endpoint, request, response);
  else if (pathname !== '/mcp') response.writeHead(404).end();
  else if (request.method === 'POST') takePost(endpoint, request, response);
  else if (request.method === 'GET') takeGet(endpoint, request, response);
  else if (request.method === 'DELETE') takeDelete(endpoint, request, response);
  else response.writeHead(405, { allow: 'POST, GET, DELETE' }).end();
}
