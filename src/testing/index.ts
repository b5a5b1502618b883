/**
 * What tests of a client need: servers to talk to, and the wire log of a session, which can be played
 * back. On Node.js.
 *
 * @packageDocumentation
 */
export { replay, tap } from './record/index.ts';
export type { ReplayOptions, TapOptions, WireSink } from './record/index.ts';
export { signInDeviations } from './authorization/deviations.ts';
export type { SignInDeviation } from './authorization/deviations.ts';
export type {
  ClientDocument,
  IssuerMetadataPlace,
  IssuerOptions,
  PublicKey,
  ScriptedAuthMethod,
  ScriptedClient,
  ScriptedGrantType,
} from './authorization/issuer/issuer-options.ts';
export type { SignInPlace } from './authorization/places.ts';
export type { ResourceOptions } from './authorization/resource/resource-options.ts';
export { signInRules } from './authorization/rules.ts';
export type { SignInRule, SignInViolation } from './authorization/rules.ts';
export { scriptedSignIn } from './authorization/scripted-sign-in.ts';
export type { ScriptedSignIn } from './authorization/scripted-sign-in.ts';
export type { SignInFault, SignInFaultPlace } from './authorization/sign-in-fault.ts';
export type { SignInOptions } from './authorization/sign-in-options.ts';
export type { SignInRequest, SignInServer } from './authorization/sign-in-request.ts';
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
