/**
 * What tests of a client need: servers to talk to, and the wire log of a session, which can be played
 * back. On Node.js.
 *
 * @packageDocumentation
 */
export { replay, tap } from './record/index.ts';
export type { ReplayOptions, TapOptions, WireSink } from './record/index.ts';
export type { HttpRequest } from './carriers/http/http-request.ts';
export type { HttpServing } from './carriers/http/http-serving.ts';
export type { WebServer } from './carriers/http/web-server.ts';
export type { StdioProgram } from './carriers/stdio/stdio-program.ts';
export { FakeClock } from './clock/fake-clock.ts';
export type { ScriptedChannel, SentMessage } from './peer/scripted-channel.ts';
export { ScriptedPeer } from './peer/scripted-peer.ts';
export type {
  BytesFault,
  EndFault,
  Fault,
  HttpFault,
  MessageFault,
  TimeFault,
} from './faults/fault.ts';
export type { FaultPlace, Misbehaviour } from './faults/misbehaviour.ts';
export { Refusal } from './script/refusal.ts';
export type { ScriptContext } from './script/script-context.ts';
export type {
  ScriptedAnswer,
  ScriptedPart,
  ScriptedPrompt,
  ScriptedResource,
  ScriptedTemplate,
  ScriptedTool,
  ServerScript,
} from './script/server-script.ts';
export type { ServerChange } from './server/change.ts';
export type { ReceivedMessage } from './server/received.ts';
export { scriptedServer } from './server/scripted-server.ts';
export type { ScriptedServer } from './server/scripted-server.ts';
