import { expect, test } from 'vitest';
import type { Report } from '../../../../src/client/index.ts';
import { describeReport } from '../../../../src/garuda/cli/output/report-text.ts';
import { ProtocolError } from '../../../../src/protocol/index.ts';

const error = new ProtocolError('TIMED_OUT', 'too late', { server: 'srv' });
const failure = { kind: 'closed' } as const;

const reports: readonly (readonly [Report, string])[] = [
  [
    { kind: 'entry-left-out', method: 'tools/list', index: 2, name: 'x', why: 'no schema' },
    'tools/list: entry 2 ("x") is left out, since it is malformed: no schema',
  ],
  [
    { kind: 'entry-left-out', method: 'tools/list', index: 0, name: undefined, why: 'null' },
    'tools/list: entry 0 is left out, since it is malformed: null',
  ],
  [
    { kind: 'list-cut', method: 'tools/list', why: 'the same cursor twice', entries: 3 },
    'tools/list ends after 3 entries: the same cursor twice',
  ],
  [
    { kind: 'session-renewed', error },
    'the server forgot the session, and a new one is open: srv: too late [TIMED_OUT]',
  ],
  [
    { kind: 'server-lost', error },
    'it is started again when it is needed: srv: too late [TIMED_OUT]',
  ],
  [{ kind: 'restarted' }, 'the server was started again; what its process knew is gone'],
  [{ kind: 'ping-unanswered', error }, 'the connection is ended: srv: too late [TIMED_OUT]'],
  [
    { kind: 'repeated', method: 'tools/list', afterMs: 250, error },
    'tools/list is sent again: srv: too late [TIMED_OUT]',
  ],
  [
    { kind: 'connecting-again', afterMs: 250, error },
    'connecting is tried again: srv: too late [TIMED_OUT]',
  ],
  [
    { kind: 'unknown-notification', method: 'x/y' },
    'the server notifies of "x/y", which is not known here',
  ],
  [{ kind: 'noise', text: 'a\nb' }, String.raw`the server writes what is no message: "a\u000ab"`],
  [
    { kind: 'unreadable-message', failure: { kind: 'unreadable-message', detail: '' } },
    'a message of the server cannot be read (unreadable-message)',
  ],
  [
    { kind: 'undelivered', method: 'notifications/cancelled', failure },
    'notifications/cancelled did not reach the server (closed)',
  ],
  [
    { kind: 'listening-ended', failure },
    "the stream for the server's own messages is closed (closed)",
  ],
  [{ kind: 'invalid-message', why: 'no method' }, 'the server sent an invalid message: no method'],
  [{ kind: 'unknown-answer', id: 7 }, 'the server answered a request that was not sent: "7"'],
  [
    { kind: 'unattributed-error', error: { code: -1, message: 'no' } },
    'the server sent an error about no request: "no" [-1]',
  ],
  [
    { kind: 'unexpected-request', method: 'roots/list' },
    'the server asked for "roots/list", which it may not',
  ],
  [
    { kind: 'callback-failed', callback: 'onLog', error: new Error('no') },
    'onLog failed: Error: no',
  ],
];

test.each(reports)('$kind', (report, text) => {
  expect(describeReport(report).text).toBe(text);
});

test('what is lost or changed is told without being asked for', () => {
  const warnings = reports.filter(([report]) => describeReport(report).isWarning);
  expect(new Set(warnings.map(([report]) => report.kind))).toEqual(
    new Set([
      'entry-left-out',
      'list-cut',
      'session-renewed',
      'server-lost',
      'restarted',
      'ping-unanswered',
    ]),
  );
});
