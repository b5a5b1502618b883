import {
  eraOf,
  isRevision,
  newestOf,
  type JsonObject,
  type RequestId,
  type Revision,
} from '../../protocol/index.ts';
import { speaks, spokenBy, versionsOf } from '../script/offer.ts';
import { answersOf } from '../script/parts.ts';
import { Refusal, wireErrorOf } from '../script/refusal.ts';
import type { ServerScript } from '../script/server-script.ts';
import { contextOf, type Answering } from './context.ts';
import type { Conversation } from './conversation.ts';
import { coreAnswer } from './core-answers.ts';
import type { Say } from './lane.ts';

/** A request as a client sent it. */
export interface Request {
  readonly id: RequestId;
  readonly method: string;
  readonly params: JsonObject;
}

/**
 * The answer of a well-behaved server to a request, as a message. `undefined` where none is to come:
 * the client has cancelled it, or it is the beginning of a subscription.
 */
export async function answerTo(
  script: ServerScript,
  request: Request,
  { conversation, say }: { readonly conversation: Conversation; readonly say: Say },
): Promise<object | undefined> {
  const { id } = request;
  const running = new AbortController();
  conversation.running.set(id, running);
  try {
    const revision = revisionOf(script, request, conversation);
    const answering = { ...request, revision, conversation, say };
    const result = await resultOf(script, answering, running.signal);
    if (result === undefined || running.signal.aborted) return undefined;
    return { jsonrpc: '2.0', id, result: dressed(script, answering, result) };
  } catch (error) {
    return running.signal.aborted ? undefined : { jsonrpc: '2.0', id, error: wireErrorOf(error) };
  } finally {
    conversation.running.delete(id);
  }
}

/** Whether a message belongs to the modern era. */
export function isModern({ method, params }: Pick<Request, 'method' | 'params'>): boolean {
  return method === 'server/discover' || versionIn(params) !== undefined;
}

function versionIn(params: JsonObject): unknown {
  return (params['_meta'] as JsonObject | undefined)?.['io.modelcontextprotocol/protocolVersion'];
}

function revisionOf(script: ServerScript, request: Request, { revision }: Conversation): Revision {
  if (!isModern(request)) {
    const mayComeFirst = request.method === 'initialize' || request.method === 'ping';
    if (revision === undefined && !mayComeFirst) {
      throw new Refusal(speaks(script, 'legacy') ? -32_600 : -32_602, notBegun(script));
    }
    return revision ?? newestOf('legacy');
  }
  // A server of the legacy era has never heard of it.
  if (!speaks(script, 'modern')) throw new Refusal(-32_601, 'Method not found');
  const version = versionIn(request.params);
  if (version === undefined) throw new Refusal(-32_602, '_meta has no protocolVersion');
  if (!isRevision(version) || eraOf(version) !== 'modern' || !spokenBy(script).includes(version)) {
    throw new Refusal(-32_022, 'Unsupported protocol version', versionsOf(script, version));
  }
  return version;
}

function notBegun(script: ServerScript): string {
  return speaks(script, 'legacy')
    ? 'the handshake has not been made'
    : '_meta has no protocolVersion';
}

async function resultOf(
  script: ServerScript,
  answering: Answering,
  signal: AbortSignal,
): Promise<object | undefined> {
  const { method, params } = answering;
  if (script.on?.[method] === undefined) {
    const core = coreAnswer(script, answering);
    if (core !== undefined) return core === 'never' ? undefined : core;
  }
  const answer = answersOf(script)[method];
  if (answer === undefined) throw new Refusal(-32_601, 'Method not found');
  return answer(params, contextOf(answering, signal));
}

const cacheable: readonly string[] = [
  'server/discover',
  'tools/list',
  'prompts/list',
  'resources/list',
  'resources/templates/list',
  'resources/read',
];

/** A result with what its era wants of every result, where it does not say that itself. */
function dressed(script: ServerScript, { revision, method }: Answering, result: object): object {
  if (eraOf(revision) === 'legacy') return result;
  const isWhole = !('resultType' in result) || result.resultType === 'complete';
  const hints = { ttlMs: 0, cacheScope: 'private', ...script.cache };
  return {
    resultType: 'complete',
    ...(isWhole && cacheable.includes(method) && hints),
    ...result,
  };
}
