import {
  Connection,
  defaultLimits,
  legacyEra,
  McpError,
  modernEra,
  type Channel,
  type ChannelReceiver,
  type Era,
} from '../../../src/protocol/index.ts';
import { HttpChannel } from '../../../src/transport/http/channel.ts';
import type { ExchangeReply, ExchangeRequest } from '../../../src/transport/http/exchange.ts';
import { findHeaderFault } from '../../../src/transport/http/header-check.ts';
import { Line } from '../../../src/transport/http/line.ts';
import { SseChannel } from '../../../src/transport/http/sse-channel.ts';
import { leaf, objectOf, writeTree } from '../json-tree.ts';
import { chunksOf, mutateBytes, placesToCut, smallerLists } from '../mutate-bytes.ts';
import type { Random } from '../random.ts';
import { someMessage, type Seeds } from '../seeds.ts';
import { StillClock } from '../still-clock.ts';
import { must, trialOf, type Kind, type Target } from '../trial.ts';

/** What happens on a channel; `at` counts the exchanges from the last one back. */
type Act =
  | { readonly do: 'call' | 'shake' | 'notify' | 'adopt' | 'listen' }
  | { readonly do: 'close' }
  | { readonly do: 'cancel'; readonly id: number }
  | { readonly do: 'advance'; readonly ms: number }
  | {
      readonly do: 'head';
      readonly at: number;
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
    }
  | { readonly do: 'body'; readonly at: number; readonly chunks: readonly string[] }
  | { readonly do: 'end'; readonly at: number }
  | { readonly do: 'break'; readonly at: number };

interface HttpInput {
  readonly transport: 'streamable' | 'sse';
  readonly era: Era['name'];
  readonly follows: boolean;
  readonly acts: readonly Act[];
}

const kind: Kind<HttpInput> = {
  check,
  *smaller(input) {
    for (const acts of smallerLists(input.acts)) yield { ...input, acts };
    for (const [at, act] of input.acts.entries()) {
      if (act.do !== 'body') continue;
      for (const chunks of smallerLists(act.chunks)) {
        yield { ...input, acts: input.acts.with(at, { ...act, chunks }) };
      }
    }
  },
  show: (input) => JSON.stringify(input),
};

/** A connection over a channel of HTTP, whose server says anything, at any time. */
export const httpTarget: Target = {
  name: 'http',
  weight: 15,
  make: (random, seeds) => trialOf(someInput(random, seeds), kind),
};

const secret = 'a-secret-of-ours-0123456789';
const address = new URL(`https://server.example/mcp?key=${secret}`);

function someInput(random: Random, seeds: Seeds): HttpInput {
  const length = random.between(4, 24);
  return {
    transport: random.oneIn(3) ? 'sse' : 'streamable',
    era: random.oneIn(3) ? 'modern' : 'legacy',
    follows: random.oneIn(2),
    acts: Array.from({ length }, () => someActs(random, seeds)).flat(),
  };
}

function someActs(random: Random, seeds: Seeds): readonly Act[] {
  const at = random.below(random.oneIn(3) ? 6 : 2);
  switch (random.below(16)) {
    case 0:
    case 1:
    case 2:
      return [{ do: random.oneIn(4) ? 'shake' : 'call' }];
    case 3:
      return [{ do: random.pick(['notify', 'adopt', 'listen', 'listen'] as const) }];
    case 4:
      return random.oneIn(8) ? [{ do: 'close' }] : [{ do: 'cancel', id: random.between(1, 4) }];
    case 5:
      return [{ do: 'advance', ms: random.pick([1, 1_000, 30_000, 100_000]) }];
    case 6:
    case 7:
      return [someHead(random, at), someEnd(random, at)];
    case 8:
      return [someEnd(random, at)];
    case 9:
    case 10:
      return [someHead(random, at)];
    default: {
      const acts: Act[] = [{ do: 'body', at, chunks: someBody(random, seeds) }];
      if (random.oneIn(2)) acts.unshift(someHead(random, at, 200));
      if (random.oneIn(2)) acts.push({ do: 'end', at });
      return acts;
    }
  }
}

function someEnd(random: Random, at: number): Act {
  return random.oneIn(2) ? { do: 'end', at } : { do: 'break', at };
}

