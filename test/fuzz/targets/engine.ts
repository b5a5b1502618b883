import {
  Connection,
  defaultLimits,
  isRequestId,
  isWireError,
  legacyEra,
  McpError,
  MessageDecoder,
  modernEra,
  type Channel,
  type ChannelFailure,
  type ChannelReceiver,
  type Era,
  type InboundRequest,
  type MessageHead,
  type RequestId,
} from '../../../src/protocol/index.ts';
import { writeTree } from '../json-tree.ts';
import { smallerBytes, smallerLists } from '../mutate-bytes.ts';
import type { Random } from '../random.ts';
import { someMessage, type Seeds } from '../seeds.ts';
import { someFailure } from '../some-failure.ts';
import { StillClock } from '../still-clock.ts';
import { must, trialOf, type Kind, type Target } from '../trial.ts';

/** What happens to a connection, one after the other. */
type Act =
  | { readonly do: 'call'; readonly timeoutMs: number | 'never'; readonly throws: boolean }
  | { readonly do: 'say'; readonly text: string; readonly via: number | undefined }
  | { readonly do: 'lose'; readonly id: RequestId; readonly failure: ChannelFailure }
  | { readonly do: 'cancel' | 'drop'; readonly id: RequestId }
  | { readonly do: 'answer' | 'refuse'; readonly at: number }
  | { readonly do: 'advance'; readonly ms: number }
  | { readonly do: 'notify' | 'retire' | 'close' | 'listen' | 'adopt' }
  | { readonly do: 'end'; readonly failure: ChannelFailure };

interface EngineInput {
  readonly era: Era['name'];
  readonly channel: Channel['kind'];
  /** How soon the owner answers what the server asks. */
  readonly answers: 'at once' | 'later' | 'twice';
  readonly acts: readonly Act[];
}

const kind: Kind<EngineInput> = {
  check,
  smaller: smallerInputs,
  show: (input) => JSON.stringify(input),
};

/** A connection in memory, with everything that a peer and an owner can do to it, lawful or not. */
export const engineTarget: Target = {
  name: 'engine',
  weight: 25,
  make: (random, seeds) => trialOf(someInput(random, seeds), kind),
};

const maxPendingCalls = 5;
const maxInboundRequests = 3;

function someInput(random: Random, seeds: Seeds): EngineInput {
  return {
    era: random.oneIn(3) ? 'modern' : 'legacy',
    channel: random.oneIn(3) ? 'http' : 'pipe',
    answers: random.pick(['at once', 'later', 'twice']),
    acts: Array.from({ length: random.between(3, 25) }, () => someAct(random, seeds)),
  };
}

const someIds: readonly RequestId[] = [1, 2, 3, 4, 5, 6, 0, -1, 1.5, '1', '', '__proto__'];

function someAct(random: Random, seeds: Seeds): Act {
  const id = someIds[random.below(random.oneIn(4) ? someIds.length : 5)] ?? 1;
  switch (random.below(24)) {
    case 0:
    case 1:
    case 2:
    case 3:
    case 4:
      return {
        do: 'call',
        timeoutMs: random.pick([1_000, 1, 'never']),
        throws: random.oneIn(8),
      };
    case 5:
      return { do: random.pick(['cancel', 'drop']), id };
    case 6:
      return { do: 'lose', id, failure: someFailure(random, failureWords(random, seeds)) };
    case 7:
    case 8:
      return { do: random.pick(['answer', 'refuse']), at: random.below(4) };
    case 9:
      return { do: 'advance', ms: random.pick([1, 500, 1_000, 10_000]) };
    case 10:
      return { do: random.pick(['notify', 'retire', 'listen', 'adopt', 'adopt']) };
    case 11:
      if (random.oneIn(2)) return { do: 'end', failure: someFailure(random, 'ended') };
      return { do: random.oneIn(2) ? 'close' : 'listen' };
    default: {
      const text = writeTree(someMessage(random, seeds, random.below(3)));
      return { do: 'say', text, via: random.oneIn(2) ? random.between(1, 5) : undefined };
    }
  }
}

function failureWords(random: Random, seeds: Seeds): string {
  return random.oneIn(2) ? 'words' : writeTree(someMessage(random, seeds, random.below(3)));
}

/** A call of ours, and how often it was settled. */
interface Call {
  settled: number;
  dropped: boolean;
  error: unknown;
}

/** A question of the peer, and what became of it. */
interface Asked {
  readonly request: InboundRequest;
  withdrawn: number;
}

