import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { hasState, queryOf } from '../authorization/answer.ts';
import type { Redirect, RedirectReceiver } from '../authorization/redirect.ts';
import { type OAuthClock, systemClock } from '../clock.ts';
import { OAuthError } from '../errors.ts';
import { cancelled, onAbort } from '../on-abort.ts';
import { answerBrowser } from './loopback-page.ts';

/** Where on this machine the answer arrives. @public */
export interface LoopbackRedirectOptions {
  /**
   * The port that the client is registered with: no other one is taken then.
   *
   * @defaultValue the port that was used last, or any that is free
   */
  readonly port?: number;
  /** @defaultValue `/callback` */
  readonly path?: string;
  /** Ends connections that say nothing. */
  readonly clock?: OAuthClock;
}

const host = '127.0.0.1';
/** More than any answer needs; Node.js refuses the rest with 431. */
const maxHeadBytes = 24_576;
/** How long a connection may take, with its answer. */
const connectionMs = 10_000;
const maxConnections = 64;

/**
 * Receives the answer of a browser on this machine, at an address of the loopback that listens only while a sign-in
 * is under way.
 *
 * @throws OAuthError `INVALID_ARGUMENT` for a port or a path that cannot be used
 * @see {@link https://www.rfc-editor.org/rfc/rfc8252#section-7.3 | RFC 8252 §7.3}
 * @public
 */
export function loopbackRedirect(options: LoopbackRedirectOptions = {}): Redirect {
  const { port, path = '/callback', clock = systemClock } = options;
  if (!/^\/[\w./~-]*$/.test(path) || new URL(path, `http://${host}`).pathname !== path) {
    throw new OAuthError('INVALID_ARGUMENT', 'path: expected one such as /callback');
  }
  if (port !== undefined && !(Number.isInteger(port) && port > 0 && port < 65_536)) {
    throw new OAuthError('INVALID_ARGUMENT', 'port: expected a whole number from 1 to 65535');
  }
  return {
    async open(known) {
      const place = placeOf(known);
      const isWanted = place !== undefined && (port === undefined || place.port === port);
      if (isWanted) {
        const { server, port: taken } = await listen(place.port, clock, port === undefined);
        const redirectUri = taken === place.port && known !== undefined ? known : undefined;
        return new LoopbackReceiver(server, redirectUri ?? uriOf(taken, place.path), place.path);
      }
      const { server, port: taken } = await listen(port ?? 0, clock, false);
      return new LoopbackReceiver(server, uriOf(taken, path), path);
    },
  };
}

class LoopbackReceiver implements RedirectReceiver {
  readonly redirectUri: string;
  readonly #server: Server;
  readonly #path: string;
  #waiting: Waiting | undefined;
  #closed: Promise<void> | undefined;

  constructor(server: Server, redirectUri: string, path: string) {
    this.#server = server;
    this.redirectUri = redirectUri;
    this.#path = path;
    server.on('request', (request, response) => this.#take(request, response));
  }

  receive(state: string, signal: AbortSignal): Promise<string> {
    return new Promise((resolve, reject) => {
      const fail = (): void => {
        settle();
        reject(cancelled('the wait for the answer of a browser', signal));
      };
      const waiting = {
        state,
        fail,
        accept: (url: string) => {
          settle();
          resolve(url);
        },
      };
      let stop = (): void => {};
      const settle = (): void => {
        if (this.#waiting === waiting) this.#waiting = undefined;
        stop();
      };
      this.#waiting?.fail();
      if (this.#closed !== undefined) return fail();
      this.#waiting = waiting;
      stop = onAbort(signal, fail);
    });
  }

  close(): Promise<void> {
    this.#closed ??= new Promise((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
      this.#waiting?.fail();
    });
    return this.#closed;
  }

  #take(request: IncomingMessage, response: ServerResponse): void {
    const { method, url = '' } = request;
    const [path] = url.split('?', 1);
    // What was sent is compared: nothing that only becomes the path when it is decoded is one.
    if (path !== this.#path) return answerBrowser(response, 404, 'There is nothing here.');
    if (method !== 'GET') return answerBrowser(response, 405, 'This is not how to ask.');
    const waiting = this.#waiting;
    // What has another state is of somebody else; who has the right one may still come.
    if (waiting === undefined || !hasState(queryOf(url), waiting.state)) {
      return answerBrowser(response, 400, 'This does not belong to a sign-in that is under way.');
    }
    // The page is on its way before the connections are closed.
    const accept = () => waiting.accept(this.redirectUri + url.slice(this.#path.length));
    response.once('close', accept);
    answerBrowser(response, 200, 'You can close this page and go back to the program.', accept);
  }
}

/** Who waits for one answer. */
interface Waiting {
  readonly state: string;
  accept(url: string): void;
  fail(): void;
}

interface Listening {
  readonly server: Server;
  readonly port: number;
}

/** @param mayMove - takes any other port where this one is taken */
async function listen(port: number, clock: OAuthClock, mayMove: boolean): Promise<Listening> {
  const server = createServer({
    maxHeaderSize: maxHeadBytes,
    headersTimeout: connectionMs,
    requestTimeout: connectionMs,
  });
  server.maxConnections = maxConnections;
  server.on('connection', (socket) => boundSocket(socket, clock));
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen({ host, port, exclusive: true }, resolve);
    });
  } catch (error) {
    if (mayMove) return listen(0, clock, false);
    throw cannotListen(port, error);
  }
  // A fault of a later moment ends nothing: the wait for the answer has its own end.
  server.on('error', () => {});
  return { server, port: (server.address() as AddressInfo).port };
}

/** Nobody can hold a connection by sending a head slowly, or by not reading what comes. */
function boundSocket(socket: Socket, clock: OAuthClock): void {
  const timer = clock.setTimer(() => socket.destroy(), connectionMs);
  socket.once('close', () => clock.clearTimer(timer));
}

function cannotListen(port: number, error: unknown): OAuthError {
  const text = `cannot listen at ${host}:${port} for the answer of a browser`;
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  const why = code === 'EADDRINUSE' ? 'another program does' : code;
  return new OAuthError('TRY_AGAIN', `${text}: ${why}`, { cause: error });
}

/** Where a known redirect URI would have this program listen; `undefined`: not here. */
function placeOf(known: string | undefined): { port: number; path: string } | undefined {
  if (known === undefined || !URL.canParse(known)) return undefined;
  const { protocol, hostname, port, pathname, search } = new URL(known);
  const isHere = protocol === 'http:' && (hostname === host || hostname === 'localhost');
  if (!isHere || search !== '') return undefined;
  return { port: Number(port), path: pathname };
}

function uriOf(port: number, path: string): string {
  return `http://${host}:${port}${path}`;
}
