import {
  errorFromFailure,
  type ChannelReceiver,
  type Target,
  type WireEvent,
} from '../../protocol/index.ts';
import { networkOf } from './request-span.ts';
import { endOfError } from './span-end.ts';
import type { TraceAttributes } from './tracer.ts';
import type { OpenSpan, Tracing } from './tracing.ts';

/** The same server, whose start has a span where it is a process of ours. */
export function tracedTarget(target: Target, tracing: Tracing, parent: unknown): Target {
  const { label, kind } = target;
  if (kind === 'http') return target;
  return {
    label,
    kind,
    open(receiver, limits) {
      const start = new ServerStart(receiver, label, (name, attributes) =>
        tracing.begin(name, { kind: 'internal', parent, attributes }),
      );
      return target.open(start, limits, (event) => start.watch(event));
    },
  };
}

/**
 * The start of a local server: over with its first message. Handed on is everything.
 *
 * A server that is no process of ours says nothing of a process, and has no such span.
 */
class ServerStart implements ChannelReceiver {
  readonly #receiver: ChannelReceiver;
  readonly #label: string;
  readonly #begin: (name: string, attributes: TraceAttributes) => OpenSpan;
  #span: OpenSpan | undefined;
  #exitCode: number | null = null;

  constructor(
    receiver: ChannelReceiver,
    label: string,
    begin: (name: string, attributes: TraceAttributes) => OpenSpan,
  ) {
    this.#receiver = receiver;
    this.#label = label;
    this.#begin = begin;
  }

  watch(event: WireEvent): void {
    if (event.kind === 'process-exited') this.#exitCode = event.exitCode;
    if (event.kind !== 'process-started') return;
    // The arguments may hold secrets, and say in a trace what the label says too.
    const name = event.command.split(/[/\\]/).at(-1) ?? event.command;
    const attributes = { 'process.executable.name': name, ...networkOf('pipe') };
    this.#span = this.#begin(`start ${name}`, attributes);
  }

  message(value: unknown, via?: Parameters<ChannelReceiver['message']>[1]): void {
    this.#span?.end({ failed: false, attributes: {} });
    this.#receiver.message(value, via);
  }

  failed(...[id, failure]: Parameters<ChannelReceiver['failed']>): void {
    this.#receiver.failed(id, failure);
  }

  report(notice: Parameters<ChannelReceiver['report']>[0]): void {
    this.#receiver.report(notice);
  }

  closed(failure: Parameters<ChannelReceiver['closed']>[0]): void {
    if (failure.kind === 'spawn-failed') this.#span ??= this.#begin('start', networkOf('pipe'));
    const end = endOfError(errorFromFailure(failure, { server: this.#label }));
    const exit = this.#exitCode === null ? {} : { 'process.exit.code': this.#exitCode };
    this.#span?.end({ ...end, attributes: { ...end.attributes, ...exit } });
    this.#receiver.closed(failure);
  }
}
