import {
  MessageDecoder,
  type ChannelFailure,
  type ChannelNotice,
  type DecodeUtf8,
} from '../../../src/protocol/index.ts';
import { writeTree } from '../json-tree.ts';
import {
  chunksOf,
  joined,
  mutateBytes,
  placesToCut,
  showBytes,
  smallerBytes,
  smallerLists,
} from '../mutate-bytes.ts';
import type { Random } from '../random.ts';
import { someMessage, type Seeds } from '../seeds.ts';
import { fingerprint, must, mustBeSame, trialOf, type Kind, type Target } from '../trial.ts';

/** Bytes of a server's output, and two ways in which they may come. */
interface LinesInput {
  readonly bytes: Uint8Array;
  readonly maxMessageBytes: number;
  readonly cuts: readonly [readonly number[], readonly number[]];
}

/** What takes bytes and tells of messages. */
type Decoder = Pick<MessageDecoder, 'push' | 'end'>;
type MakeDecoder = (...given: ConstructorParameters<typeof MessageDecoder>) => Decoder;

/**
 * Messages a line each: however the bytes are cut, the same is told, in the same order; and a line that
 * is plain JSON is a message.
 */
export function linesTarget(
  name = 'lines',
  makeDecoder: MakeDecoder = (...given) => new MessageDecoder(...given),
): Target {
  const kind: Kind<LinesInput> = {
    check: (input) => check(input, makeDecoder),
    smaller: smallerInputs,
    show: ({ bytes, maxMessageBytes, cuts }) =>
      `maxMessageBytes ${maxMessageBytes}, cut at ${JSON.stringify(cuts).slice(0, 500)}: ${showBytes(bytes)}`,
  };
  return { name, weight: 30, make: (random, seeds) => trialOf(someInput(random, seeds), kind) };
}

const encoder = new TextEncoder();

function someInput(random: Random, seeds: Seeds): LinesInput {
  const lines: Uint8Array[] = [];
  for (let left = random.between(1, 5); left > 0; left -= 1) {
    const text = writeTree(someMessage(random, seeds, random.below(3)));
    const around = random.oneIn(6)
      ? random.pick(['noise ', '{', '\ufeff', '  ', 'x{"jsonrpc"'])
      : '';
    const end = random.pick(['\n', '\n', '\n', '\r\n', '\r\r\n', '', '\n\n', '\r']);
    lines.push(encoder.encode(around + text + end));
  }
  // Lines of this size are decoded while they come.
  if (random.oneIn(5_000)) lines.push(longLine(random));
  let bytes = joined(...lines);
  for (let left = random.below(4); left > 0; left -= 1) bytes = mutateBytes(bytes, random);
  const maxMessageBytes = random.oneIn(3) ? random.between(1, 2 * bytes.length) : 16 * 1024 * 1024;
  const cuts = [placesToCut(bytes.length, random), placesToCut(bytes.length, random)] as const;
  return { bytes, maxMessageBytes, cuts };
}

function longLine(random: Random): Uint8Array {
  const filling = random.pick(['x', 'é', '€', '😀']);
  const text = filling.repeat(random.between(1_040_000, 1_100_000) / filling.length);
  return encoder.encode(`{"jsonrpc":"2.0","id":1,"result":{"text":"${text}"}}\n`);
}

function check(input: LinesInput, makeDecoder: MakeDecoder): void {
  const whole = decode(input, [], makeDecoder);
  for (const cuts of input.cuts) {
    mustBeSame(whole, decode(input, cuts, makeDecoder), 'the cuts matter');
  }
  checkMessages(input, whole);
}

function decode(
  { bytes, maxMessageBytes }: LinesInput,
  cuts: readonly number[],
  makeDecoder: MakeDecoder,
): readonly string[] {
  const told: string[] = [];
  const receiver = {
    message: (value: unknown) => told.push(`message ${fingerprint(value)}`),
    failed: (id: string | number, failure: ChannelFailure) =>
      told.push(`failed ${JSON.stringify(id)} ${fingerprint(failure)}`),
    report: (notice: ChannelNotice) => told.push(`report ${fingerprint(notice)}`),
  };
  const decoder = makeDecoder(receiver, { maxMessageBytes, decodeUtf8 });
  for (const chunk of chunksOf(bytes, cuts)) decoder.push(chunk);
  decoder.end();
  return told;
}

const decodeUtf8: DecodeUtf8 = (bytes) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');

/** Every line that is an object of JSON with `jsonrpc` is told of, as the message that it is. */
function checkMessages({ bytes, maxMessageBytes }: LinesInput, told: readonly string[]): void {
  if (bytes.length > maxMessageBytes) return;
  const lines = decodeUtf8(bytes).split('\n');
  let from = 0;
  for (const line of lines) {
    const value = parse(line.replace(/^\ufeff/, '').replace(/\r$/, ''));
    if (typeof value !== 'object' || value === null || !('jsonrpc' in value)) continue;
    const at = told.indexOf(`message ${fingerprint(value)}`, from);
    must(at !== -1, `a message is not told of: ${line.slice(0, 200)}`);
    from = at + 1;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function* smallerInputs(input: LinesInput): Generator<LinesInput> {
  for (const bytes of smallerBytes(input.bytes)) yield { ...input, bytes };
  for (const first of smallerLists(input.cuts[0])) yield { ...input, cuts: [first, input.cuts[1]] };
  for (const other of smallerLists(input.cuts[1])) yield { ...input, cuts: [input.cuts[0], other] };
}
