import { errors } from 'undici';
import { describe, expect, test } from 'vitest';
import { ConnectFailure } from '../../../../src/transport/http/undici/connect-failure.ts';
import { faultOf } from '../../../../src/transport/http/undici/fault.ts';

const coded = (code: string) => Object.assign(new Error('secret'), { code });

describe('an error with a code', () => {
  const cases: { error: Error; sent: boolean; code: string | undefined; detail: string }[] = [
    {
      error: coded('ECONNREFUSED'),
      sent: false,
      code: 'ECONNREFUSED',
      detail: 'host:1 refused the connection',
    },
    {
      error: coded('ENOTFOUND'),
      sent: false,
      code: 'ENOTFOUND',
      detail: 'the name of host:1 could not be resolved',
    },
    {
      error: coded('EAI_AGAIN'),
      sent: false,
      code: 'EAI_AGAIN',
      detail: 'the name of host:1 could not be resolved',
    },
    {
      error: coded('EHOSTUNREACH'),
      sent: false,
      code: 'EHOSTUNREACH',
      detail: 'no route leads to host:1',
    },
    {
      error: coded('ETIMEDOUT'),
      sent: false,
      code: 'ETIMEDOUT',
      detail: 'no connection to host:1 came about in time',
    },
    {
      error: coded('ETIMEDOUT'),
      sent: true,
      code: 'ETIMEDOUT',
      detail: 'host:1 no longer answers',
    },
    {
      error: coded('EPIPE'),
      sent: true,
      code: 'EPIPE',
      detail: 'host:1 closed the connection before its reply was complete',
    },
    {
      error: coded('EMFILE'),
      sent: false,
      code: 'EMFILE',
      detail: 'this system allows no more open files or connections',
    },
    {
      error: coded('CERT_HAS_EXPIRED'),
      sent: false,
      code: 'CERT_HAS_EXPIRED',
      detail: 'the certificate of host:1 has expired',
    },
    {
      error: coded('EPROTO'),
      sent: false,
      code: 'EPROTO',
      detail: 'no TLS connection to host:1 came about',
    },
    {
      error: new errors.SocketError('secret'),
      sent: false,
      code: 'ECONNRESET',
      detail: 'host:1 closed the connection',
    },
    {
      error: new errors.ConnectTimeoutError('secret'),
      sent: false,
      code: 'ETIMEDOUT',
      detail: 'no connection to host:1 came about in time',
    },
    {
      error: new errors.HeadersOverflowError('secret'),
      sent: true,
      code: undefined,
      detail: 'the header of the reply of host:1 is over the limit of this Node.js',
    },
    {
      error: new errors.ResponseContentLengthMismatchError('secret'),
      sent: true,
      code: undefined,
      detail: 'the reply of host:1 ended before the length that it announced',
    },
    {
      error: new errors.InvalidArgumentError('secret'),
      sent: false,
      code: undefined,
      detail: 'the request cannot be sent: its method, its path or a header field is not allowed',
    },
    {
      error: coded('EWHATEVER'),
      sent: false,
      code: 'EWHATEVER',
      detail: 'no connection to host:1 came about (EWHATEVER)',
    },
    {
      error: coded('EWHATEVER'),
      sent: true,
      code: 'EWHATEVER',
      detail: 'the exchange with host:1 broke (EWHATEVER)',
    },
    {
      error: coded('ERR_MODULE_NOT_FOUND'),
      sent: false,
      code: undefined,
      detail: 'no connection to host:1 came about (ERR_MODULE_NOT_FOUND)',
    },
    {
      error: new Error('secret'),
      sent: true,
      code: undefined,
      detail: 'the exchange with host:1 broke',
    },
  ];
  test.each(cases)('$error.name $error.code: $detail', ({ error, sent, code, detail }) => {
    expect(faultOf(error, 'host:1', sent)).toEqual({ systemCode: code, detail, beforeSent: !sent });
  });
});

test('a connection that failed tells whom it was to lead to', () => {
  const failure = new ConnectFailure('the proxy p:1', { cause: coded('ECONNREFUSED') });
  expect(faultOf(failure, 'host:1', false).detail).toBe('the proxy p:1 refused the connection');
});

test.each([undefined, null, 'secret', 7])('%s is thrown', (thrown) => {
  expect(faultOf(thrown, 'host:1', false)).toEqual({
    systemCode: undefined,
    detail: 'no connection to host:1 came about',
    beforeSent: true,
  });
});
