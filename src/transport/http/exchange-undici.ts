import { openExchange as openFetchExchange } from './exchange-fetch.ts';
import type { ExchangeOptions, ExchangeRequest, OpenExchange } from './exchange.ts';
import { ConnectionGate } from './undici/connection-gate.ts';
import { RunningExchange } from './undici/running-exchange.ts';
import { givenWay, NoWay, openOwnWay, type Way } from './undici/way.ts';

/**
 * Exchanges over undici, on Node.js.
 *
 * undici is loaded at the first exchange, and only its pool; nothing of it where a dispatcher was
 * given. Connections are kept alive and shared; an idle one does not hold the process, a running
 * exchange does. Proxies are used as the environment says. With a `fetch` given, that is used
 * instead, and the limits of its run-time hold.
 */
export const openExchange: OpenExchange = (options) => {
  if (options.fetch !== undefined) return openFetchExchange(options);
  const { origin } = options.url;
  const shared = { gate: new ConnectionGate(), running: new Set<RunningExchange>() };
  let opening: Promise<Way> | undefined;
  let closing: Promise<void> | undefined;

  async function begin(exchange: RunningExchange, request: ExchangeRequest): Promise<void> {
    try {
      const way = await (opening ??= openWay(options));
      if (closing !== undefined) throw new NoWay('this side has closed the connection');
      if (request.url.origin !== origin) throw new NoWay(`this way leads to ${origin} only`);
      exchange.begin(way);
    } catch (error) {
      exchange.onError(error);
    }
  }

  async function close(): Promise<void> {
    for (const exchange of shared.running) exchange.break('this side has closed the connection');
    const way = await opening?.catch(() => undefined);
    await way?.close();
  }

  return {
    exchange: (request, reply) => {
      const exchange = new RunningExchange(shared, request, reply);
      void begin(exchange, request);
      return exchange;
    },
    close: () => (closing ??= close()),
  };
};

async function openWay({ url, dispatcher }: ExchangeOptions): Promise<Way> {
  return dispatcher === undefined ? openOwnWay(url) : givenWay(url, dispatcher);
}