const statuses = [200, 200, 200, 202, 204, 301, 307, 308, 400, 401, 403, 404, 405, 429, 500, 503];
const types = [
  'application/json',
  'text/event-stream',
  'text/event-stream',
  'text/html',
  '',
  'x/y+json',
  ';',
];
const places = [
  '/mcp/',
  '/other',
  '//evil.example/',
  'http://[',
  `?${secret}`,
  'https://u:p@server.example/',
];

function someHead(random: Random, at: number, status = random.pick(statuses)): Act {
  const headers: Record<string, string> = {};
  const type = random.pick(types);
  if (type !== '') headers['content-type'] = type;
  if (random.oneIn(4))
    headers['mcp-session-id'] = random.pick(['session-1', 'é', '', 'a b', secret]);
  if (random.oneIn(3)) headers['location'] = random.pick(places);
  if (random.oneIn(8)) headers['content-encoding'] = random.pick(['gzip', secret]);
  if (random.oneIn(8)) headers['constructor'] = secret;
  return { do: 'head', at, status, headers };
}

/** Text of messages, or of events of them, as bytes in Latin-1, so that any byte can be written down. */
function someBody(random: Random, seeds: Seeds): readonly string[] {
  const id = ['id', leaf(String(random.between(1, 4)))] as const;
  const answer = objectOf([['jsonrpc', leaf('"2.0"')], id, ['result', leaf('{}')]]);
  const refusal = `{"jsonrpc":"2.0","error":{"code":-32600,"message":"session ${secret}"}}`;
  const json = random.oneIn(3)
    ? writeTree(answer)
    : random.oneIn(6)
      ? refusal
      : writeTree(someMessage(random, seeds, random.below(3)));
  const fields = random.pick([
    '',
    'id: 1\n',
    'retry: 10\n',
    'event: endpoint\n',
    'event: message\n',
    'id: é\n',
  ]);
  const endpoint = `event: endpoint\ndata: ${random.pick(places)}\n\n`;
  const text = random.oneIn(6) ? endpoint : random.oneIn(3) ? json : `${fields}data: ${json}\n\n`;
  let bytes: Uint8Array = new TextEncoder().encode(text);
  if (random.oneIn(4)) bytes = mutateBytes(bytes, random);
  const cuts = random.oneIn(2) ? [] : placesToCut(bytes.length, random).slice(0, 20);
  return chunksOf(bytes, cuts).map((chunk) => Buffer.from(chunk).toString('latin1'));
}

/** An exchange, and how far it has come. */
interface Running {
  readonly reply: ExchangeReply;
  state: 'sent' | 'headed' | 'over';
}

/** A call, and how it ended. */
interface Call {
  settled: number;
  error: unknown;
}

/** A connection over a channel whose exchanges the acts play. */
class Stage {
  readonly clock = new StillClock();
  readonly exchanges: Running[] = [];
  readonly calls: Call[] = [];
  readonly connection: Connection;
  readonly era: Era;
  readonly words: string[] = [];
  channel: Channel | undefined;
  closed = 0;

  constructor({ transport, era, follows }: HttpInput) {
    this.era =
      era === 'legacy'
        ? legacyEra('2025-11-25')
        : modernEra('2026-07-28', { me: { name: 'fuzz', version: '1' }, capabilities: {} });
    const limits = { ...defaultLimits, maxMessageBytes: 20_000, maxErrorBodyBytes: 500 };
    const line = new Line({
      url: address,
      headers: { 'X-Key': secret },
      exchange: (request, reply) => this.#exchange(request, reply),
      credentials: undefined,
      followRedirects: follows ? 'same-origin' : 'never',
    });
    const open = (receiver: ChannelReceiver): Channel => {
      const parts = {
        receiver,
        limits,
        clock: this.clock,
        line,
        closeLine: () => Promise.resolve(),
      };
      return transport === 'sse' ? new SseChannel(parts) : new HttpChannel(parts);
    };
    this.connection = new Connection({
      target: { label: 'peer', kind: 'http', open },
      clock: this.clock,
      limits,
      owner: {
        notification: () => must(this.closed === 0, 'a notification after the end'),
        request: (request) => request.answer({}),
        notice: (notice) => this.words.push(wordsOf(notice)),
        closed: () => {
          this.closed += 1;
        },
      },
    });
  }

