import type { ServerResponse } from 'node:http';
import { speaks } from '../../script/offer.ts';
import type { Endpoint } from './endpoint.ts';
import { gate } from './gate.ts';
import type { HttpRequest } from './http-request.ts';

/** Opens the stream for what belongs to no request, or resumes another one. */
export function takeGet(endpoint: Endpoint, request: HttpRequest, response: ServerResponse): void {
  const meeting = endpoint.meet(request, response, { method: 'GET', params: {} });
  if (meeting === undefined) return;
  const { listening = true } = endpoint.serving;
  const lastEventId = request.headers['last-event-id'];
  const isOffered = listening || lastEventId !== undefined;
  if (!speaks(endpoint.core.script, 'legacy') || !isOffered) {
    response.writeHead(405, { allow: 'POST, DELETE' }).end();
    return;
  }
  const session = endpoint.sessionOf(request, response);
  if (session === undefined) return;
  const found = lastEventId === undefined ? undefined : session.find(lastEventId);
  const { stream, place } = found ?? { stream: session.standing, place: undefined };
  if (stream === session.standing && stream.isAttached && found === undefined) {
    response.writeHead(409).end();
    return;
  }
  const attach = (): void => stream.attach(response, place);
  void endpoint.core.send({}, gate(response, attach), meeting);
}

/** Ends a session. */
export function takeDelete(
  endpoint: Endpoint,
  request: HttpRequest,
  response: ServerResponse,
): void {
  const meeting = endpoint.meet(request, response, { method: 'DELETE', params: {} });
  if (meeting === undefined) return;
  const session = endpoint.sessionOf(request, response);
  if (session === undefined) return;
  endpoint.forget(session);
  void endpoint.core.send(
    {},
    gate(response, () => response.writeHead(204).end()),
    meeting,
  );
}
