import type { ServerResponse } from 'node:http';
import type { HttpRequest } from '../carriers/http/http-request.ts';
import { planReply, type HttpReply } from '../faults/http-reply.ts';
import type { Issuer } from './issuer/issuer.ts';
import { isThere, placeAt, route } from './issuer/routes.ts';
import { wordsOf } from './issuer/words.ts';
import { Misbehaviours, type SignInMeeting } from './misbehaviours.ts';
import type { SignInPlace } from './places.ts';
import { refusedAt } from './resource/admit.ts';
import { challengeReply } from './resource/challenge.ts';
import { forward } from './resource/forward.ts';
import type { ProtectedResource } from './resource/protected-resource.ts';
import type { SignInLog } from './sign-in-log.ts';
import { parametersOf, type SignInRequest, type SignInServer } from './sign-in-request.ts';
import { parsed } from '../carriers/http/parsed.ts';
import { OAuthRefusal } from './wire/refusal.ts';
import { jsonReply, pageReply } from './wire/reply.ts';
import { sendReply } from './wire/send-reply.ts';

/** Answers what comes to the servers of one sign-in, well or badly. */
export class SignInServers {
  readonly misbehaviours: Misbehaviours = new Misbehaviours();
  readonly #log: SignInLog;

  constructor(log: SignInLog) {
    this.#log = log;
  }

  /** Takes what came to an authorization server. */
  async toIssuer(issuer: Issuer, came: HttpRequest, response: ServerResponse): Promise<void> {
    const request = this.#arrived(issuer.name, placeAt(issuer, pathOf(came)), came);
    const meeting = this.misbehaviours.meet(request);
    const early = insteadOf(meeting);
    await sendReply(response, early ?? answerOf(issuer, request, meeting), meeting);
  }

  /** Takes what came to the MCP server; on its origin there may be an authorization server too. */
  async toResource(
    resource: ProtectedResource,
    came: HttpRequest,
    response: ServerResponse,
  ): Promise<void> {
    const place = resource.placeAt(pathOf(came));
    const { issuer } = resource;
    if (place === 'elsewhere' && issuer.origin === resource.origin) {
      return this.toIssuer(issuer, came, response);
    }
    const request = this.#arrived('resource', place, came);
    const meeting = this.misbehaviours.meet(request);
    const early = insteadOf(meeting);
    if (early !== undefined) return sendReply(response, early, meeting);
    if (place !== 'mcp') return sendReply(response, this.#metadata(resource, request), meeting);
    const refused = refusedAt(resource, request);
    if (refused !== undefined) {
      return sendReply(response, challengeReply(resource, refused), meeting);
    }
    const { behind } = resource.options;
    if (behind === undefined) return sendReply(response, emptyResult(request), meeting);
    if (meeting.faults.some(({ kind }) => kind === 'hold')) await meeting.released();
    if (!meeting.faults.some(({ kind }) => kind === 'drop')) forward(came, response, behind.url);
  }

  #arrived(server: SignInServer, place: SignInPlace, came: HttpRequest): SignInRequest {
    return this.#log.arrived({ ...came, server, place, ...parametersOf(came) });
  }

  #metadata(resource: ProtectedResource, request: SignInRequest): HttpReply {
    if (request.headers['authorization'] !== undefined) {
      this.#log.violated(request, 'credentials-needless', `${request.place} needs no token`);
    }
    const { pathname } = new URL(request.path, resource.origin);
    const isThat = resource.origin + pathname === resource.metadataUrl;
    return isThat ? resource.metadata() : pageReply('Not found.', 404);
  }
}

function pathOf({ path }: HttpRequest): string {
  return new URL(path, 'http://localhost').pathname;
}

/** What a fault answers in the place of any work. */
function insteadOf({ faults }: SignInMeeting): HttpReply | undefined {
  for (const fault of faults) {
    if (fault.kind === 'status' || fault.kind === 'page' || fault.kind === 'redirect') {
      return planReply(fault);
    }
  }
  return undefined;
}

function answerOf(issuer: Issuer, request: SignInRequest, { faults }: SignInMeeting): HttpReply {
  if (!isThere(issuer, request.place)) return pageReply('Not found.', 404);
  try {
    const refusal = refusalIn(faults);
    // Who signs in is refused by a redirect, which the page makes itself.
    if (refusal !== undefined && request.place !== 'authorization') throw refusal;
    return route({ issuer, request, refusal });
  } catch (error) {
    if (!(error instanceof OAuthRefusal)) throw error;
    const { error: code, status, headers } = error;
    const isBasic = request.headers['authorization'] !== undefined;
    // RFC 6749 §5.2: who came by a header field is answered with one.
    const challenge =
      status === 401 && isBasic ? { 'www-authenticate': 'Basic realm="token"' } : {};
    const document = { error: code, error_description: wordsOf(issuer, error) };
    return jsonReply(document, status, { ...challenge, ...headers });
  }
}

function refusalIn(faults: SignInMeeting['faults']): OAuthRefusal | undefined {
  const fault = faults.find(({ kind }) => kind === 'refuse');
  if (fault?.kind !== 'refuse') return undefined;
  const { error, description = 'As the test wants it.', status } = fault;
  return new OAuthRefusal(error, description, status === undefined ? {} : { status });
}

function emptyResult({ body }: SignInRequest): HttpReply {
  const message = parsed(body) as { readonly id?: unknown } | undefined;
  return jsonReply({ jsonrpc: '2.0', id: message?.id ?? null, result: {} });
}
