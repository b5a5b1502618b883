import { fileURLToPath } from 'node:url';
import { vi } from 'vitest';
import {
  defaultLimits,
  type Channel,
  type ChannelFailure,
  type ChannelNotice,
  type ChannelReceiver,
  type Limits,
  type RequestId,
} from '../../../src/protocol/index.ts';
import { stdio, type StdioOptions } from '../../../src/transport/stdio.ts';

// Starting a process takes a second on a machine that does much else.
vi.setConfig({ testTimeout: 30_000 });

export type RecordedEvent =
  | { readonly message: unknown }
  | { readonly failed: RequestId; readonly failure: ChannelFailure }
  | { readonly notice: ChannelNotice }
  | { readonly closed: ChannelFailure };

/** Keeps what a channel tells, in order, and lets a test wait for it. */
export class Recorder implements ChannelReceiver {
  readonly events: RecordedEvent[] = [];
  readonly #waiting = new Set<() => void>();

  message(message: unknown): void {
    this.#record({ message });
  }

  failed(failed: RequestId, failure: ChannelFailure): void {
    this.#record({ failed, failure });
  }

  report(notice: ChannelNotice): void {
    this.#record({ notice });
  }

  closed(closed: ChannelFailure): void {
    this.#record({ closed });
  }

  get messages(): unknown[] {
    return this.events.flatMap((event) => ('message' in event ? [event.message] : []));
  }

  /** The result of the answer to a request. */
  async result<Result>(id: RequestId): Promise<Result> {
    const isAnswer = (message: unknown): boolean => (message as { id: RequestId }).id === id;
    await this.until(() => this.messages.some(isAnswer));
    return (this.messages.find(isAnswer) as { result: Result }).result;
  }

  /** Why the channel ended. */
  async end(): Promise<ChannelFailure> {
    const find = (): ChannelFailure | undefined =>
      this.events.flatMap((event) => ('closed' in event ? [event.closed] : []))[0];
    await this.until(() => find() !== undefined);
    return find() as ChannelFailure;
  }

  async until(condition: () => boolean): Promise<void> {
    while (!condition()) {
      await new Promise<void>((resolve) => {
        this.#waiting.add(resolve);
      });
    }
  }

  #record(event: RecordedEvent): void {
    this.events.push(event);
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }
}

/** The path of a program of test/fixtures/stdio. */
export function fixture(name: string): string {
  return fileURLToPath(new URL(`../../fixtures/stdio/${name}`, import.meta.url));
}

export interface OpenedChannel {
  readonly channel: Channel;
  readonly recorder: Recorder;
}

/** Opens a channel to a program. */
export function open(options: StdioOptions, limits: Partial<Limits> = {}): OpenedChannel {
  const recorder = new Recorder();
  const target = stdio({ stopGraceMs: 200, ...options });
  return { channel: target.open(recorder, { ...defaultLimits, ...limits }), recorder };
}

/** Opens a channel to a program of test/fixtures/stdio. */
export function openFixture(
  name: string,
  options: Partial<StdioOptions> = {},
  limits: Partial<Limits> = {},
): OpenedChannel {
  const args = [fixture(name), ...(options.args ?? [])];
  return open({ ...options, command: process.execPath, args }, limits);
}

export function request(channel: Channel, id: RequestId, params: object = {}): void {
  const text = JSON.stringify({ jsonrpc: '2.0', id, method: 'test', params });
  channel.send(text, { kind: 'request', method: 'test', id });
}
