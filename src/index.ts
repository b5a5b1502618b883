/**
 * MCP with no SDK underneath: connect to any server over HTTP and use it, in any run-time with `fetch`.
 *
 * @packageDocumentation
 */
export { Client, connect, Watch } from './client/index.ts';
export type {
  CallToolOptions,
  Change,
  ConnectOptions,
  ListPage,
  Report,
  RequestOptions,
  ServerDescription,
  WatchFilter,
} from './client/index.ts';
export {
  defaultLimits,
  McpError,
  PeerError,
  ProtocolError,
  TransportError,
} from './protocol/index.ts';
export type {
  Annotations,
  AudioContent,
  BlobResourceContents,
  CallToolResult,
  ChannelFailure,
  CompleteResult,
  CompletionReference,
  ContentBlock,
  EmbeddedResource,
  GetPromptResult,
  Icon,
  ImageContent,
  Implementation,
  JsonObject,
  Limits,
  LoggingLevel,
  LoggingMessage,
  Progress,
  Prompt,
  PromptArgument,
  PromptMessage,
  ProtocolErrorCode,
  ReadResourceResult,
  Resource,
  ResourceContents,
  ResourceLink,
  ResourceTemplate,
  Revision,
  RevisionWish,
  Root,
  ServerCapabilities,
  Target,
  TextContent,
  TextResourceContents,
  Tool,
  ToolAnnotations,
  TransportErrorCode,
} from './protocol/index.ts';
export { bearerToken, http, staticHeaders } from './transport/index.ts';
export type {
  Credentials,
  CredentialsRefusal,
  CredentialsRequest,
  HeaderFields,
  HttpOptions,
  RedirectPolicy,
  RefusalAnswer,
} from './transport/index.ts';
