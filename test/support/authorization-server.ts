import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { AuthorizationServer } from 'oauth4webapi';
import { serve } from '../fixtures/http/exchange-serve.ts';

/** What an endpoint says to a request. */
export interface Reply {
  readonly status: number;
  readonly body: object | string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Never sends it. */
  readonly hold?: boolean;
}

export interface Asked {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** An authorization server that says what it is told to, and keeps what it was asked. */
export interface ScriptedServer {
  readonly metadata: AuthorizationServer;
  /** What a path says next; the last one stays. */
  readonly replies: Record<string, Reply[]>;
  readonly asked: Asked[];
  readonly bodiesOf: (path: string) => string[];
  /** Resolves when a path was asked, or asked so often. */
  readonly heard: (path: string, times?: number) => Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

export async function openScriptedServer(more: object = {}): Promise<ScriptedServer> {
  const asked: Asked[] = [];
  const waiting = new Set<() => void>();
  const countOf = (path: string): number => asked.filter((one) => one.path === path).length;
  const replies: Record<string, Reply[]> = {
    '/token': [
      { status: 200, body: { access_token: 'at-1', token_type: 'Bearer', expires_in: 3600 } },
    ],
    '/register': [{ status: 201, body: { client_id: 'registered-1' } }],
    '/par': [{ status: 201, body: { request_uri: 'urn:pushed:1', expires_in: 60 } }],
  };
  const served = await serve((request, response) => void answer(request, response));

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const { url: path = '', headers } = request;
    asked.push({ path, headers, body });
    for (const look of waiting) look();
    const list = replies[path] ?? [];
    const reply = (list.length > 1 ? list.shift() : list[0]) ?? { status: 404, body: 'nothing' };
    if (reply.hold === true) return;
    const isText = typeof reply.body === 'string';
    response.writeHead(reply.status, {
      'content-type': isText ? 'text/html' : 'application/json',
      ...reply.headers,
    });
    response.end(isText ? reply.body : JSON.stringify(reply.body));
  }

  const { origin } = served.url;
  return {
    metadata: {
      issuer: origin,
      authorization_endpoint: `${origin}/authorize`,
      token_endpoint: `${origin}/token`,
      registration_endpoint: `${origin}/register`,
      ...more,
    },
    replies,
    asked,
    heard: (path, times = 1) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (countOf(path) >= times) resolve();
        };
        waiting.add(look);
        look();
      }),
    bodiesOf: (path) => asked.filter((one) => one.path === path).map(({ body }) => body),
    [Symbol.asyncDispose]: () => served.close(),
  };
}
