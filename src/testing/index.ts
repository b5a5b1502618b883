/**
 * What tests of a client need: servers to talk to, and the wire log of a session, which can be played
 * back. On Node.js.
 *
 * @packageDocumentation
 */
export { replay, tap } from './record/index.ts';
export type { ReplayOptions, TapOptions, WireSink } from './record/index.ts';
export { FakeClock } from './clock/fake-clock.ts';
export type { ScriptedChannel, SentMessage } from './peer/scripted-channel.ts';
export { ScriptedPeer } from './peer/scripted-peer.ts';
