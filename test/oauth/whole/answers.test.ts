import { inspect } from 'node:util';
import type { SignInDeviation, SignInOptions } from 'garuda-mcp/testing';
import { describe, expect } from 'vitest';
import { proves } from '../../support/proves.ts';
import { onStage } from './flow.ts';
import { expectNoViolation, failureOf } from './seen.ts';

/** What the issuer says of `iss`, and what the answer has. */
const table: readonly {
  readonly why: string;
  readonly deviations: readonly SignInDeviation[];
  readonly iss?: boolean;
  readonly goesOn: boolean;
}[] = [
  { why: 'promised, and right', deviations: [], goesOn: true },
  { why: 'promised, and not there', deviations: ['iss-missing'], goesOn: false },
  { why: 'promised, and of another', deviations: ['iss-wrong'], goesOn: false },
  { why: 'promised, and with a slash more', deviations: ['iss-normalized'], goesOn: false },
  { why: 'not promised, and right', deviations: ['iss-not-advertised'], goesOn: true },
  {
    why: 'not promised, and of another',
    deviations: ['iss-not-advertised', 'iss-wrong'],
    goesOn: false,
  },
  { why: 'not promised, and not there', deviations: [], iss: false, goesOn: true },
];

describe('the issuer of an answer', () => {
  for (const { why, deviations, iss, goesOn } of table) {
    proves(['AUTH-50', 'AUTH-51', 'AUTH-43', 'G-20'], why, async () => {
      const servers: SignInOptions = { deviations, ...(iss !== undefined && { issuer: { iss } }) };
      await onStage({ servers }, async ({ signIn, join }) => {
        if (goesOn) await join();
        else expect(await failureOf(join())).toMatchObject({ code: 'WRONG_ANSWER' });
        expect(signIn.at('authorization')).toHaveLength(1);
        expect(signIn.at('token')).toHaveLength(goesOn ? 1 : 0);
        expectNoViolation(signIn);
      });
    });
  }

  proves('AUTH-52', 'an error with a wrong issuer is not shown', async () => {
    await onStage({ servers: { deviations: ['iss-wrong'] } }, async ({ signIn, join }) => {
      const fault = {
        kind: 'refuse',
        error: 'made_up_error',
        description: 'made-up words',
      } as const;
      signIn.misbehave({ on: 'authorization' }, fault);
      const error = await failureOf(join());
      expect(error).toMatchObject({ code: 'WRONG_ANSWER' });
      expect(inspect(error, { depth: Infinity })).not.toMatch(/made.up/u);
    });
  });
});

describe('the state of an answer', () => {
  for (const deviation of ['state-wrong', 'state-missing'] as const) {
    proves('AUTH-42', deviation, async () => {
      await onStage(
        { servers: { deviations: [deviation] }, code: { timeoutMs: 300 } },
        async ({ signIn, join }) => {
          expect((await failureOf(join())).code).toMatch(/^(?:WRONG_ANSWER|TIMED_OUT)$/u);
          expect(signIn.at('token')).toEqual([]);
          expectNoViolation(signIn);
        },
      );
    });
  }
});

proves('G-19', 'a person who says no: the code of the error, and not its words', async () => {
  await onStage({ servers: { deviations: ['errors-poisoned'] } }, async ({ signIn, join }) => {
    signIn.misbehave({ on: 'authorization' }, { kind: 'refuse', error: 'access_denied' });
    const error = await failureOf(join());
    expect(error).toMatchObject({ code: 'AUTHORIZATION_REFUSED', oauthError: 'access_denied' });
    expect(error.message).not.toMatch(/\p{Cc}|<script|evil\.example/u);
    expect(error.message.length).toBeLessThan(1_000);
    expect(signIn.at('token')).toEqual([]);
  });
});

proves('G-17', 'a person who skips is not asked again at once', async () => {
  await onStage({ code: { openPage: () => Promise.resolve('skipped') } }, async (stage) => {
    expect(await failureOf(stage.join())).toMatchObject({ code: 'SKIPPED' });
    expect(stage.signIn.at('authorization')).toEqual([]);
  });
});