  call(method: string): void {
    const call: Call = { settled: 0, error: undefined };
    this.calls.push(call);
    const end = (error?: unknown): void => {
      call.settled += 1;
      call.error = error;
    };
    try {
      const times = { timeoutMs: 60_000, maxTotalMs: 600_000 };
      this.connection.call(
        { method, ...times, resolve: () => end(), reject: end },
        { name: 'x' },
        { era: this.era, progress: false },
      );
    } catch (error) {
      end(error);
    }
  }

  #exchange(request: ExchangeRequest, reply: ExchangeReply): { abort: () => void } {
    must(request.url.origin === address.origin, `sent to ${request.url.origin}`);
    must(findHeaderFault(request.headers) === undefined, 'a field that cannot be sent');
    const running: Running = { reply, state: 'sent' };
    this.exchanges.push(running);
    must(this.exchanges.length < 500, 'exchanges without an end');
    return {
      abort: () => {
        running.state = 'over';
      },
    };
  }

  find(at: number): Running | undefined {
    return this.exchanges.findLast(
      ({ state }, index) => state !== 'over' && this.#rank(index) === at,
    );
  }

  #rank(index: number): number {
    return this.exchanges.slice(index + 1).filter(({ state }) => state !== 'over').length;
  }
}

function wordsOf(notice: object): string {
  return JSON.stringify(notice, (_key, value: unknown) =>
    value instanceof Error ? value.message : value,
  );
}

async function check(input: HttpInput): Promise<void> {
  const stage = new Stage(input);
  let closing: Promise<void> | undefined;
  for (const act of input.acts) {
    if (act.do === 'close') closing ??= stage.connection.close();
    else play(stage, act);
    for (let turns = 0; turns < 3; turns += 1) await Promise.resolve();
    for (const { settled } of stage.calls) must(settled <= 1, 'a call was settled twice');
  }
  closing ??= stage.connection.close();
  let hasEnded = false;
  const over = closing.then(() => {
    hasEnded = true;
  });
  for (let tries = 0; tries < 10; tries += 1) {
    await Promise.resolve();
    if (tries > 2) stage.clock.advance(1_000);
  }
  must(hasEnded, 'closing does not end');
  await over;
  must(stage.closed === 1, `the end was told ${stage.closed} times`);
  must(
    stage.exchanges.every(({ state }) => state === 'over'),
    'an exchange goes on after the end',
  );
  must(stage.clock.waiting === 0, `${stage.clock.waiting} timers wait after the end`);
  for (const { settled, error } of stage.calls) {
    must(settled === 1, `a call was settled ${settled} times`);
    if (error === undefined) continue;
    must(error instanceof McpError, 'an error that is none of ours');
    must(!(error as Error).message.includes(secret), 'a secret in an error');
  }
  for (const words of stage.words) must(!words.includes(secret), `a secret in a notice: ${words}`);
}

function play(stage: Stage, act: Exclude<Act, { do: 'close' }>): void {
  const { connection, era, clock } = stage;
  switch (act.do) {
    case 'call':
      return stage.call('tools/call');
    case 'shake':
      return stage.call('initialize');
    case 'notify':
      return connection.notify('notifications/initialized', undefined, era);
    case 'adopt':
      return connection.adopt(era);
    case 'listen':
      return connection.listen();
    case 'cancel':
      return connection.cancel(act.id, 'enough', era);
    case 'advance':
      return clock.advance(act.ms);
    case 'head':
    case 'body':
    case 'end':
    case 'break':
      return playReply(stage.find(act.at), act);
  }
}

type ReplyAct = Extract<Act, { readonly at: number }>;

/** An exchange tells of one head, then of chunks, then of its end. */
function playReply(running: Running | undefined, act: ReplyAct): void {
  if (running === undefined) return;
  const { reply } = running;
  if (act.do === 'head') {
    if (running.state !== 'sent') return;
    running.state = 'headed';
    return reply.head(act.status, act.headers);
  }
  if (act.do === 'break') {
    running.state = 'over';
    return reply.broke({ systemCode: 'ECONNRESET', detail: 'it broke', beforeSent: false });
  }
  if (running.state !== 'headed') return;
  if (act.do === 'end') {
    running.state = 'over';
    return reply.end();
  }
  for (const chunk of act.chunks) {
    // An aborted exchange tells nothing more.
    if (isOver(running)) return;
    reply.chunk(Buffer.from(chunk, 'latin1'));
  }
}

function isOver({ state }: Running): boolean {
  return state === 'over';
}
