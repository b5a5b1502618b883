import type { ServerResponse } from 'node:http';
import type { Outlet } from '../../faults/outlet.ts';
import type { Called } from './check-headers.ts';
import type { Endpoint } from './endpoint.ts';
import { gate } from './gate.ts';
import type { HttpRequest } from './http-request.ts';
import { parsed } from './parsed.ts';
import type { Session } from './session.ts';

/**
 * The transport of 2024-11-05: a stream by GET, whose first event says where to post, and on which
 * everything comes.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2024-11-05/basic/transports#http-with-sse | HTTP with SSE}
 */
export function takeOlder(
  endpoint: Endpoint,
  request: HttpRequest,
  response: ServerResponse,
): void {
  const { pathname, searchParams } = new URL(request.path, 'http://127.0.0.1');
  const session = endpoint.sessions.get(searchParams.get('session') ?? '');
  if (request.method === 'GET' && pathname === '/mcp') return open(endpoint, request, response);
  if (request.method === 'POST' && pathname === '/messages' && session !== undefined) {
    return take({ endpoint, request, response }, session);
  }
  // A client of the current transport comes here first, and may meet another refusal.
  const status = pathname === '/mcp' ? 405 : 404;
  if (endpoint.meet(request, response, calledIn(request.body)) !== undefined) {
    response.writeHead(status).end();
  }
}

function open(endpoint: Endpoint, request: HttpRequest, response: ServerResponse): void {
  const meeting = endpoint.meet(request, response, { method: 'GET', params: {} });
  if (meeting === undefined) return;
  const session = endpoint.begin();
  // The stream is the session.
  response.once('close', () => endpoint.forget(session));
  const first = `event: endpoint\ndata: /messages?session=${session.id}\n\n`;
  const pass = (): void => session.standing.attach(response, 0, first);
  void endpoint.core.send({}, gate(response, pass), meeting);
}

function take(
  post: {
    readonly endpoint: Endpoint;
    readonly request: HttpRequest;
    readonly response: ServerResponse;
  },
  session: Session,
): void {
  const { endpoint, request, response } = post;
  const meeting = endpoint.meet(request, response, calledIn(request.body));
  if (meeting === undefined) return;
  response.writeHead(202).end('Accepted');
  const { conversation } = session;
  const { headers } = request;
  endpoint.core.take(parsed(request.body), {
    conversation,
    headers,
    say: conversation.say,
    outlet: outletOf(session),
    meeting,
  });
}

function calledIn(body: string): Called {
  const message = (parsed(body) ?? {}) as { readonly method?: unknown; readonly params?: object };
  const { method, params } = message;
  return { method: typeof method === 'string' ? method : '', params: { ...params } };
}

function outletOf({ standing, turnstile }: Session): Outlet {
  return {
    carrier: 'http',
    get isOpen() {
      return standing.isAttached;
    },
    get backlog() {
      return standing.backlog;
    },
    prepare: () => {},
    frame: (text) => standing.frame(text),
    noise: (text) => `:${text.trimEnd().replaceAll('\n', '\n:')}\n`,
    exclusively: (job) => turnstile.enter(job),
    write: (bytes) => standing.write(bytes),
    done: () => {},
    end: (ending) => {
      if (ending.kind === 'cut') standing.cut(ending.how);
    },
  };
}
