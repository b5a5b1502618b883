import { expect } from 'vitest';
import type { TokenSet } from '../../../src/oauth/keeping/entry.ts';
import {
  planRefusal,
  type RefusalFacts,
  type RefusalPlan,
} from '../../../src/oauth/flow/plan-refusal.ts';
import { proves } from '../../support/proves.ts';

const now = 1_000_000;
const held: TokenSet = {
  accessToken: 'one',
  tokenType: 'Bearer',
  issuedAt: now - 120_000,
  resource: 'https://mcp.example.com/mcp',
  scope: 'read write',
};
const usual: RefusalFacts = {
  status: 401,
  challenge: { scheme: 'bearer' },
  tries: 1,
  sent: 'one',
  held,
  hasNonce: false,
  now,
};
const insufficient = { scheme: 'bearer', error: 'insufficient_scope' } as const;

interface Case {
  readonly row: Parameters<typeof proves>[0];
  readonly why: string;
  readonly facts: Partial<RefusalFacts>;
  readonly plan: RefusalPlan['kind'];
}

const cases: readonly Case[] = [
  {
    row: 'AUTH-70',
    why: 'nothing is held',
    facts: { held: undefined, sent: undefined },
    plan: 'renew',
  },
  { row: 'AUTH-70', why: 'the token was refused', facts: {}, plan: 'renew' },
  {
    row: 'AUTH-70',
    why: 'a 401 without a challenge',
    facts: { challenge: undefined },
    plan: 'renew',
  },
  { row: 'W-50', why: 'another one is held by now', facts: { sent: 'old' }, plan: 'retry' },
  {
    row: 'W-50',
    why: 'one is held by now, and none was sent',
    facts: { sent: undefined },
    plan: 'retry',
  },
  {
    row: 'AUTH-70',
    why: 'what is held has expired, and was not sent',
    facts: { sent: undefined, held: { ...held, expiresAt: now - 1 } },
    plan: 'renew',
  },
  {
    row: 'AUTH-70',
    why: 'a token that was issued for this message is refused',
    facts: { tries: 2, held: { ...held, issuedAt: now - 100 } },
    plan: 'refused-fresh',
  },
  {
    row: 'AUTH-70',
    why: 'an older one is refused at the second try',
    facts: { tries: 2 },
    plan: 'renew',
  },
  {
    row: 'AUTH-73',
    why: 'a 403 without a challenge',
    facts: { status: 403, challenge: undefined },
    plan: 'pass',
  },
  {
    row: 'AUTH-73',
    why: 'a 403 whose challenge is about something else',
    facts: { status: 403, challenge: { scheme: 'bearer', error: 'invalid_token' } },
    plan: 'pass',
  },
  {
    row: 'AUTH-71',
    why: 'more scope is needed',
    facts: { status: 403, challenge: { ...insufficient, scope: 'read admin' } },
    plan: 'step-up',
  },
  {
    row: 'AUTH-71',
    why: 'more scope is needed, and no token was sent',
    facts: {
      status: 403,
      sent: undefined,
      held: undefined,
      challenge: { ...insufficient, scope: 'a' },
    },
    plan: 'step-up',
  },
  {
    row: 'AUTH-72',
    why: 'the scope was granted already',
    facts: { status: 403, challenge: { ...insufficient, scope: 'write read' } },
    plan: 'refused-scope',
  },
  {
    row: 'AUTH-72',
    why: 'no scope is named',
    facts: { status: 403, challenge: insufficient },
    plan: 'refused-scope',
  },
  {
    row: 'AUTH-72',
    why: 'the scope was asked for because of this very message, and not granted',
    facts: {
      status: 403,
      tries: 2,
      held: { ...held, askedScope: 'read admin' },
      challenge: { ...insufficient, scope: 'admin' },
    },
    plan: 'refused-scope',
  },
  {
    row: 'AUTH-71',
    why: 'the scope was asked for once before, and not granted',
    facts: {
      status: 403,
      held: { ...held, askedScope: 'read admin' },
      challenge: { ...insufficient, scope: 'admin' },
    },
    plan: 'step-up',
  },
  {
    row: 'AUTH-74',
    why: 'somebody has signed in for more meanwhile',
    facts: { status: 403, sent: 'old', challenge: { ...insufficient, scope: 'admin' } },
    plan: 'retry',
  },
];

for (const { row, why, facts, plan } of cases) {
  proves(row, `${why}: ${plan}`, () => {
    expect(planRefusal({ ...usual, ...facts }).kind).toBe(plan);
  });
}

proves('AUTH-70', 'a nonce that a proof lacked was learnt: the message goes again', () => {
  const facts = { challenge: { scheme: 'dpop', error: 'use_dpop_nonce' }, hasNonce: true } as const;
  expect(planRefusal({ ...usual, ...facts }).kind).toBe('retry');
  expect(planRefusal({ ...usual, ...facts, hasNonce: false }).kind).toBe('renew');
});
