import type { Socket } from 'node:net';
import type { buildConnector } from 'undici';
import { ConnectFailure } from './connect-failure.ts';

/** Makes a connection, as undici asks for one. */
export type Connector = (
  options: buildConnector.Options,
  callback: buildConnector.Callback,
) => void;

/** What undici's own module makes of its options. */
export type BuildConnector = (
  options: buildConnector.BuildOptions,
) => (options: buildConnector.Options, callback: buildConnector.Callback) => Socket;

/** How long each step to a connection may take: the connection and its TLS handshake, a tunnel. */
export const connectTimeoutMs = 10_000;

/** Connections that are coming about. A pool that is closed forgets them, and they would hold the process. */
export class Connecting {
  readonly #build: BuildConnector;
  readonly #sockets = new Set<Socket>();

  constructor(build: BuildConnector) {
    this.#build = build;
  }

  /**
   * A connector whose connections end with {@link destroy} until they are made.
   *
   * @param peer - whom they lead to, for a person
   */
  connector(peer: string): Connector {
    const connect = this.#build({ timeout: connectTimeoutMs });
    return (options, callback) => {
      const socket = connect(options, (...[error, connected]) => {
        this.#sockets.delete(socket);
        if (error === null) callback(null, connected);
        else callback(new ConnectFailure(peer, { cause: error }), null);
      });
      this.#sockets.add(socket);
    };
  }

  /** Counts a connection that is made as one that is coming about, until the function that this gives is called. */
  hold(socket: Socket): () => void {
    this.#sockets.add(socket);
    return () => this.#sockets.delete(socket);
  }

  /** Ends all. */
  destroy(): void {
    for (const socket of this.#sockets) socket.destroy(new Error('closed by this side'));
    this.#sockets.clear();
  }
}
