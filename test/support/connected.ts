import { connect, type Client, type ConnectOptions, type Report } from '../../src/client/index.ts';
import { FakeClock, settle } from './fake-clock.ts';
import { ScriptedPeer, type SentMessage } from 'garuda-mcp/testing';

/** A client that is connected with a scripted server. */
export interface Connected {
  readonly client: Client;
  readonly peer: ScriptedPeer;
  readonly clock: FakeClock;
  readonly reports: Report[];
  /** What the client declared when it connected. */
  readonly declared: unknown;
  /** The next message of the client that no test has looked at, once everything has happened. */
  readonly next: () => Promise<SentMessage>;
  /** Answers a request of the client with a result of its era. */
  readonly answer: (request: SentMessage, result: object) => Promise<void>;
  /** Refuses a request of the client. */
  readonly refuse: (
    request: SentMessage,
    error: { readonly code: number; readonly data?: unknown },
  ) => Promise<void>;
  /** A request of a legacy server. */
  readonly ask: (id: string | number, method: string, params?: object) => Promise<void>;
  readonly say: (message: object) => Promise<void>;
}

type Revision = '2024-11-05' | '2025-03-26' | '2025-06-18' | '2025-11-25' | '2026-07-28';

export const everything = {
  tools: { listChanged: true },
  resources: { subscribe: true, listChanged: true },
  prompts: { listChanged: true },
  completions: {},
  logging: {},
};

/** Connects a client with a scripted server of a revision. */
export async function connected(
  revision: Revision,
  options: ConnectOptions = {},
  capabilities: object = everything,
): Promise<Connected> {
  const peer = new ScriptedPeer();
  const clock = new FakeClock();
  const reports: Report[] = [];
  const isModern = revision === '2026-07-28';
  const onReport = (report: Report): void => {
    reports.push(report);
  };
  const me = { name: 'me', version: '1' };
  const opening = connect(peer, me, { revision, clock, onReport, ...options });
  // Looked at below; a test that fails before must not leave it unhandled.
  opening.catch(() => {});
  const next = async (): Promise<SentMessage> => {
    await settle();
    const message = peer.channel.unread.shift();
    if (message === undefined) throw new Error('the client sent nothing');
    return message;
  };
  const say = async (message: object): Promise<void> => {
    peer.channel.say({ jsonrpc: '2.0', ...message });
    await settle();
  };
  const answer = (request: SentMessage, result: object): Promise<void> => {
    const kind = isModern && !('resultType' in result) ? { resultType: 'complete' } : {};
    return say({ id: request['id'], result: { ...kind, ...result } });
  };
  await settle();
  // Options that may not be open no channel: the reason is what connecting rejects with.
  if (peer.channels.length === 0) await opening;
  const first = await next();
  const params = first['params'] as Readonly<Record<string, unknown>>;
  const hints = { ttlMs: 0, cacheScope: 'private' };
  await answer(
    first,
    isModern
      ? { supportedVersions: [revision], capabilities, ...hints }
      : { protocolVersion: revision, capabilities, serverInfo: { name: 's', version: '1' } },
  );
  if (!isModern) await next();
  return {
    client: await opening,
    peer,
    clock,
    reports,
    declared: isModern ? declaredIn(first) : params['capabilities'],
    next,
    say,
    answer,
    refuse: (request, error) => say({ id: request['id'], error: { message: 'no', ...error } }),
    ask: (id, method, asked) => say({ id, method, ...(asked !== undefined && { params: asked }) }),
  };
}

/** The parameters of a request, without what the modern era adds to each. */
export function paramsOf(request: SentMessage): Readonly<Record<string, unknown>> {
  const { _meta, ...params } = request['params'] as Readonly<Record<string, unknown>>;
  return params;
}

/** What a modern request declares. */
export function declaredIn(request: SentMessage): unknown {
  return metaOf(request)['io.modelcontextprotocol/clientCapabilities'];
}

/** The metadata of a request. */
export function metaOf(request: SentMessage): Readonly<Record<string, unknown>> {
  const { _meta } = request['params'] as { readonly _meta: Readonly<Record<string, unknown>> };
  return _meta;
}

/** The error of a promise that must be rejected, to be looked at later. */
export function failureOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    (value) => {
      throw new Error(`it resolved with ${JSON.stringify(value)}`);
    },
    (error: unknown) => error,
  );
}
