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
export { McpError, PeerError, ProtocolError, TransportError } from './protocol/index.ts';
export { http } from './transport/http.ts';
