import { performance } from 'node:perf_hooks';
import type { Clock, Target } from '../../protocol/index.ts';
import { SecretMemory } from './secret-memory.ts';
import type { RecordedEvent, RecordedMessage, RecordingHead } from './wire-record.ts';

/**
 * Where the lines of a wire log go, each with the line break at its end. What it throws or rejects
 * with ends the log, and nothing else.
 *
 * @public
 */
export type WireSink = (line: string) => unknown;

/** How a wire log is written. @public */
export interface TapOptions {
  /** What times are read from. Default: this machine's. */
  readonly clock?: Pick<Clock, 'now'>;
  /** A message that would make a longer line is cut, and cannot be replayed. Default 16,777,216 characters. */
  readonly maxLineLength?: number;
  /** Told once why the log has ended, where its sink failed. Default: a warning of the process. */
  readonly onFault?: (fault: unknown) => void;
}

/** Characters that are kept of a message that is cut. */
const cutLength = 1_000;

/** Turns what happened into lines without secrets. Never throws. */
export class Recorder {
  readonly memory: SecretMemory = new SecretMemory();
  readonly #sink: WireSink;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #maxLineLength: number;
  readonly #onFault: (fault: unknown) => void;
  readonly #begin: number;
  #channels = 0;
  /** The channel that told something last, until the turn is over. */
  #turn: number | undefined;
  #hasFailed = false;

  constructor(sink: WireSink, options: TapOptions) {
    this.#sink = sink;
    this.#clock = options.clock ?? performance;
    this.#maxLineLength = options.maxLineLength ?? 16_777_216;
    this.#onFault = options.onFault ?? warn;
    this.#begin = this.#clock.now();
  }

  head({ kind, label }: Target): void {
    this.#guard(() => {
      const head: RecordingHead = { format: 'garuda-wire-log', version: 1, kind, label };
      this.#put(JSON.stringify(this.memory.redact(head)));
    });
  }

  /** The number of a channel that is about to be opened. */
  nextChannel(): number {
    return (this.#channels += 1);
  }

  record(channel: number, event: RecordedEvent): void {
    this.#guard(() => {
      const { event: name, ...rest } = event;
      const facts = this.memory.redact(rest) as { readonly message?: unknown };
      const place = this.#place(channel, name);
      const line = JSON.stringify({ ...place, ...facts });
      if (line.length <= this.#maxLineLength) return this.#put(line);
      this.#put(JSON.stringify({ ...place, ...cut(facts, line.length) }));
    });
  }

  #place(channel: number, event: RecordedEvent['event']): object {
    const t = Math.round((this.#clock.now() - this.#begin) * 1_000) / 1_000;
    if (!told.has(event)) return { t, channel, event };
    const isJoined = this.#turn === channel;
    if (this.#turn === undefined) {
      queueMicrotask(() => {
        this.#turn = undefined;
      });
    }
    this.#turn = channel;
    return { t, channel, event, ...(isJoined && { joined: true }) };
  }

  #put(line: string): void {
    const done: unknown = this.#sink(`${line}\n`);
    if (done instanceof Promise) done.catch((fault: unknown) => this.#fail(fault));
  }

  #guard(write: () => void): void {
    if (this.#hasFailed) return;
    try {
      write();
    } catch (fault) {
      this.#fail(fault);
    }
  }

  #fail(fault: unknown): void {
    if (this.#hasFailed) return;
    this.#hasFailed = true;
    try {
      this.#onFault(fault);
    } catch {
      // Whoever is told of a fault may have one too; the call that is watched has none.
    }
  }
}

/** What a channel tells, and not what is done with it. */
const told: ReadonlySet<string> = new Set([
  'accepted',
  'refused',
  'received',
  'failed',
  'report',
  'closed',
]);

/** What is left of a record that is too long: its short members, and the beginning of its message. */
function cut(facts: { readonly message?: unknown }, length: number): object {
  const { message, ...rest } = facts;
  const short = Object.entries(rest).filter(([, value]) => {
    return (JSON.stringify(value) ?? '').length <= cutLength;
  });
  const begin = (JSON.stringify(message ?? rest) ?? '').slice(0, cutLength);
  return { ...Object.fromEntries(short), cut: { length, begin } } satisfies RecordedMessage;
}

function warn(fault: unknown): void {
  const why = fault instanceof Error ? fault.message : String(fault);
  process.emitWarning(`the wire log has ended, since its sink failed: ${why}`);
}
