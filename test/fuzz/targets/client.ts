import { connect, type Client, type ConnectOptions } from '../../../src/client/index.ts';
import {
  defaultLimits,
  McpError,
  MessageDecoder,
  type Channel,
  type ChannelFailure,
  type ChannelReceiver,
  type MessageHead,
  type Target as Server,
} from '../../../src/protocol/index.ts';
import { writeTree } from '../json-tree.ts';
import { mutateJson } from '../mutate-json.ts';
import { chunksOf, placesToCut, smallerLists } from '../mutate-bytes.ts';
import type { Random } from '../random.ts';
import { someMessage, type Seeds } from '../seeds.ts';
import { smallerJson } from '../smaller-json.ts';
import { someFailure } from '../some-failure.ts';
import { StillClock } from '../still-clock.ts';
import { must, trialOf, type Kind, type Target } from '../trial.ts';

/** What is asked of the client, and the type of the result. */
const asks = {
  CallToolResult: (client, options) => client.callTool('a', { x: 1 }, options),
  ListToolsResult: (client, options) => client.listTools(options),
  ListResourcesResult: (client, options) => client.listResources(options),
  ListPromptsResult: (client, options) => client.listPrompts(options),
  ReadResourceResult: (client, options) => client.readResource('note://a', options),
  GetPromptResult: (client, options) => client.getPrompt('a', {}, options),
  CreateTaskResult: (client, options) => client.stepTool('a', {}, options),
} satisfies Record<string, (client: Client, options: { signal: AbortSignal }) => Promise<unknown>>;

type Ask = keyof typeof asks;
const allAsks = Object.keys(asks) as readonly Ask[];

type Act =
  | { readonly do: 'ask'; readonly what: Ask }
  /** The server says this, in pieces. */
  | { readonly do: 'say'; readonly text: string; readonly cuts: readonly number[] }
  /** It answers one of the requests with this result. */
  | { readonly do: 'answer'; readonly at: number; readonly result: string }
  | { readonly do: 'advance'; readonly ms: number }
  | { readonly do: 'abort' | 'turn' }
  | { readonly do: 'end'; readonly failure: ChannelFailure };

interface ClientInput {
  readonly revision: '2025-11-25' | '2026-07-28';
  readonly acts: readonly Act[];
}

const kind: Kind<ClientInput> = {
  check,
  smaller: smallerInputs,
  show: (input) => JSON.stringify(input),
};

/** A whole client, connected in memory, with requests under way. */
export const clientTarget: Target = {
  name: 'client',
  weight: 4,
  make: (random, seeds) => trialOf(someInput(random, seeds), kind),
};

function someInput(random: Random, seeds: Seeds): ClientInput {
  const first = someAsk(random);
  return {
    revision: random.pick(['2025-11-25', '2026-07-28']),
    acts: [first, ...Array.from({ length: random.between(2, 12) }, () => someAct(random, seeds))],
  };
}

function someAsk(random: Random): Act {
  return { do: 'ask', what: random.pick(allAsks) };
}

function someAct(random: Random, seeds: Seeds): Act {
  switch (random.below(12)) {
    case 0:
    case 1:
    case 2:
      return someAsk(random);
    case 3:
    case 4:
    case 5:
    case 6: {
      let tree = random.pick(seeds.results).tree;
      for (let left = random.below(3); left > 0; left -= 1)
        tree = mutateJson(tree, random, seeds.trees);
      return { do: 'answer', at: random.below(4), result: writeTree(tree) };
    }
    case 7:
      return { do: 'advance', ms: random.pick([1, 1_000, 60_000, 600_000]) };
    case 8:
      if (random.oneIn(4)) return { do: 'end', failure: someFailure(random, 'ended') };
      return { do: random.pick(['abort', 'turn', 'turn']) };
    default: {
      const text = writeTree(someMessage(random, seeds, random.below(3)));
      return { do: 'say', text, cuts: placesToCut(Buffer.byteLength(text), random) };
    }
  }
}

/** A server in memory that does what the acts say. */
class Peer implements Server {
  readonly label = 'peer';
  readonly kind = 'pipe';
  readonly requests: { readonly id: unknown; readonly method: string }[] = [];
  #receiver: ChannelReceiver | undefined;
  #decoder: MessageDecoder | undefined;

