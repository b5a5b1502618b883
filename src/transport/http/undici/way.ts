import type { Dispatcher } from 'undici';
import type { ExchangeRequest } from '../exchange.ts';
import { type ExchangeHandler, forAnyUndici } from './any-undici.ts';
import { Connecting, type Connector } from './connector.ts';
import { planProxy, type ProxyPlan } from './proxy.ts';
import { tunnel } from './tunnel.ts';

/** A way to one origin. */
export interface Way {
  /** Sends a request. Undici's events go to the handler, perhaps before this returns. */
  dispatch(request: ExchangeRequest, handler: ExchangeHandler): void;
  /** Ends what is ours of it, idle connections included. */
  close(): Promise<void>;
}

/** Thrown where the settings lead nowhere. Its message is for a person and holds no secret. */
export class NoWay extends Error {
  override readonly name = 'NoWay';
}

/**
 * Neither undici's wait for a head nor its wait for more bytes may end an exchange: a stream is
 * silent for as long as its call may take, and the one who waits for the call has the clock.
 */
const noTimeouts = { headersTimeout: 0, bodyTimeout: 0 } as const;

/** Opens the way that the environment names. Connections are made when requests need them. */
export async function openOwnWay(url: URL): Promise<Way> {
  const proxy = planProxy(url, process.env);
  if (proxy.kind === 'unusable') throw new NoWay(proxy.detail);
  const [{ default: Pool }, { default: build }] = await Promise.all([
    import('undici/lib/dispatcher/pool.js'),
    import('undici/lib/core/connect.js'),
  ]);
  const connecting = new Connecting(build);
  const { origin, connect, prefix, fields } = planRoute(url, proxy, connecting);
  const pool = new Pool(origin, { connections: null, pipelining: 1, connect, ...noTimeouts });
  return {
    dispatch: ({ method, url: { pathname, search }, headers, body }, handler) => {
      const path = prefix + pathname + search;
      const all = fields === undefined ? headers : { ...fields, ...headers };
      pool.dispatch({ path, method, headers: all, body: body ?? null }, handler);
    },
    close: async () => {
      const closed = pool.destroy();
      connecting.destroy();
      await closed;
    },
  };
}

/** The way through a dispatcher that was given. It stays open: it is not ours. */
export function givenWay(url: URL, dispatcher: object): Way {
  if (!isDispatcher(dispatcher)) {
    throw new NoWay(
      'the dispatcher that was given has no method dispatch, as those of undici have',
    );
  }
  const { origin } = url;
  return {
    dispatch: ({ method, url: { pathname, search }, headers, body }, handler) => {
      const path = pathname + search;
      // Some dispatchers add fields to the object that they get.
      const all = { ...headers };
      dispatcher.dispatch(
        { origin, path, method, headers: all, body: body ?? null, ...noTimeouts },
        forAnyUndici(handler),
      );
    },
    close: async () => {},
  };
}

interface Route {
  /** Where connections lead to. */
  readonly origin: string;
  readonly connect: Connector;
  /** What comes before the path in a request. */
  readonly prefix: string;
  /** Header fields of every request. */
  readonly fields: Readonly<Record<string, string>> | undefined;
}

/**
 * A request for `https:` goes through a tunnel; one for `http:` is put to the proxy itself, since
 * many proxies give tunnels to TLS ports only.
 */
function planRoute(
  url: URL,
  proxy: Exclude<ProxyPlan, { kind: 'unusable' }>,
  connecting: Connecting,
): Route {
  const { origin, host, hostname } = url;
  if (proxy.kind === 'direct') {
    return { origin, connect: connecting.connector(host), prefix: '', fields: undefined };
  }
  const { authorization } = proxy;
  if (url.protocol === 'https:') {
    const server = `${hostname}:${url.port === '' ? '443' : url.port}`;
    const connect = tunnel({ proxy: proxy.url, authorization, server, connecting });
    return { origin, connect, prefix: '', fields: undefined };
  }
  return {
    origin: proxy.url.origin,
    connect: connecting.connector(`the proxy ${proxy.url.host}`),
    prefix: origin,
    fields: {
      host,
      ...(authorization === undefined ? {} : { 'proxy-authorization': authorization }),
    },
  };
}

function isDispatcher(given: object): given is Pick<Dispatcher, 'dispatch'> {
  return 'dispatch' in given && typeof given.dispatch === 'function';
}
