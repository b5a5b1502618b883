import type { ChannelReceiver, Limits, Target, WireWatcher } from '../../protocol/index.ts';
import { plainFailure, plainNotice } from './plain-failure.ts';
import { Recorder, type TapOptions, type WireSink } from './recorder.ts';
import { StderrLines } from './stderr-lines.ts';
import { TappedChannel } from './tapped-channel.ts';
import type { RecordedEvent } from './wire-record.ts';

/**
 * The same target with a wire log: each message in both directions, what became of it, each HTTP
 * exchange with its status and header fields, and what the process of a local server does, as a line
 * of JSON each, with secrets redacted before they are written. `replay` plays it back.
 *
 * Nothing that fails in the log reaches the calls that it watches.
 *
 * @public
 */
export function tap(target: Target, sink: WireSink, options: TapOptions = {}): Target {
  const recorder = new Recorder(sink, options);
  recorder.head(target);
  return tapped(target, recorder, false);
}

function tapped(target: Target, recorder: Recorder, isOlder: boolean): Target {
  const { label, kind, older } = target;
  return {
    label,
    kind,
    open(receiver, limits, watch) {
      const number = recorder.nextChannel();
      const record = (event: RecordedEvent): void => recorder.record(number, event);
      record({ event: 'opened', ...(isOlder && { older: true }) });
      return open({ target, receiver, limits, watch, recorder, record });
    },
    ...(older !== undefined && { older: tapped(older, recorder, true) }),
  };
}

interface OpenParts {
  readonly target: Target;
  readonly receiver: ChannelReceiver;
  readonly limits: Limits;
  readonly watch: WireWatcher | undefined;
  readonly recorder: Recorder;
  readonly record: (event: RecordedEvent) => void;
}

function open(parts: OpenParts): TappedChannel {
  const { target, receiver, limits, recorder, record } = parts;
  const stderr = new StderrLines((line) => record({ event: 'process-stderr', line }));
  const heard: ChannelReceiver = {
    message(message, via) {
      record({ event: 'received', ...(via !== undefined && { via }), message });
      receiver.message(message, via);
    },
    failed(id, failure) {
      record({ event: 'failed', id, failure: plainFailure(failure) });
      receiver.failed(id, failure);
    },
    report(notice) {
      record({ event: 'report', notice: plainNotice(notice) });
      receiver.report(notice);
    },
    closed(failure) {
      stderr.end();
      record({ event: 'closed', failure: plainFailure(failure) });
      receiver.closed(failure);
    },
  };
  const watch: WireWatcher = (event) => {
    if (event.kind === 'process-stderr') stderr.push(event.bytes);
    else {
      const { kind, ...facts } = event;
      if (event.kind === 'process-started') recorder.memory.learn(event.secrets);
      const { secrets: _secrets, ...told } = facts as { readonly secrets?: unknown };
      record({ event: kind, ...told });
    }
    parts.watch?.(event);
  };
  return new TappedChannel(target.open(heard, limits, watch), record);
}