  open(receiver: ChannelReceiver): Channel {
    this.#receiver = receiver;
    this.#decoder = new MessageDecoder(receiver, {
      maxMessageBytes: 1024 * 1024,
      decodeUtf8: (bytes) => Buffer.from(bytes).toString('utf8'),
    });
    const nothing = (): void => {};
    return {
      kind: 'pipe',
      send: (_text: string, { kind: what, id, method, delivered }: MessageHead) => {
        if (what === 'request') this.requests.push({ id, method });
        delivered?.();
      },
      abandon: nothing,
      adopt: nothing,
      listen: nothing,
      close: async () => this.end({ kind: 'closed' }),
    };
  }

  say(text: string, cuts: readonly number[] = []): void {
    const bytes = Buffer.from(`${text.replaceAll('\n', ' ')}\n`);
    for (const chunk of chunksOf(bytes, cuts)) {
      if (this.#receiver !== undefined) this.#decoder?.push(chunk);
    }
  }

  answer(at: number, result: string): void {
    const [request] = this.requests.splice(Math.min(at, this.requests.length - 1), 1);
    if (request === undefined) return;
    this.say(`{"jsonrpc":"2.0","id":${JSON.stringify(request.id)},"result":${result}}`);
  }

  end(failure: ChannelFailure): void {
    const receiver = this.#receiver;
    this.#receiver = undefined;
    receiver?.closed(failure);
  }
}

async function check({ revision, acts }: ClientInput): Promise<void> {
  const peer = new Peer();
  const clock = new StillClock();
  const client = await connectWith(peer, {
    clock,
    revision,
    onElicit: () => ({ action: 'decline' }),
  });
  const stop = new AbortController();
  const waiting = new Set<Promise<unknown>>();
  const faults: unknown[] = [];
  const ask = (what: Ask): void => {
    const asked = asks[what](client, { signal: stop.signal });
    waiting.add(asked);
    asked
      .catch((error: unknown) => {
        if (!(error instanceof McpError)) faults.push(error);
      })
      .finally(() => waiting.delete(asked))
      .catch(() => undefined);
  };
  for (const act of acts) {
    if (act.do === 'ask') ask(act.what);
    else if (act.do === 'say') peer.say(act.text, act.cuts);
    else if (act.do === 'answer') peer.answer(act.at, act.result);
    else if (act.do === 'advance') clock.advance(act.ms);
    else if (act.do === 'abort') stop.abort();
    else if (act.do === 'end') peer.end(act.failure);
    else await turn();
  }
  await client.close();
  for (let left = 30; left > 0 && waiting.size > 0; left -= 1) await turn();
  must(waiting.size === 0, `${waiting.size} calls wait after the client was closed`);
  if (faults.length > 0) throw faults[0];
  must(clock.waiting === 0, `${clock.waiting} timers are left after the client was closed`);
}

async function connectWith(peer: Peer, options: ConnectOptions): Promise<Client> {
  const opening = connect(
    peer,
    { name: 'fuzz', version: '1' },
    { ...options, limits: defaultLimits },
  );
  opening.catch(() => undefined);
  for (let left = 20; left > 0 && peer.requests.length === 0; left -= 1) await Promise.resolve();
  const capabilities = { tools: {}, resources: {}, prompts: {}, logging: {} };
  const isModern = options.revision === '2026-07-28';
  const more = isModern
    ? { resultType: 'complete', supportedVersions: ['2026-07-28'], ttlMs: 0, cacheScope: 'private' }
    : { protocolVersion: options.revision, serverInfo: { name: 's', version: '1' } };
  peer.answer(0, JSON.stringify({ capabilities, ...more }));
  return await opening;
}

function* smallerInputs(input: ClientInput): Generator<ClientInput> {
  for (const acts of smallerLists(input.acts)) yield { ...input, acts };
  for (const [at, act] of input.acts.entries()) {
    const change = (other: Act): ClientInput => ({ ...input, acts: input.acts.with(at, other) });
    if (act.do === 'say') {
      if (act.cuts.length > 0) yield change({ ...act, cuts: [] });
      for (const text of smallerJson(act.text)) yield change({ ...act, text, cuts: [] });
    }
    if (act.do === 'answer')
      for (const result of smallerJson(act.result)) yield change({ ...act, result });
  }
}

function turn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
