import { expect, test } from 'vitest';
import type { WireEvent } from '../../../src/protocol/index.ts';
import type { ExchangeReply } from '../../../src/transport/http/exchange.ts';
import { watchedExchange } from '../../../src/transport/http/watched-exchange.ts';

const request = { method: 'POST', url: new URL('http://a.test/mcp'), headers: { a: 'b' } } as const;
const fault = { systemCode: 'ECONNRESET', detail: 'gone', beforeSent: false };

/** An exchange that is watched, with its ends in the test's hands. */
function begin(): {
  readonly log: (WireEvent | string)[];
  readonly inner: ExchangeReply;
  readonly abort: () => void;
} {
  const log: (WireEvent | string)[] = [];
  let inner: ExchangeReply | undefined;
  const exchange = watchedExchange(
    (_request, reply) => {
      inner = reply;
      return { abort: () => log.push('abort') };
    },
    (event) => log.push(event),
  );
  const handle = exchange(request, {
    head: (status) => log.push(`head ${status}`),
    chunk: (chunk) => log.push(`chunk of ${chunk.length}`),
    end: () => log.push('end'),
    broke: ({ detail }) => log.push(`broke: ${detail}`),
  });
  if (inner === undefined) throw new Error('nothing was exchanged');
  return { log, inner, abort: () => handle.abort() };
}

const asked = {
  kind: 'http-request',
  exchange: 1,
  method: 'POST',
  url: 'http://a.test/mcp',
  headers: { a: 'b' },
};

test('an exchange is told, each time before its owner hears of it', () => {
  const { log, inner, abort } = begin();
  inner.head(200, { c: 'd' });
  inner.chunk(new Uint8Array(3));
  inner.end();
  abort();
  expect(log).toEqual([
    asked,
    { kind: 'http-response', exchange: 1, status: 200, headers: { c: 'd' } },
    'head 200',
    'chunk of 3',
    { kind: 'http-ended', exchange: 1 },
    'end',
    'abort',
  ]);
});

test('one that breaks', () => {
  const { log, inner, abort } = begin();
  inner.broke(fault);
  abort();
  const { systemCode, detail } = fault;
  expect(log).toEqual([
    asked,
    { kind: 'http-broke', exchange: 1, systemCode, detail },
    'broke: gone',
    'abort',
  ]);
});

test('one that this side ends, as often as it likes', () => {
  const { log, abort } = begin();
  abort();
  abort();
  expect(log).toEqual([asked, { kind: 'http-aborted', exchange: 1 }, 'abort', 'abort']);
});
