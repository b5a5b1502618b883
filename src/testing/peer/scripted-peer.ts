import type { Channel, ChannelReceiver, Target } from '../../protocol/index.ts';
import { ScriptedChannel } from './scripted-channel.ts';

/**
 * A server in memory, on a pipe, that says only what a test makes it say.
 *
 * @public
 */
export class ScriptedPeer implements Target {
  readonly label = 'scripted';
  readonly kind = 'pipe';
  /** Every channel that was opened, oldest first. */
  readonly channels: ScriptedChannel[] = [];

  open(receiver: ChannelReceiver): Channel {
    const channel = new ScriptedChannel(receiver);
    this.channels.push(channel);
    return channel;
  }

  /** The channel in use. */
  get channel(): ScriptedChannel {
    const channel = this.channels.at(-1);
    if (channel === undefined) throw new Error('the client has opened no channel');
    return channel;
  }
}
