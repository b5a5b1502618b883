import type { ServerResponse } from 'node:http';
import { classifyMessage, type JsonObject } from '../../../protocol/index.ts';
import { typeIn } from '../../faults/delivery.ts';
import { isModern } from '../../server/answer.ts';
import { Conversation } from '../../server/conversation.ts';
import type { Meeting } from '../../server/core.ts';
import { speaks } from '../../script/offer.ts';
import { disagreementIn, type Called } from './check-headers.ts';
import type { Endpoint } from './endpoint.ts';
import { modernStatusOf, replyError } from './error-reply.ts';
import { EventStream } from './event-stream.ts';
import { gate } from './gate.ts';
import type { HttpRequest } from './http-request.ts';
import { parsed } from './parsed.ts';
import { PostReply } from './post-reply.ts';
import type { Session } from './session.ts';

/** Takes a message that was posted. */
export function takePost(endpoint: Endpoint, request: HttpRequest, response: ServerResponse): void {
  const value = parsed(request.body);
  const incoming = classifyMessage(value);
  if (incoming.kind === 'invalid') {
    return replyError(response, 400, { code: -32_600, message: incoming.why });
  }
  const post = { endpoint, request, response, value };
  if (incoming.kind !== 'request' && incoming.kind !== 'notification') return accept(post, noCall);
  const { method, params } = incoming;
  const called = { method, params: (params ?? {}) as JsonObject };
  const meeting = endpoint.meet(request, response, called);
  if (meeting === undefined) return;
  if (incoming.kind === 'notification') return accept(post, called, meeting);
  const { script } = endpoint.core;
  const modern = isModern(called) ? speaks(script, 'modern') : !speaks(script, 'legacy');
  if (modern) answerModern(post, called, meeting);
  else answerLegacy(post, called, meeting);
}

interface Post {
  readonly endpoint: Endpoint;
  readonly request: HttpRequest;
  readonly response: ServerResponse;
  readonly value: unknown;
}

const noCall: Called = { method: '', params: {} };

/** A notification or a response: it belongs to a session, and has no answer. */
function accept(post: Post, called: Called, meeting?: Meeting): void {
  const { endpoint, request, response, value } = post;
  const session = isModern(called) ? undefined : endpoint.sessionOf(request, response);
  if (session === undefined && !isModern(called)) return;
  const conversation = session?.conversation ?? new Conversation(() => {});
  const outlet = gate(response, () => response.writeHead(202).end());
  const { headers } = request;
  const nobody = { faults: [], released: () => Promise.resolve() };
  endpoint.core.take(value, {
    conversation,
    headers,
    say: conversation.say,
    outlet,
    meeting: nobody,
  });
  void endpoint.core.send({}, outlet, meeting ?? nobody);
}

/** Each request of the modern era stands alone. */
function answerModern(post: Post, called: Called, meeting: Meeting): void {
  const { endpoint, request, response, value } = post;
  const { id } = value as { readonly id: unknown };
  const disagreement = isModern(called) ? disagreementIn(request.headers, called) : undefined;
  if (disagreement !== undefined) {
    return replyError(response, 400, { id, code: -32_020, message: disagreement });
  }
  const reply = new PostReply(response, new EventStream('s', undefined), modernStatusOf);
  const conversation: Conversation = new Conversation((message) => {
    // What belongs to no request can be said where somebody listens, and nowhere else.
    if (conversation.listenings.size > 0) reply.say(message);
  });
  endpoint.core.conversations.add(conversation);
  // The end of the exchange is the cancellation (2026-07-28/basic/patterns/cancellation).
  response.once('close', () => {
    endpoint.core.conversations.delete(conversation);
    conversation.end();
  });
  serve(post, { reply, conversation, meeting });
}

function answerLegacy(post: Post, { method }: Called, meeting: Meeting): void {
  const { endpoint, request, response } = post;
  const { sessions: keepsSessions = true } = endpoint.serving;
  let session: Session | undefined;
  if (method === 'initialize') {
    session = endpoint.begin();
    if (keepsSessions) response.setHeader('mcp-session-id', session.id);
  } else session = endpoint.sessionOf(request, response);
  if (session === undefined) return;
  const reply = new PostReply(response, session.openStream(), () => 200);
  serve(post, { reply, conversation: session.conversation, meeting });
}

function serve(
  { endpoint, request: { headers }, response, value }: Post,
  how: {
    readonly reply: PostReply;
    readonly conversation: Conversation;
    readonly meeting: Meeting;
  },
): void {
  const { reply, conversation, meeting } = how;
  const type = typeIn(meeting.faults);
  if (type !== undefined) response.setHeader('content-type', type);
  if (endpoint.serving.reply === 'events') reply.beginEvents();
  endpoint.core.take(value, { conversation, headers, say: reply.say, outlet: reply, meeting });
}
