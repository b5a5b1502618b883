import type { ExchangeFault } from '../exchange.ts';
import { ConnectFailure } from './connect-failure.ts';
import { NoWay } from './way.ts';

/**
 * What an error of undici or of the system means.
 *
 * Only its code is passed on: its text can quote what was sent.
 *
 * @param host - whom the request was for
 * @param sent - whether the request may have reached the server
 */
export function faultOf(error: unknown, host: string, sent: boolean): ExchangeFault {
  const peer = error instanceof ConnectFailure ? error.peer : host;
  const told = error instanceof ConnectFailure ? error.detail : undefined;
  const code = codeOf(error instanceof ConnectFailure ? error.cause : error);
  const known = code === undefined ? undefined : explain(code, peer, sent);
  return {
    systemCode: systemCode(code),
    detail: error instanceof NoWay ? error.message : (told ?? known ?? otherwise(code, peer, sent)),
    beforeSent: !sent,
  };
}

function codeOf(error: unknown): string | undefined {
  const code = (error as { readonly code?: unknown } | undefined)?.code;
  return typeof code === 'string' ? code : undefined;
}

/** undici has codes of its own for what the system knows by other names. */
function systemCode(code: string | undefined): string | undefined {
  if (code === 'UND_ERR_SOCKET') return 'ECONNRESET';
  if (code === 'UND_ERR_CONNECT_TIMEOUT') return 'ETIMEDOUT';
  return code === undefined || /^(?:UND_ERR|HPE_|ERR_(?!TLS|SSL|OSSL))/.test(code)
    ? undefined
    : code;
}

function explain(code: string, peer: string, sent: boolean): string | undefined {
  switch (code) {
    case 'ECONNREFUSED':
      return `${peer} refused the connection`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `the name of ${peer} could not be resolved`;
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'EADDRNOTAVAIL':
      return `no route leads to ${peer}`;
    case 'ETIMEDOUT':
    case 'UND_ERR_CONNECT_TIMEOUT':
      return sent ? `${peer} no longer answers` : `no connection to ${peer} came about in time`;
    case 'ECONNRESET':
    case 'EPIPE':
    case 'UND_ERR_SOCKET':
      return `${peer} closed the connection${sent ? ' before its reply was complete' : ''}`;
    case 'EMFILE':
    case 'ENFILE':
      return 'this system allows no more open files or connections';
    case 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH':
      return `the reply of ${peer} ended before the length that it announced`;
    case 'UND_ERR_HEADERS_OVERFLOW':
      return `the header of the reply of ${peer} is over the limit of this Node.js`;
    case 'UND_ERR_INVALID_ARG':
    case 'UND_ERR_NOT_SUPPORTED':
      return 'the request cannot be sent: its method, its path or a header field is not allowed';
    case 'UND_ERR_DESTROYED':
    case 'UND_ERR_CLOSED':
      return 'the dispatcher is closed';
    default:
      return explainTls(code, peer);
  }
}

function explainTls(code: string, peer: string): string | undefined {
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `the certificate of ${peer} is for other names`;
  if (code === 'CERT_HAS_EXPIRED') return `the certificate of ${peer} has expired`;
  if (/^(?:CERT_|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_|HOSTNAME_)/.test(code)) {
    return `the certificate of ${peer} is not trusted; NODE_EXTRA_CA_CERTS can name a private authority`;
  }
  if (code === 'EPROTO' || /^ERR_(?:TLS|SSL|OSSL)/.test(code))
    return `no TLS connection to ${peer} came about`;
  return undefined;
}

function otherwise(code: string | undefined, peer: string, sent: boolean): string {
  if (code?.startsWith('HPE_') === true) return `what came from ${peer} is not HTTP (${code})`;
  const because = code === undefined ? '' : ` (${code})`;
  return sent
    ? `the exchange with ${peer} broke${because}`
    : `no connection to ${peer} came about${because}`;
}
