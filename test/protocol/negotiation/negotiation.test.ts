import { describe, expect, test } from 'vitest';
import { errorFromFailure } from '../../../src/protocol/failure-error.ts';
import { PeerError, type McpError } from '../../../src/protocol/errors.ts';
import type { ChannelFailure } from '../../../src/protocol/channel-failure.ts';
import {
  Negotiation,
  type NegotiationStep,
} from '../../../src/protocol/negotiation/negotiation.ts';
import type { RevisionWish } from '../../../src/protocol/negotiation/wish.ts';
import { proves } from '../../support/proves.ts';

/** What is told to a negotiation, in order, in short words. */
type Event =
  | 'start'
  | 'silent'
  | { discovered: readonly string[] | undefined }
  | { discoverFailed: McpError }
  | { initialized: string }
  | { initializeFailed: McpError };

interface Case {
  readonly why: string;
  readonly kind?: 'pipe' | 'http';
  readonly wish?: RevisionWish;
  readonly hasOlder?: boolean;
  readonly events: readonly Event[];
  /** What it says to each event: `discover 2026-07-28`, `fail NO_COMMON_REVISION`. */
  readonly says: readonly string[];
}

const about = { server: 'there' };
const peer = (code: number, data?: unknown, status?: number): McpError =>
  new PeerError({ code, message: 'no', data }, about, status);
const channel = (failure: ChannelFailure): McpError => errorFromFailure(failure, about);
const status = (code: number): McpError =>
  channel({
    kind: 'http-status',
    status: code,
    headers: {},
    body: '',
    json: undefined,
    inSession: false,
    withCredentials: false,
  });
const exited = channel({ kind: 'exited', exitCode: 1, signal: null, stderr: ['bye'] });
const html = channel({ kind: 'unusable-reply', status: 200, detail: 'text/html' });
const unsupported = (...supported: string[]): McpError =>
  peer(-32022, { supported, requested: '2026-07-28' }, 400);

const probe = 'discover 2026-07-28';
const handshake = 'initialize 2025-11-25';

const anyTransport: readonly Case[] = [
  {
    why: 'a modern server',
    events: ['start', { discovered: ['2026-07-28'] }],
    says: [probe, 'agree 2026-07-28'],
  },
  {
    why: 'a server of both eras is spoken with in the modern one',
    events: ['start', { discovered: ['2025-11-25', '2026-07-28'] }],
    says: [probe, 'agree 2026-07-28'],
  },
  {
    why: 'a list of legacy revisions leads to the best of them',
    events: ['start', { discovered: ['2025-03-26', '2025-06-18'] }, { initialized: '2025-06-18' }],
    says: [probe, 'initialize 2025-06-18', 'agree 2025-06-18'],
  },
  {
    why: 'a list of unknown revisions is no common one',
    events: ['start', { discovered: ['2031-01-01'] }],
    says: [probe, 'fail NO_COMMON_REVISION'],
  },
  {
    why: 'a result that is no discovery',
    events: ['start', { discovered: undefined }, { initialized: '2025-11-25' }],
    says: [probe, handshake, 'agree 2025-11-25'],
  },
  ...[-32601, -32600, -32602, -32603, -32000, -32001, -32004, 7].map((code) => ({
    why: `the error ${code} is no modern one`,
    events: ['start', { discoverFailed: peer(code) }, { initialized: '2024-11-05' }] as const,
    says: [probe, handshake, 'agree 2024-11-05'],
  })),
  ...[-32020, -32021].map((code) => ({
    why: `the error ${code} comes from a modern server, which is not talked down`,
    events: ['start', { discoverFailed: peer(code, {}, 400) }] as const,
    says: [probe, `fail ${code}`],
  })),
  {
    why: 'a server that refuses the revision it lists is asked once more, and no third time',
    events: [
      'start',
      { discoverFailed: unsupported('2026-07-28') },
      { discoverFailed: unsupported('2026-07-28') },
    ],
    says: [probe, probe, 'fail -32022'],
  },
  {
    why: 'the second question may be answered',
    events: [
      'start',
      { discoverFailed: unsupported('2026-07-28') },
      { discovered: ['2026-07-28'] },
    ],
    says: [probe, probe, 'agree 2026-07-28'],
  },
  {
    why: 'a refusal that lists legacy revisions only leads to the handshake with the best of them',
    events: ['start', { discoverFailed: unsupported('2024-11-05', '2025-03-26') }],
    says: [probe, 'initialize 2025-03-26'],
  },
  {
    why: 'a handshake refused with a list is repeated with a common revision',
    wish: 'legacy',
    events: [
      'start',
      { initializeFailed: peer(-32602, { supported: ['2024-11-05'], requested: '2025-11-25' }) },
      { initialized: '2024-11-05' },
    ],
    says: [handshake, 'initialize 2024-11-05', 'agree 2024-11-05'],
  },
  {
    why: 'a handshake refused with a modern list turns to the modern era',
    events: [
      'start',
      { discoverFailed: peer(-32601) },
      { initializeFailed: unsupported('2026-07-28') },
      { discovered: ['2026-07-28'] },
    ],
    says: [probe, handshake, probe, 'agree 2026-07-28'],
  },
  {
    why: 'a handshake that ends in a modern revision opens no session',
    events: [
      'start',
      { discoverFailed: peer(-32601) },
      { initialized: '2026-07-28' },
      { discovered: ['2026-07-28'] },
    ],
    says: [probe, handshake, probe, 'agree 2026-07-28'],
  },
  {
    why: 'a handshake with an unknown revision ends in an error that names it',
    wish: 'legacy',
    events: ['start', { initialized: '1999-01-01' }],
    says: [handshake, 'fail NO_COMMON_REVISION'],
  },
  {
    why: 'a wish for a legacy date skips the probe and takes nothing else',
    wish: '2025-03-26',
    events: ['start', { initialized: '2024-11-05' }],
    says: ['initialize 2025-03-26', 'fail NO_COMMON_REVISION'],
  },
  {
    why: 'legacy takes any legacy revision that the server names',
    wish: 'legacy',
    events: ['start', { initialized: '2025-03-26' }],
    says: [handshake, 'agree 2025-03-26'],
  },
  {
    why: 'a wish for the modern date is not talked down',
    wish: '2026-07-28',
    events: ['start', { discoverFailed: peer(-32601) }],
    says: [probe, 'fail NO_COMMON_REVISION'],
  },
  {
    why: 'a refused handshake is an error of the server',
    wish: 'legacy',
    events: ['start', { initializeFailed: peer(-32603) }],
    says: [handshake, 'fail -32603'],
  },
];

