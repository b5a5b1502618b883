import { describe, expect } from 'vitest';
import { adviceOf, exitCodeOf } from '../../../../src/garuda/cli/server/classify-failure.ts';
import {
  errorFromFailure,
  PeerError,
  ProtocolError,
  type ChannelFailure,
  type McpError,
  type ProtocolErrorCode,
} from '../../../../src/protocol/index.ts';
import { proves } from '../../../support/proves.ts';

const about = { server: 'srv' };
const transport = (failure: ChannelFailure): McpError => errorFromFailure(failure, about);
const protocol = (code: ProtocolErrorCode): McpError => new ProtocolError(code, 'x', about);
const peer = (status?: number): McpError =>
  new PeerError({ code: -32_603, message: 'x' }, about, status);
const http = (status: number, withCredentials = false): McpError =>
  transport({
    kind: 'http-status',
    status,
    headers: {},
    body: '',
    json: undefined,
    inSession: false,
    withCredentials,
  });
const unreachable = (systemCode: string | undefined): McpError =>
  transport({ kind: 'unreachable', systemCode, detail: '' });
const exited = transport({ kind: 'exited', exitCode: 1, signal: null, stderr: [] });
const notFound = { kind: 'spawn-failed', reason: 'command-not-found', detail: '' } as const;

describe('the exit code of a failure, while connecting and later', () => {
  const table: readonly (readonly [string, McpError, number, number])[] = [
    ['a command that is not there', transport(notFound), 3, 3],
    ['a server that exits', exited, 3, 1],
    ['a refused connection', unreachable('ECONNREFUSED'), 3, 3],
    ['a host that is not known', unreachable('ENOTFOUND'), 3, 3],
    ['no agreement', protocol('NO_COMMON_REVISION'), 3, 3],
    ['an error of the server', peer(), 3, 1],
    ['HTTP 500', http(500), 3, 1],
    ['HTTP 404', http(404), 3, 1],
    ['HTTP 401 without credentials', http(401), 4, 4],
    ['HTTP 401 with credentials', http(401, true), 4, 4],
    ['an error of the server with 401', peer(401), 4, 4],
    ['credentials that gave up', transport({ kind: 'credentials-failed', cause: 0 }), 4, 4],
    ['HTTP 403', http(403), 5, 5],
    ['an error of the server with 403', peer(403), 5, 5],
    ['a timeout', protocol('TIMED_OUT'), 6, 6],
    ['a broken stream', transport({ kind: 'stream-ended', how: 'broken', detail: '' }), 3, 1],
    ['a header that cannot be sent', transport({ kind: 'unsendable', detail: '' }), 2, 2],
    ['an argument that cannot be meant', protocol('INVALID_ARGUMENT'), 2, 2],
    ['a result that is none', protocol('INVALID_RESULT'), 3, 1],
    ['a question that is not answered', protocol('INPUT_REQUIRED'), 3, 1],
    ['too large a message', transport({ kind: 'message-too-large', maxBytes: 1 }), 3, 1],
  ];
  for (const [why, error, connecting, connected] of table) {
    proves('W-70', why, () => {
      expect(exitCodeOf(error, 'connecting')).toBe(connecting);
      expect(exitCodeOf(error, 'connected')).toBe(connected);
    });
  }

  proves('W-70', 'advice follows where there is some', () => {
    expect(adviceOf(http(401))).toBe('give a token with --bearer-env NAME, or a --header');
    expect(adviceOf(protocol('TIMED_OUT'))).toBe('wait longer with --timeout SECONDS');
    expect(adviceOf(peer())).toBeUndefined();
  });
});
