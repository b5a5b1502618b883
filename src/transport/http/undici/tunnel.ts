import { request } from 'node:http';
import type { Socket } from 'node:net';
import { ConnectFailure } from './connect-failure.ts';
import { type Connecting, type Connector, connectTimeoutMs } from './connector.ts';

/** A way through a proxy to one server. */
export interface TunnelOptions {
  readonly proxy: URL;
  readonly authorization: string | undefined;
  /** The server, as `host:port`. */
  readonly server: string;
  readonly connecting: Connecting;
}

/**
 * A connector that asks a proxy for a tunnel, and makes a TLS connection through it.
 *
 * undici's own agent for proxies is not used: where the proxy closes the connection instead of
 * answering, it connects again without a pause and without an end, and its call never returns.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc9110#section-9.3.6 | RFC 9110, section 9.3.6}
 */
export function tunnel(options: TunnelOptions): Connector {
  const { proxy, server, connecting } = options;
  const toProxy = connecting.connector(`the proxy ${proxy.host}`);
  const toServer = connecting.connector(server);
  const at = {
    protocol: proxy.protocol,
    hostname: proxy.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: proxy.port,
  };
  return (target, callback) => {
    toProxy(at, (...[error, socket]) => {
      if (error !== null) return callback(error, null);
      askForTunnel(socket, options).then(
        () => toServer({ ...target, httpSocket: socket }, callback),
        (failure: Error) => callback(failure, null),
      );
    });
  };
}

/** Resolves when the socket leads to the server; its reader is found as it was left. */
function askForTunnel(socket: Socket, options: TunnelOptions): Promise<void> {
  const { proxy, authorization, server, connecting } = options;
  const peer = `the proxy ${proxy.host}`;
  const release = connecting.hold(socket);
  return new Promise<void>((resolve, reject) => {
    const fail = (reason: { readonly detail?: string; readonly cause?: unknown }) => {
      socket.destroy();
      reject(new ConnectFailure(peer, reason));
    };
    const timer = setTimeout(() => {
      fail({ detail: `${peer} has not answered for ${connectTimeoutMs / 1000} s` });
    }, connectTimeoutMs);
    const asked = request({
      method: 'CONNECT',
      path: server,
      headers: {
        host: server,
        ...(authorization === undefined ? {} : { 'proxy-authorization': authorization }),
      },
      createConnection: () => socket,
    });
    asked.once('connect', (reply, _socket, head) => {
      clearTimeout(timer);
      const status = reply.statusCode ?? 0;
      if (status < 200 || status > 299) {
        return fail({ detail: `${peer} gave no way to ${server}, but the status ${status}` });
      }
      if (head.length > 0) socket.unshift(head);
      resolve();
    });
    asked.on('error', (cause) => {
      clearTimeout(timer);
      fail({ cause });
    });
    asked.end();
  }).finally(release);
}