const pipe: readonly Case[] = [
  {
    why: 'a silent server gets the handshake on the same pipe',
    events: ['start', 'silent', { initialized: '2025-11-25' }],
    says: [probe, handshake, 'agree 2025-11-25'],
  },
  {
    why: 'a late discovery wins where the handshake is refused',
    events: ['start', 'silent', { discovered: ['2026-07-28'] }, { initializeFailed: peer(-32601) }],
    says: [probe, handshake, 'wait-briefly', 'agree 2026-07-28'],
  },
  {
    why: 'a late discovery wins where nothing is said to the handshake',
    events: ['start', 'silent', { discovered: ['2026-07-28'] }, 'silent'],
    says: [probe, handshake, 'wait-briefly', 'agree 2026-07-28'],
  },
  {
    why: 'a slow server of both eras that takes the handshake is legacy from then on',
    events: ['start', 'silent', { discovered: ['2026-07-28'] }, { initialized: '2025-11-25' }],
    says: [probe, handshake, 'wait-briefly', 'agree 2025-11-25'],
  },
  {
    why: 'a late discovery wins over a handshake that names a modern revision',
    events: ['start', 'silent', { discovered: ['2026-07-28'] }, { initialized: '2026-07-28' }],
    says: [probe, handshake, 'wait-briefly', 'agree 2026-07-28'],
  },
  {
    why: 'a server that ends on the handshake is not what its late discovery said',
    events: [
      'start',
      'silent',
      { discovered: ['2026-07-28'] },
      { initializeFailed: exited },
      { initialized: '2025-11-25' },
    ],
    says: [probe, handshake, 'wait-briefly', 'reopen 2025-11-25', 'agree 2025-11-25'],
  },
  {
    why: 'a slow modern server refuses the handshake before it answers the probe',
    events: ['start', 'silent', { initializeFailed: peer(-32601) }, { discovered: ['2026-07-28'] }],
    says: [probe, handshake, 'wait', 'agree 2026-07-28'],
  },
  {
    why: 'a late error to the probe changes nothing',
    events: ['start', 'silent', { discoverFailed: peer(-32601) }, { initialized: '2025-11-25' }],
    says: [probe, handshake, 'wait', 'agree 2025-11-25'],
  },
  {
    why: 'a server that ends on the probe is started once more, with the handshake first',
    events: ['start', { discoverFailed: exited }, { initialized: '2025-06-18' }],
    says: [probe, 'reopen 2025-11-25', 'agree 2025-06-18'],
  },
  {
    why: 'one that ends again is not started a third time',
    events: ['start', { discoverFailed: exited }, { initializeFailed: exited }],
    says: [probe, 'reopen 2025-11-25', 'fail SERVER_EXITED'],
  },
  {
    why: 'one that ends on the handshake alone is not started again',
    wish: 'legacy',
    events: ['start', { initializeFailed: exited }],
    says: [handshake, 'fail SERVER_EXITED'],
  },
  {
    why: 'silence means nothing where only the modern era is wanted',
    wish: '2026-07-28',
    events: ['start', 'silent'],
    says: [probe, 'wait'],
  },
];

