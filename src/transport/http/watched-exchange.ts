import type { WireWatcher } from '../../protocol/index.ts';
import type { Exchange } from './exchange.ts';

/** The same exchange, with a watcher that is told of each one before its owner is. */
export function watchedExchange(exchange: Exchange, watch: WireWatcher): Exchange {
  let count = 0;
  return (request, reply) => {
    const id = (count += 1);
    let isOver = false;
    const { method, url, headers } = request;
    watch({ kind: 'http-request', exchange: id, method, url: url.href, headers });
    const handle = exchange(request, {
      head(status, fields) {
        watch({ kind: 'http-response', exchange: id, status, headers: fields });
        reply.head(status, fields);
      },
      chunk: (bytes) => reply.chunk(bytes),
      end() {
        isOver = true;
        watch({ kind: 'http-ended', exchange: id });
        reply.end();
      },
      broke(fault) {
        isOver = true;
        const { systemCode, detail } = fault;
        watch({ kind: 'http-broke', exchange: id, systemCode, detail });
        reply.broke(fault);
      },
    });
    return {
      abort() {
        if (!isOver) watch({ kind: 'http-aborted', exchange: id });
        isOver = true;
        handle.abort();
      },
    };
  };
}
