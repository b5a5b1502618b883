import { EventStreamDecoder } from '../../../src/transport/http/event-stream.ts';
import { MessageStream, type StreamCursor } from '../../../src/transport/http/message-stream.ts';
import { writeTree } from '../json-tree.ts';
import {
  chunksOf,
  mutateBytes,
  placesToCut,
  showBytes,
  smallerBytes,
  smallerLists,
} from '../mutate-bytes.ts';
import type { Random } from '../random.ts';
import { someMessage, type Seeds } from '../seeds.ts';
import { fingerprint, must, mustBeSame, trialOf, type Kind, type Target } from '../trial.ts';

/** Bytes of a stream of events, and two ways in which they may come. */
interface EventsInput {
  readonly bytes: Uint8Array;
  readonly maxMessageBytes: number;
  readonly cuts: readonly [readonly number[], readonly number[]];
}

const kind: Kind<EventsInput> = {
  check,
  smaller: smallerInputs,
  show: ({ bytes, maxMessageBytes, cuts }) =>
    `maxMessageBytes ${maxMessageBytes}, cut at ${JSON.stringify(cuts).slice(0, 500)}: ${showBytes(bytes)}`,
};

/**
 * A stream of events: however the bytes are cut, the same is told, and it is what a parser tells that
 * reads the whole text at once, by the letter of the HTML standard.
 */
export const eventsTarget: Target = {
  name: 'events',
  weight: 25,
  make: (random, seeds) => trialOf(someInput(random, seeds), kind),
};

const encoder = new TextEncoder();
const ends = ['\n', '\n', '\r\n', '\r'];
const fields = [
  ['event: message', 'event:message', 'event: endpoint', 'event', 'id: 7', 'id:', 'id', 'id: a\0b'],
  [
    'retry: 100',
    'retry: x',
    'retry:99999999999999999999',
    ': comment',
    ':',
    'data',
    'data:',
    'x: y',
  ],
  ['data:  two spaces', 'DATA: {}', ' data: {}', 'data : {}', 'retry: -1', 'retry: 1e3', 'id: é😀'],
].flat();

function someInput(random: Random, seeds: Seeds): EventsInput {
  let text = random.oneIn(8) ? '\ufeff' : '';
  const end = random.pick(ends);
  for (let left = random.between(1, 4); left > 0; left -= 1) text += someEvent(random, seeds, end);
  if (random.oneIn(2_000))
    text += `data: ${random.pick(['x', 'é', '😀']).repeat(random.below(40_000))}\n\n`;
  if (random.oneIn(2_000))
    text += `${random.pick([':', 'x', 'id: '])}${'é'.repeat(random.below(40_000))}\n\n`;
  let bytes: Uint8Array = encoder.encode(text);
  for (let left = random.below(4); left > 0; left -= 1) bytes = mutateBytes(bytes, random);
  const size = bytes.length;
  const maxMessageBytes = random.oneIn(3) ? random.between(1, 2 * size) : 16 * 1024 * 1024;
  return { bytes, maxMessageBytes, cuts: [placesToCut(size, random), placesToCut(size, random)] };
}

function someEvent(random: Random, seeds: Seeds, end: string): string {
  const lines: string[] = [];
  for (let left = random.below(3); left > 0; left -= 1) lines.push(random.pick(fields));
  const data = writeTree(someMessage(random, seeds, random.below(2)));
  const at = random.below(data.length + 1);
  if (random.oneIn(4)) lines.push(`data: ${data.slice(0, at)}`, `data: ${data.slice(at)}`);
  else if (!random.oneIn(4)) lines.push(`data:${random.pick([' ', '', '  '])}${data}`);
  if (random.oneIn(3)) lines.push(random.pick(fields));
  return lines.map((line) => line + (random.oneIn(20) ? random.pick(ends) : end)).join('') + end;
}

function check(input: EventsInput): void {
  const whole = decode(input, []);
  for (const cuts of input.cuts) mustBeSame(whole, decode(input, cuts), 'the cuts matter');
  if (input.bytes.length <= input.maxMessageBytes) {
    mustBeSame(whole, readAtOnce(input.bytes), 'the standard has it otherwise');
  }
  const [one, other] = input.cuts.map((cuts) => readMessages(input, cuts));
  mustBeSame(one ?? [], other ?? [], 'the cuts matter to the messages');
}

function decode({ bytes, maxMessageBytes }: EventsInput, cuts: readonly number[]): string[] {
  const told: string[] = [];
  const decoder = new EventStreamDecoder(
    {
      event: (event) => told.push(`event ${fingerprint(event)}`),
      position: (id) => told.push(`position ${JSON.stringify(id)}`),
      retry: (ms) => {
        must(Number.isSafeInteger(ms) && ms >= 0, `a wait of ${ms} ms`);
        told.push(`retry ${ms}`);
      },
      tooLarge: (event) => told.push(`too large ${fingerprint(event)}`),
    },
    maxMessageBytes,
  );
  for (const chunk of chunksOf(bytes, cuts)) decoder.push(chunk);
  return told;
}

/** HTML, 9.2.6, on a whole text. An id counts for the event in whose block it stands. */
function readAtOnce(bytes: Uint8Array): string[] {
  const text = new TextDecoder().decode(bytes);
  const told: string[] = [];
  let event = '';
  let id: string | undefined;
  let data: string[] = [];
  const lines = text.split(/\r\n|\n|\r/);
  // What stands behind the last line end is no line yet.
  for (const line of lines.slice(0, -1)) {
    if (line === '') {
      const joinedData = data.join('\n');
      const name = event === '' ? 'message' : event;
      if (joinedData !== '')
        told.push(`event ${fingerprint({ event: name, data: joinedData, id })}`);
      else if (id !== undefined) told.push(`position ${JSON.stringify(id)}`);
      event = '';
      id = undefined;
      data = [];
      continue;
    }
    const [, name, value = ''] = /^([^:]*)(?::[ ]?([^]*))?$/.exec(line) ?? [];
    if (name === 'event') event = value;
    else if (name === 'data') data.push(value);
    else if (name === 'id' && !value.includes('\0')) id = value;
    else if (name === 'retry' && /^[0-9]+$/.test(value)) {
      told.push(`retry ${Math.min(Number(value), Number.MAX_SAFE_INTEGER)}`);
    }
  }
  return told;
}

function readMessages({ bytes, maxMessageBytes }: EventsInput, cuts: readonly number[]): string[] {
  const told: string[] = [];
  const cursor: StreamCursor = { lastEventId: undefined, retryMs: undefined };
  const stream = new MessageStream(
    {
      message: (value) => told.push(`message ${fingerprint(value)}`),
      unreadable: (text) => told.push(`unreadable ${text}`),
      tooLarge: () => told.push('too large'),
    },
    cursor,
    maxMessageBytes,
  );
  for (const chunk of chunksOf(bytes, cuts)) stream.push(chunk);
  return [...told, `ends at ${fingerprint(cursor)}`];
}

function* smallerInputs(input: EventsInput): Generator<EventsInput> {
  for (const bytes of smallerBytes(input.bytes)) yield { ...input, bytes };
  for (const first of smallerLists(input.cuts[0])) yield { ...input, cuts: [first, input.cuts[1]] };
  for (const other of smallerLists(input.cuts[1])) yield { ...input, cuts: [input.cuts[0], other] };
}