const web: readonly Case[] = [
  ...[400, 404, 405, 406, 410, 415, 422].map((code) => ({
    why: `HTTP ${code} without a word leads to the handshake`,
    events: ['start', { discoverFailed: status(code) }, { initialized: '2025-11-25' }] as const,
    says: [probe, handshake, 'agree 2025-11-25'],
  })),
  ...[401, 403, 407, 408, 429, 500, 502, 503].map((code) => ({
    why: `HTTP ${code} says nothing of an era`,
    events: ['start', { discoverFailed: status(code) }] as const,
    says: [probe, `fail ${code === 401 ? 'CREDENTIALS_MISSING' : 'HTTP_STATUS'}`],
  })),
  {
    why: 'an HTML page leads to the handshake, and its page is then the error',
    events: ['start', { discoverFailed: html }, { initializeFailed: html }],
    says: [probe, handshake, 'fail UNUSABLE_REPLY'],
  },
  {
    why: 'a server error in JSON-RPC form is an answer, and the handshake gets its chance',
    events: [
      'start',
      { discoverFailed: peer(-32603, undefined, 500) },
      { initialized: '2025-11-25' },
    ],
    says: [probe, handshake, 'agree 2025-11-25'],
  },
  {
    why: 'a refused connection says nothing',
    events: [
      'start',
      {
        discoverFailed: channel({
          kind: 'unreachable',
          systemCode: 'ECONNREFUSED',
          detail: 'refused',
        }),
      },
    ],
    says: [probe, 'fail CONNECTION_REFUSED'],
  },
  ...[400, 404, 405].map((code) => ({
    why: `HTTP ${code} to the handshake too leads to the older transport`,
    hasOlder: true,
    events: [
      'start',
      { discoverFailed: status(code) },
      { initializeFailed: status(code) },
      { initialized: '2024-11-05' },
    ] as const,
    says: [probe, handshake, 'use-older 2025-11-25', 'agree 2024-11-05'],
  })),
  {
    why: 'the error of the current transport remains when the older one fails',
    hasOlder: true,
    events: [
      'start',
      { discoverFailed: status(404) },
      { initializeFailed: status(404) },
      { initializeFailed: html },
    ],
    says: [probe, handshake, 'use-older 2025-11-25', 'fail HTTP_STATUS'],
  },
  {
    why: 'a sign-in comes before any older transport',
    hasOlder: true,
    events: ['start', { discoverFailed: status(404) }, { initializeFailed: status(401) }],
    says: [probe, handshake, 'fail CREDENTIALS_MISSING'],
  },
  {
    why: 'a result that is an error of the protocol is no reason for the older transport',
    hasOlder: true,
    events: ['start', { discoverFailed: status(404) }, { initializeFailed: peer(-32603) }],
    says: [probe, handshake, 'fail -32603'],
  },
];

function run({ wish = 'auto', kind = 'http', hasOlder = false, events }: Case): readonly string[] {
  const negotiation = new Negotiation({ server: 'there', wish, kind, hasOlder });
  return events.map((event) => inWords(tell(negotiation, event)));
}

function tell(negotiation: Negotiation, event: Event): NegotiationStep {
  if (event === 'start') return negotiation.start();
  if (event === 'silent') return negotiation.silent();
  if ('discovered' in event) return negotiation.discovered(event.discovered);
  if ('discoverFailed' in event) return negotiation.discoverFailed(event.discoverFailed);
  if ('initialized' in event) return negotiation.initialized(event.initialized);
  return negotiation.initializeFailed(event.initializeFailed);
}

function inWords(step: NegotiationStep): string {
  if (step.do === 'wait' || step.do === 'wait-briefly') return step.do;
  return step.do === 'fail' ? `fail ${step.error.code}` : `${step.do} ${step.revision}`;
}

describe('on a pipe', () => {
  for (const row of [...anyTransport, ...pipe]) {
    proves(['W-40', 'W-41'], row.why, () => {
      expect(run({ ...row, kind: 'pipe' })).toEqual(row.says);
    });
  }
});

describe('over HTTP', () => {
  for (const row of [...anyTransport, ...web]) {
    proves('W-42', row.why, () => {
      expect(run(row)).toEqual(row.says);
    });
  }
});

test('the error of a failed negotiation keeps what was tried before', () => {
  const negotiation = new Negotiation({
    server: 'there',
    wish: 'auto',
    kind: 'http',
    hasOlder: false,
  });
  negotiation.start();
  negotiation.discoverFailed(status(404));
  const step = negotiation.initializeFailed(peer(-32603));
  expect(step.do === 'fail' && step.error.cause).toBeInstanceOf(AggregateError);
});

test('an error that names no common revision names both sides', () => {
  const negotiation = new Negotiation({
    server: 'there',
    wish: 'auto',
    kind: 'http',
    hasOlder: false,
  });
  negotiation.start();
  const step = negotiation.discovered(['2031-01-01']);
  expect(step.do === 'fail' && step.error.message).toContain('2031-01-01');
  expect(step.do === 'fail' && step.error.message).toContain('2025-11-25, 2026-07-28');
});
