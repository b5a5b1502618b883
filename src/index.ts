/**
 * MCP with no SDK underneath: connect to any server over HTTP and use it, in any run-time with `fetch`.
 *
 * @packageDocumentation
 */
export { Client, connect } from './client/index.ts';
export type {
  CallToolOptions,
  ConnectOptions,
  ListPage,
  Report,
  RequestOptions,
  ServerDescription,
} from './client/index.ts';
export { McpError, PeerError, ProtocolError, TransportError } from './protocol/index.ts';
export { http } from './transport/http.ts';
