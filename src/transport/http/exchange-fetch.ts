import { FetchExchange } from './fetch-exchange.ts';
import type { OpenExchange } from './exchange.ts';

/**
 * Exchanges over `fetch`, on any run-time.
 *
 * Where the run-time has settings for that, no cookie is sent or kept, nothing is cached and no
 * redirect is followed. Connections are the run-time's: `close` ends what runs and leaves idle ones
 * to it. So are its limits: the `fetch` of Node.js ends an exchange that is silent for five minutes.
 */
export const openExchange: OpenExchange = ({ url, fetch = globalThis.fetch }) => {
  const running = new Set<FetchExchange>();
  const settings = knownSettings();
  const closedText = 'this side has closed the connection';
  let isClosed = false;
  return {
    exchange: (request, reply) => {
      const { method, headers, body } = request;
      const exchange = new FetchExchange(running, reply, Object.keys(headers));
      const init = { ...settings, method, headers: { ...headers }, signal: exchange.signal };
      void exchange.run(url.host, () => {
        if (isClosed) exchange.break(closedText);
        return fetch(request.url.href, body === undefined ? init : { ...init, body });
      });
      return exchange;
    },
    close: async () => {
      isClosed = true;
      for (const exchange of running) exchange.break(closedText);
    },
  };
};

/** Some run-times throw at settings that they do not know; what none knows is passed over by all. */
function knownSettings(): RequestInit & { readonly timeout: false } {
  const known = typeof Request === 'function' ? Request.prototype : {};
  return {
    redirect: 'manual',
    ...('credentials' in known && { credentials: 'omit' }),
    ...('cache' in known && { cache: 'no-store' }),
    // Bun ends a request that is silent for six minutes, unless it is told so.
    timeout: false,
  };
}
