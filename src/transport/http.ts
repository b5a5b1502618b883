/**
 * Reaches a server over HTTP, on any run-time.
 *
 * @packageDocumentation
 */
import { openExchange } from '#exchange';
import {
  TransportError,
  type ChannelReceiver,
  type Limits,
  type Target,
  type WireWatcher,
} from '../protocol/index.ts';
import { HttpChannel, type HttpChannelParts } from './http/channel.ts';
import type { Credentials, HeaderFields } from './http/credentials.ts';
import { checkEndpoint, labelOf } from './http/endpoint.ts';
import { Line } from './http/line.ts';
import type { RedirectPolicy } from './http/plan-redirect.ts';
import { SseChannel } from './http/sse-channel.ts';
import { systemClock } from './http/system-clock.ts';
import { watchedExchange } from './http/watched-exchange.ts';

/** How a server is reached over HTTP. @public */
export interface HttpOptions {
  /** The server's name in errors. Default: host and path of its address. */
  readonly label?: string;
  /**
   * Header fields for every request. Fields of the protocol and of HTTP's framing are left out, and
   * those of the credentials win. A field that cannot be sent fails the call.
   */
  readonly headers?: HeaderFields;
  /** What proves who is calling. */
  readonly credentials?: Credentials;
  /** Which redirects are followed; `same-origin`: 307 and 308, three at most. Default `never`. */
  readonly followRedirects?: RedirectPolicy;
  /** Allows `http:` to other machines, where anyone on the way can read and change everything. Default `false`. */
  readonly allowInsecureHttp?: boolean;
  /** A `fetch` to use instead of the run-time's own way. */
  readonly fetch?: typeof globalThis.fetch;
  /** An undici dispatcher to use instead of our own, on Node only: for proxies and certificates. */
  readonly dispatcher?: object;
}

/**
 * A server at an HTTP address: Streamable HTTP, and the deprecated HTTP+SSE where a server has only
 * that.
 *
 * @param url - the MCP endpoint: `https:`, or `http:` to this machine
 * @throws TransportError `UNSENDABLE` for an address that cannot be used
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http | Streamable HTTP}
 * @public
 */
export function http(url: string | URL, options: HttpOptions = {}): Target {
  const endpoint = checkEndpoint(url, options.allowInsecureHttp === true);
  if (!endpoint.ok) {
    const failure = { kind: 'unsendable', detail: endpoint.detail } as const;
    throw new TransportError('UNSENDABLE', endpoint.detail, {
      server: options.label ?? 'http()',
      failure,
    });
  }
  const label = options.label ?? labelOf(endpoint.url);
  const target = { label, kind: 'http' } as const;
  const parts = (...[receiver, limits, watch]: OpenTerms): HttpChannelParts => {
    return openParts(endpoint.url, options, { receiver, limits, watch });
  };
  return {
    ...target,
    open: (...terms) => new HttpChannel(parts(...terms)),
    older: { ...target, open: (...terms) => new SseChannel(parts(...terms)) },
  };
}

type OpenTerms = Parameters<Target['open']>;

function openParts(
  url: URL,
  options: HttpOptions,
  owner: {
    readonly receiver: ChannelReceiver;
    readonly limits: Limits;
    readonly watch: WireWatcher | undefined;
  },
): HttpChannelParts {
  const { headers, credentials, followRedirects = 'never', fetch, dispatcher } = options;
  const way = openExchange({
    url,
    ...(fetch !== undefined && { fetch }),
    ...(dispatcher !== undefined && { dispatcher }),
  });
  const { watch, ...told } = owner;
  const exchange = watch === undefined ? way.exchange : watchedExchange(way.exchange, watch);
  const line = new Line({ url, headers, exchange, credentials, followRedirects });
  return { ...told, clock: systemClock, line, closeLine: () => way.close() };
}
