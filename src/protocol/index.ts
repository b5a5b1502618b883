/**
 * The engine of MCP and its ports, for an embedder's own channel: any ECMAScript engine will do.
 *
 * @packageDocumentation
 */
export type {
  Agreement,
  Channel,
  ChannelNotice,
  ChannelReceiver,
  MessageHead,
  Target,
} from './channel.ts';
export type { ChannelFailure } from './channel-failure.ts';
export type { Clock, Timer } from './clock.ts';
export type { CallForm } from './engine/call-form.ts';
export { Connection } from './engine/connection.ts';
export type { ConnectionOwner, ConnectionParts } from './engine/connection.ts';
export type { InboundRequest } from './engine/inbound-requests.ts';
export type { EngineNotice } from './engine/notice.ts';
export type { PendingCall } from './engine/pending-calls.ts';
export type { Declared, Era } from './eras/era.ts';
export { legacyEra } from './eras/legacy.ts';
export { modernEra } from './eras/modern.ts';
export type { ModernSender } from './eras/modern.ts';
export { McpError, nameCall, PeerError, ProtocolError, quote, TransportError } from './errors.ts';
export type { ErrorSubject, ProtocolErrorCode, TransportErrorCode } from './errors.ts';
export { errorFromFailure } from './failure-error.ts';
export type { FailureSubject } from './failure-error.ts';
export type { DecodeUtf8 } from './framing/decode-utf8.ts';
export { MessageDecoder } from './framing/message-decoder.ts';
export type { MessageDecoderOptions } from './framing/message-decoder.ts';
export type { HeaderOutcome } from './http-binding/header-value.ts';
export { retryAfterMs } from './http-binding/retry-after.ts';
export { planToolHeaders, toolHeaders } from './http-binding/tool-headers.ts';
export type { ToolHeaderField, ToolHeaderPlan } from './http-binding/tool-headers.ts';
export { defaultLimits } from './limits.ts';
export type { Limits } from './limits.ts';
export { classifyMessage, isRequestId, isWireError } from './message.ts';
export type { Incoming, RequestId, WireError } from './message.ts';
export { Negotiation } from './negotiation/negotiation.ts';
export type { NegotiationStep, NegotiationSubject } from './negotiation/negotiation.ts';
export { fitsWish } from './negotiation/wish.ts';
export type { RevisionWish } from './negotiation/wish.ts';
export { redactSecrets } from './redact/redact-secrets.ts';
export type { RedactOptions } from './redact/redact-secrets.ts';
export {
  commonRevision,
  eraOf,
  isRevision,
  newestOf,
  readerOf,
  revisions,
  strictReaderOf,
} from './revisions/registry.ts';
export type {
  Era as EraName,
  ListEntries,
  ListPage,
  ListParsers,
  Methods,
  Parsed,
  Parser,
  ReceivedParams,
  ReceivedRequest,
  Results,
  Revision,
  RevisionReader,
  SentRequest,
  TaskAugmented,
} from './revisions/registry.ts';
export type { WireEvent, WireWatcher } from './wire-event.ts';
export type { Annotations, Role } from './model/annotations.ts';
export type { CacheHint } from './model/cache-hint.ts';
export type {
  ClientCapabilities,
  ClientTaskCapabilities,
  ServerCapabilities,
  ServerTaskCapabilities,
} from './model/capabilities.ts';
export type { CompleteResult, CompletionReference } from './model/completion.ts';
export type {
  AudioContent,
  ContentBlock,
  EmbeddedResource,
  ImageContent,
  ResourceLink,
  TextContent,
} from './model/content.ts';
export type {
  BooleanField,
  ChoiceField,
  ElicitFormParams,
  ElicitParams,
  ElicitResult,
  ElicitUrlParams,
  FormField,
  FormSchema,
  MultipleChoiceField,
  NumberField,
  StringField,
  TitledChoice,
} from './model/elicitation.ts';
export type { Icon } from './model/icon.ts';
export type { Implementation } from './model/implementation.ts';
export type { InputRequest, InputRequiredResult, InputResponse } from './model/input-required.ts';
export type { JsonObject, JsonValue } from './model/json.ts';
export { loggingLevels } from './model/logging.ts';
export type { LoggingLevel, LoggingMessage } from './model/logging.ts';
export type { Progress } from './model/progress.ts';
export type { GetPromptResult, Prompt, PromptArgument, PromptMessage } from './model/prompt.ts';
export type {
  BlobResourceContents,
  ReadResourceResult,
  Resource,
  ResourceContents,
  ResourceTemplate,
  TextResourceContents,
} from './model/resource.ts';
export type { ListRootsResult, Root } from './model/root.ts';
export type {
  CreateMessageParams,
  CreateMessageResult,
  ModelPreferences,
  SamplingContent,
  SamplingMessage,
  ToolResultContent,
  ToolUseContent,
} from './model/sampling.ts';
export type { DiscoverResult, InitializeResult } from './model/server.ts';
export type { SubscriptionFilter } from './model/subscription.ts';
export type { CreateTaskResult, Task } from './model/task.ts';
export type { CallToolResult, Tool, ToolAnnotations, ToolExecution } from './model/tool.ts';
