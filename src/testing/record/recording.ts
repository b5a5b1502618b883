import { ProtocolError, quote } from '../../protocol/index.ts';
import type { RecordedEvent, RecordingHead, WireRecord } from './wire-record.ts';

/** A wire log that has been read. */
export interface Recording {
  readonly head: RecordingHead;
  /** The records of each channel, in the order in which the channels were opened. */
  readonly channels: readonly (readonly WireRecord[])[];
}

/** The members without which a record cannot be played. Events that are not listed are passed over. */
const members: Partial<Record<RecordedEvent['event'], readonly string[]>> = {
  sent: ['n', 'head', 'method', 'message'],
  accepted: ['n'],
  refused: ['n', 'failure'],
  received: ['message'],
  failed: ['id', 'failure'],
  report: ['notice'],
  closed: ['failure'],
};

/**
 * Reads a wire log.
 *
 * @throws ProtocolError `INVALID_ARGUMENT`, naming the line, for what is none, for another version, and
 * for a message that was cut when it was recorded
 */
export function parseRecording(text: string): Recording {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  const [first = '', ...rest] = lines;
  const head = parseHead(first);
  const channels: WireRecord[][] = [];
  for (const [index, line] of rest.entries()) {
    const record = parseRecord(line, index + 2);
    if (record.event === 'opened') channels.push([]);
    const channel = channels[record.channel - 1];
    if (channel === undefined) fault(index + 2, 'expected a channel that was opened before');
    channel.push(record);
  }
  return { head, channels };
}

function parseHead(line: string): RecordingHead {
  const head = parseLine(line, 1) as Partial<RecordingHead>;
  if (head.format !== 'garuda-wire-log') fault(1, 'expected the format garuda-wire-log');
  if (head.version !== 1) {
    fault(1, `expected version 1 of the format, got ${quote(String(head.version))}`);
  }
  if ((head.kind !== 'pipe' && head.kind !== 'http') || typeof head.label !== 'string') {
    fault(1, 'expected a kind, pipe or http, and a label');
  }
  return head as RecordingHead;
}

function parseRecord(line: string, number: number): WireRecord {
  const record = parseLine(line, number);
  const { t, channel, event, cut } = record;
  if (typeof t !== 'number' || !Number.isInteger(channel) || typeof event !== 'string') {
    fault(number, 'expected the members t, channel and event');
  }
  if (cut !== undefined) {
    const { length } = cut as { readonly length?: unknown };
    const what = `only the beginning of a message of ${String(length)} characters`;
    fault(number, `it holds ${what}: record it with a larger maxLineLength`);
  }
  const wanted = members[event as RecordedEvent['event']] ?? [];
  const missing = wanted.find((name) => record[name] === undefined);
  if (missing !== undefined) fault(number, `expected the member ${missing} in ${quote(event)}`);
  return record as unknown as WireRecord;
}

function parseLine(line: string, number: number): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    // The engine's words would quote the line.
  }
  if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  return fault(number, 'expected a JSON object');
}

function fault(line: number, detail: string): never {
  const message = `line ${line} of the recording cannot be played: ${detail}`;
  throw new ProtocolError('INVALID_ARGUMENT', message, { server: 'replay' });
}
