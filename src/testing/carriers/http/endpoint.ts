import type { ServerResponse } from 'node:http';
import type { JsonObject } from '../../../protocol/index.ts';
import { refusalIn } from '../../faults/delivery.ts';
import type { HttpReply } from '../../faults/http-reply.ts';
import { misfitOf } from '../../faults/misfit.ts';
import type { Core, Meeting } from '../../server/core.ts';
import { replyError } from './error-reply.ts';
import { gate } from './gate.ts';
import type { HttpRequest } from './http-request.ts';
import type { HttpServing } from './http-serving.ts';
import { Session } from './session.ts';

/** The MCP endpoint of a scripted server: its sessions, and what all its requests have in common. */
export class Endpoint {
  readonly core: Core;
  readonly serving: HttpServing;
  readonly sessions: Map<string, Session> = new Map();
  #begun = 0;

  constructor(core: Core, serving: HttpServing) {
    this.core = core;
    this.serving = serving;
  }

  begin(): Session {
    const { resumable = false, retryMs } = this.serving;
    const id = `session-${(this.#begun += 1)}`;
    const session = new Session(id, resumable ? { retryMs } : undefined);
    this.sessions.set(session.id, session);
    this.core.conversations.add(session.conversation);
    return session;
  }

  forget({ id, conversation }: Session): void {
    this.sessions.delete(id);
    this.core.conversations.delete(conversation);
    conversation.end();
  }

  /** The session of a request, or `undefined`: then it is refused. */
  sessionOf({ headers }: HttpRequest, response: ServerResponse): Session | undefined {
    const id = headers['mcp-session-id'];
    const { sessions: keepsSessions = true } = this.serving;
    // Without sessions all clients of the legacy era are one.
    const found = keepsSessions ? this.sessions.get(id ?? '') : [...this.sessions.values()].at(-1);
    if (found !== undefined) return found;
    // A server that requires a session says 400 where none is named, and 404 where it is not known
    // (2025-11-25/basic/transports, Session Management).
    const message = id === undefined ? 'Bad Request: no session is named' : 'Session not found';
    replyError(response, id === undefined ? 400 : 404, { code: -32_000, message });
    return undefined;
  }

  /** What a request meets; `undefined` if it was refused with that. */
  meet(
    request: HttpRequest,
    response: ServerResponse,
    { method, params }: { readonly method: string; readonly params: JsonObject },
  ): Meeting | undefined {
    const meeting = this.core.meet({ method, params });
    const misfit = misfitOf(meeting.faults, 'http');
    if (misfit !== undefined) {
      response.writeHead(500, { 'content-type': 'text/plain' }).end(misfit);
      return undefined;
    }
    const refusal = refusalIn(meeting.faults);
    if (refusal === undefined) return meeting;
    if (refusal !== 'forget-session') {
      void this.core.send(
        {},
        gate(response, () => refuse(response, refusal)),
        meeting,
      );
      return undefined;
    }
    const session = this.sessions.get(request.headers['mcp-session-id'] ?? '');
    if (session !== undefined) this.forget(session);
    replyError(response, 404, { code: -32_000, message: 'Session not found' });
    return undefined;
  }
}

function refuse(response: ServerResponse, { status, headers, body }: HttpReply): void {
  response.writeHead(status, headers).end(body);
}
