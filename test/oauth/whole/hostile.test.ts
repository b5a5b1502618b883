import type { SignInDeviation, SignInOptions, SignInPlace } from 'garuda-mcp/testing';
import { describe, expect } from 'vitest';
import { proves } from '../../support/proves.ts';
import type { RowId } from '../../requirements/index.ts';
import { onStage } from './flow.ts';
import { expectNoViolation, failureOf, granted, placesOf } from './seen.ts';

/** Metadata that must not be used, and how far the client may go. */
const hostile: readonly {
  readonly deviation: SignInDeviation;
  readonly code: string;
  /** What the error says of it. */
  readonly says?: string;
  readonly rows: readonly RowId[];
}[] = [
  { deviation: 'resource-of-another', code: 'RESOURCE_MISMATCH', rows: ['AUTH-05'] },
  { deviation: 'issuer-of-another', code: 'ISSUER_MISMATCH', rows: ['AUTH-12'] },
  { deviation: 'pkce-not-advertised', code: 'PKCE_NOT_OFFERED', rows: ['AUTH-14'] },
  { deviation: 'pkce-plain-only', code: 'PKCE_NOT_OFFERED', rows: ['AUTH-14'] },
  {
    deviation: 'endpoints-script',
    code: 'NO_METADATA',
    says: 'javascript:',
    rows: ['AUTH-15', 'AUTH-45', 'W-59'],
  },
  {
    deviation: 'endpoints-file',
    code: 'NO_METADATA',
    says: 'file:',
    rows: ['AUTH-15', 'AUTH-45', 'W-59'],
  },
  {
    deviation: 'endpoints-private',
    code: 'NO_METADATA',
    says: '169.254.169.254',
    rows: ['AUTH-15', 'W-59'],
  },
  {
    deviation: 'endpoints-plain',
    code: 'NO_METADATA',
    says: 'plain.example.com',
    rows: ['AUTH-15', 'W-59'],
  },
];

describe('metadata that is not used', () => {
  for (const { deviation, code, says = '', rows } of hostile) {
    proves(rows, deviation, async () => {
      await onStage({ servers: { deviations: [deviation] } }, async ({ signIn, person, join }) => {
        const error = await failureOf(join());
        expect(error).toMatchObject({ code });
        expect(error.message).toContain(says);
        expect(person.pages).toEqual([]);
        expect(signIn.at('registration')).toEqual([]);
        expect(signIn.at('token')).toEqual([]);
        expectNoViolation(signIn);
      });
    });
  }

  proves('AUTH-14', 'PKCE that is not advertised, by the name that puts up with it', async () => {
    const servers: SignInOptions = { deviations: ['pkce-not-advertised'] };
    await onStage({ servers }, async ({ join }) => {
      expect((await failureOf(join())).message).toContain('pkceNotAdvertised');
    });
    await onStage(
      { servers, oauth: { tolerances: { pkceNotAdvertised: true } } },
      async ({ signIn, join }) => {
        await join();
        expectNoViolation(signIn);
      },
    );
  });

  proves('W-53', 'an issuer whose empty path has a slash in one place', async () => {
    const servers: SignInOptions = { deviations: ['issuer-slash'], issuer: { iss: false } };
    await onStage({ servers }, async ({ signIn, join }) => {
      await join();
      expectNoViolation(signIn);
    });
    await onStage({ servers, oauth: { strict: true } }, async ({ join }) => {
      expect(await failureOf(join())).toMatchObject({ code: 'ISSUER_MISMATCH' });
    });
    const deep: SignInOptions = { ...servers, issuer: { iss: false, path: '/tenant1' } };
    await onStage({ servers: deep }, async ({ join }) => {
      expect(await failureOf(join())).toMatchObject({ code: 'ISSUER_MISMATCH' });
    });
  });
});

describe('one bad place does not end it', () => {
  const places: readonly (readonly [SignInPlace, SignInOptions])[] = [
    ['resource-metadata-at-path', { resource: { named: false, metadata: 'at-root' } }],
    ['oauth-metadata', { issuer: { metadata: ['oauth-metadata', 'oidc-metadata'] } }],
    [
      'oidc-metadata',
      { issuer: { path: '/t', metadata: ['oidc-metadata', 'oidc-metadata-appended'] } },
    ],
  ];
  for (const [on, servers] of places) {
    for (const status of [401, 403, 404, 405, 406, 500]) {
      proves('W-54', `${on} answers ${status}`, async () => {
        await onStage({ servers }, async ({ signIn, join }) => {
          signIn.misbehave({ on }, { kind: 'status', status });
          await join();
          expectNoViolation(signIn);
        });
      });
    }
    proves('W-54', `${on} answers with a page`, async () => {
      await onStage({ servers }, async ({ signIn, join }) => {
        signIn.misbehave({ on }, { kind: 'page' });
        await join();
        expectNoViolation(signIn);
      });
    });
  }

  proves('W-54', 'where all are bad, the error says what each answered', async () => {
    await onStage(
      { servers: { issuer: { path: '/t', metadata: [] } } },
      async ({ signIn, person, join }) => {
        signIn.misbehave({ on: 'oauth-metadata' }, { kind: 'status', status: 403 });
        signIn.misbehave({ on: 'oidc-metadata' }, { kind: 'status', status: 406 });
        signIn.misbehave({ on: 'oidc-metadata-appended' }, { kind: 'page' });
        const { message, code } = await failureOf(join());
        expect(code).toBe('NO_METADATA');
        expect(message).toMatch(/403[\s\S]*406/u);
        expect(person.pages).toEqual([]);
        expect(placesOf(signIn)).not.toContain('registration');
      },
    );
  });
});

describe('bounds', () => {
  for (const kind of ['endless', 'redirect'] as const) {
    for (const on of ['resource-metadata-at-path', 'oauth-metadata', 'token'] as const) {
      proves(['W-59', 'AUTH-06'], `${on}: ${kind}`, async () => {
        await onStage({}, async ({ signIn, join }) => {
          const to = `${new URL(signIn.issuer).origin}/elsewhere`;
          signIn.misbehave({ on }, kind === 'endless' ? { kind } : { kind, to });
          await failureOf(join());
          expect(signIn.at('elsewhere')).toEqual([]);
          expect(granted(signIn, 'authorization_code').length).toBeLessThanOrEqual(1);
        });
      });
    }
  }
});
