import type { Clock, Target } from '../../protocol/index.ts';
import { parseRecording } from './recording.ts';
import { ReplayChannel } from './replay-channel.ts';
import type { WireRecord } from './wire-record.ts';

/** How a recording is played. @public */
export interface ReplayOptions {
  /** The server's name in errors. Default: the recorded one. */
  readonly label?: string;
  /** Keeps the waits between the recorded messages. Default: no wait at all. */
  readonly clock?: Clock;
}

/**
 * A server that says what it said when a wire log was recorded.
 *
 * Each message of ours is looked up in the recording, a request by its method and parameters, and what
 * came after it comes again, under the ids of the client that is there now. A message that the
 * recording does not have fails with what it expects instead (`UNSENDABLE`). A channel that ended by
 * itself ends again at that place.
 *
 * @param recording - the text of a wire log that `tap` has written
 * @throws ProtocolError `INVALID_ARGUMENT` for a text that is no wire log of this version, or in which a
 * message was cut
 * @public
 */
export function replay(recording: string, options: ReplayOptions = {}): Target {
  const { head, channels } = parseRecording(recording);
  const waiting = { current: channels.filter(isCurrent), older: channels.filter(isOlder) };
  const play = (which: readonly (readonly WireRecord[])[]): Target => {
    const rest = [...which];
    return {
      label: options.label ?? head.label,
      kind: head.kind,
      open: (receiver) => {
        const parts = { kind: head.kind, receiver, clock: options.clock };
        return new ReplayChannel({ ...parts, records: rest.shift() });
      },
    };
  };
  const target = play(waiting.current);
  return waiting.older.length === 0 ? target : { ...target, older: play(waiting.older) };
}

function isOlder([opened]: readonly WireRecord[]): boolean {
  return opened?.event === 'opened' && opened.older === true;
}

function isCurrent(channel: readonly WireRecord[]): boolean {
  return !isOlder(channel);
}