/** A connection with all that it did written down. */
class Stage implements Channel {
  readonly kind: Channel['kind'];
  readonly clock = new StillClock();
  readonly calls = new Map<RequestId, Call>();
  readonly unsent: Call[] = [];
  readonly asked: Asked[] = [];
  readonly requestsSent: RequestId[] = [];
  readonly responsesSent: RequestId[] = [];
  readonly connection: Connection;
  readonly era: Era;
  readonly #answers: EngineInput['answers'];
  readonly #decoder: MessageDecoder;
  readonly #receiver: ChannelReceiver;
  /** How many requests the peer has sent under each id. */
  readonly questions = new Map<RequestId, number>();
  isEnded = false;
  closed = 0;
  /** What the peer said of calls that were waiting and must have ended since. */
  readonly answered: RequestId[] = [];

  constructor(input: EngineInput) {
    this.kind = input.channel;
    this.#answers = input.answers;
    this.era =
      input.era === 'legacy'
        ? legacyEra('2025-11-25')
        : modernEra('2026-07-28', { me: { name: 'fuzz', version: '1' }, capabilities: {} });
    let receiver: ChannelReceiver | undefined;
    this.connection = new Connection({
      target: {
        label: 'peer',
        kind: this.kind,
        open: (given) => {
          receiver = given;
          return this;
        },
      },
      clock: this.clock,
      limits: { ...defaultLimits, maxPendingCalls, maxInboundRequests },
      owner: {
        notification: () => must(this.closed === 0, 'a notification after the end'),
        request: (request) => this.#take(request),
        notice: () => must(this.closed === 0, 'a notice after the end'),
        closed: () => {
          this.closed += 1;
        },
      },
    });
    this.#receiver = receiver as unknown as ChannelReceiver;
    this.#decoder = new MessageDecoder(this.#receiver, {
      maxMessageBytes: 1024 * 1024,
      decodeUtf8: (bytes) => Buffer.from(bytes).toString('utf8'),
    });
  }

  send(text: string, head: MessageHead): void {
    must(!this.isEnded, 'something was sent after the end');
    const message = JSON.parse(text) as Readonly<Record<string, unknown>>;
    must(message['jsonrpc'] === '2.0', 'what was sent is no JSON-RPC');
    if (head.kind === 'request') {
      must(!this.requestsSent.includes(message['id'] as RequestId), 'an id was used twice');
      this.requestsSent.push(message['id'] as RequestId);
    } else if (head.kind === 'response') {
      must(this.era.serverMayAsk || !this.isAdopted, 'a response in an era without any');
      must('result' in message !== 'error' in message, 'a response that is none');
      this.responsesSent.push(message['id'] as RequestId);
    } else {
      must(!('id' in message), 'a notification with an id');
    }
    head.delivered?.();
  }

  isAdopted = false;

  abandon(): void {
    // Nothing is left to be freed.
  }

  adopt(): void {
    this.isAdopted = true;
  }

  listen(): void {
    // Everything comes anyway.
  }

  async close(): Promise<void> {
    this.end({ kind: 'closed' });
  }

  end(failure: ChannelFailure): void {
    if (this.isEnded) return;
    this.isEnded = true;
    this.#receiver.closed(failure);
  }

  say(text: string, via: number | undefined): void {
    const value = parse(text);
    this.#note(value);
    if (this.kind === 'pipe' && !this.isEnded)
      this.#decoder.push(Buffer.from(`${text.replaceAll('\n', ' ')}\n`));
    else if (value !== undefined) this.#receiver.message(value, via);
  }

  lose(id: RequestId, failure: ChannelFailure): void {
    const call = this.calls.get(id);
    this.#receiver.failed(id, failure);
    if (call !== undefined && !call.dropped)
      must(call.settled === 1, 'a lost call goes on waiting');
  }

  call(act: Extract<Act, { do: 'call' }>): void {
    const call: Call = { settled: 0, dropped: false, error: undefined };
    const end = (error?: unknown): void => {
      call.settled += 1;
      call.error = error;
    };
    try {
      const id = this.connection.call(
        {
          method: 'tools/call',
          timeoutMs: act.timeoutMs === 'never' ? Infinity : act.timeoutMs,
          maxTotalMs: act.timeoutMs === 'never' ? Infinity : 3_000,
          onProgress: () => {
            must(call.settled === 0, 'progress of a call that has ended');
            if (act.throws) throw new Error('a listener that throws');
          },
          resolve: () => end(),
          reject: end,
        },
        { name: 'x' },
        { era: this.era, progress: true },
      );
      this.calls.set(id, call);
    } catch (error) {
      end(error);
      this.unsent.push(call);
    }
  }

  #take(request: InboundRequest): void {
    must(this.closed === 0, 'a question after the end');
    must(this.era.serverMayAsk || !this.isAdopted, 'a question in an era without any');
    const asked: Asked = { request, withdrawn: 0 };
    request.onWithdrawn = () => {
      asked.withdrawn += 1;
    };
    this.asked.push(asked);
    if (this.#answers === 'later') return;
    request.answer({});
    if (this.#answers === 'twice') {
      request.refuse({ code: 1, message: 'a second answer' });
      request.answer({});
    }
  }

  /** Looks by itself, and by the letter, at what a message says. */
  #note(value: unknown): void {
    if (this.isEnded) return;
    const messages =
      Array.isArray(value) && !(this.isAdopted && this.era.name === 'modern') ? value : [value];
    for (const message of messages as readonly unknown[]) {
      if (typeof message !== 'object' || message === null || Array.isArray(message)) continue;
      const { jsonrpc, id, method, result, error } = message as Readonly<Record<string, unknown>>;
      if (jsonrpc !== '2.0' || !isRequestId(id)) continue;
      if (typeof method === 'string') this.questions.set(id, (this.questions.get(id) ?? 0) + 1);
      if ('method' in message || !this.calls.has(id)) continue;
      const isResult = typeof result === 'object' && result !== null && !Array.isArray(result);
      if (isResult ? error === undefined : result === undefined && isWireError(error))
        this.answered.push(id);
    }
  }
}

