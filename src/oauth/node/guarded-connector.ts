import { isIP, type LookupFunction, type Socket } from 'node:net';
import type { buildConnector } from 'undici';
import { checkAddresses } from './address-policy.ts';
import type { AddressLevel, Lookup, TlsSettings } from './guard-settings.ts';

/** What connections are made with. */
export interface GuardedConnectorOptions {
  readonly level: AddressLevel;
  readonly lookup: Lookup;
  readonly tls: TlsSettings | undefined;
}

type Connect = (options: buildConnector.Options, callback: buildConnector.Callback) => Socket;

/** How long a connection may take, its look-up and its TLS handshake included. */
const connectTimeoutMs = 10_000;

/**
 * Makes connections for undici, to checked addresses only. What the system connects to is the very
 * answer that was checked: a name is looked up once for a connection.
 */
export class GuardedConnector {
  readonly #level: AddressLevel;
  readonly #connects: Readonly<Record<string, Connect>>;
  readonly #sockets = new Set<Socket>();

  constructor(build: typeof buildConnector, options: GuardedConnectorOptions) {
    const { level, lookup, tls = {} } = options;
    this.#level = level;
    const connectOver = (protocol: string): Connect =>
      build({
        ...(protocol === 'https:' && tls),
        timeout: connectTimeoutMs,
        lookup: guardedLookup(protocol, level, lookup),
      } as buildConnector.BuildOptions) as Connect;
    this.#connects = { 'http:': connectOver('http:'), 'https:': connectOver('https:') };
  }

  readonly connect = (options: buildConnector.Options, callback: buildConnector.Callback): void => {
    const { protocol } = options;
    const host = options.hostname.replace(/^\[(.*)\]$/, '$1');
    const connect = this.#connects[protocol];
    try {
      // What is an address already is not looked up.
      if (isIP(host) !== 0) checkAddresses([host], host, protocol, this.#level);
      if (connect === undefined) throw new Error(`no connection for ${protocol}`);
    } catch (error) {
      // undici is not ready for an answer before this function returns.
      queueMicrotask(() => callback(error as Error, null));
      return;
    }
    const socket = connect(options, (...result) => {
      this.#sockets.delete(socket);
      callback(...result);
    });
    this.#sockets.add(socket);
  };

  /** Ends the connections that are coming about: a pool that is closed forgets them. */
  destroy(): void {
    for (const socket of this.#sockets) socket.destroy(new Error('closed by this side'));
    this.#sockets.clear();
  }
}

/** A look-up for the system's connections that gives checked addresses, or an error. */
export function guardedLookup(
  protocol: string,
  level: AddressLevel,
  lookup: Lookup,
): LookupFunction {
  return (hostname, options, callback) => {
    const find = async () => {
      const addresses = await lookup(hostname);
      checkAddresses(addresses, hostname, protocol, level);
      return addresses.map((address) => ({ address, family: isIP(address) }));
    };
    find().then(
      (found) => {
        const [first] = found;
        if (first === undefined) callback(noAddress(), '', 0);
        else if (options.all === true) callback(null, found);
        else callback(null, first.address, first.family);
      },
      (error: unknown) => callback(error as NodeJS.ErrnoException, '', 0),
    );
  };
}

function noAddress(): NodeJS.ErrnoException {
  return Object.assign(new Error('the host name has no address'), { code: 'ENOTFOUND' });
}