async function check(input: EngineInput): Promise<void> {
  const stage = new Stage(input);
  for (const act of input.acts) {
    await play(stage, act);
    for (const call of stage.calls.values()) must(call.settled <= 1, 'a call was settled twice');
    for (const id of stage.answered) {
      const call = stage.calls.get(id);
      if (call?.dropped === false) must(call.settled === 1, `call ${id} was answered and waits`);
    }
    if (!stage.isEnded) continue;
    checkEnd(stage);
  }
  stage.end({ kind: 'closed' });
  checkEnd(stage);
  await stage.connection.close();
  checkAnswers(stage);
}

async function play(stage: Stage, act: Act): Promise<void> {
  const { connection, era } = stage;
  switch (act.do) {
    case 'call':
      return stage.call(act);
    case 'say':
      return stage.say(act.text, act.via);
    case 'lose':
      return stage.lose(act.id, act.failure);
    case 'cancel':
      return connection.cancel(act.id, 'enough', era);
    case 'drop': {
      const call = stage.calls.get(act.id);
      if (call !== undefined) call.dropped = true;
      return connection.drop(act.id);
    }
    case 'answer':
      return stage.asked[act.at]?.request.answer({});
    case 'refuse':
      return stage.asked[act.at]?.request.refuse({ code: 1, message: 'no' });
    case 'advance':
      stage.clock.advance(act.ms);
      await Promise.resolve();
      return;
    case 'notify':
      return connection.notify('notifications/roots/list_changed', undefined, era);
    case 'retire':
      return connection.retire();
    case 'listen':
      return connection.listen();
    case 'adopt':
      return connection.adopt(era);
    case 'close':
      return connection.close();
    case 'end':
      return stage.end(act.failure);
  }
}

function checkEnd(stage: Stage): void {
  must(stage.closed === 1, `the end was told ${stage.closed} times`);
  must(stage.connection.ended !== undefined, 'the connection does not know of its end');
  for (const [id, call] of stage.calls) {
    must(
      call.settled === (call.dropped ? call.settled : 1),
      `call ${id} was settled ${call.settled} times`,
    );
    must(call.settled <= 1, `call ${id} was settled ${call.settled} times`);
  }
  for (const { error, settled } of [...stage.calls.values(), ...stage.unsent]) {
    if (settled === 0 || error === undefined) continue;
    must(error instanceof McpError, 'an error that is none of ours');
    must(error instanceof McpError && error.server === 'peer', 'an error that names no server');
  }
  must(stage.clock.waiting === 0, `${stage.clock.waiting} timers wait after the end`);
}

/** Nobody is answered who did not ask, nor more often; who is not answered is told that nobody waits. */
function checkAnswers(stage: Stage): void {
  const answers = new Map<RequestId, number>();
  for (const id of stage.responsesSent) answers.set(id, (answers.get(id) ?? 0) + 1);
  for (const [id, count] of answers) {
    must(count <= (stage.questions.get(id) ?? 0), `${JSON.stringify(id)} was answered too often`);
  }
  for (const { withdrawn } of stage.asked) must(withdrawn <= 1, 'a question was withdrawn twice');
  for (const { request, withdrawn } of stage.asked) {
    const isAnswered = answers.has(request.id);
    must(
      isAnswered || withdrawn === 1,
      `nobody hears of question ${JSON.stringify(request.id)} again`,
    );
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function* smallerInputs(input: EngineInput): Generator<EngineInput> {
  for (const acts of smallerLists(input.acts)) yield { ...input, acts };
  for (const [at, act] of input.acts.entries()) {
    if (act.do !== 'say') continue;
    for (const bytes of smallerBytes(Buffer.from(act.text))) {
      const text = Buffer.from(bytes).toString('utf8');
      if (parse(text) !== undefined)
        yield { ...input, acts: input.acts.with(at, { ...act, text }) };
    }
  }
}
