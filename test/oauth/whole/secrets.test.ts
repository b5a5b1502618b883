import { inspect } from 'node:util';
import { connect, http } from 'garuda-mcp';
import { authorizationCode, oauth } from 'garuda-mcp/oauth';
import {
  tap,
  type ScriptedSignIn,
  type SignInDeviation,
  type SignInFault,
  type SignInOptions,
  type SignInPlace,
} from 'garuda-mcp/testing';
import { describe, expect, test } from 'vitest';
import { onStage } from './flow.ts';
import { me } from './seen.ts';

/** Members of requests and answers that nobody may read. */
const secret = [
  'access_token',
  'refresh_token',
  'code',
  'code_verifier',
  'client_secret',
  'client_assertion',
  'assertion',
];

/** What proves that a key is there: of use to nobody for long, and still nobody's business. */
function proofsOf({ requests }: ScriptedSignIn): readonly string[] {
  return requests.flatMap(({ headers }) => headers['dpop'] ?? []);
}

/** All secrets that went over the wire to the servers. */
function secretsOf({ requests }: ScriptedSignIn): readonly string[] {
  const sent = requests.flatMap(({ parameters, headers }) => [
    ...secret.flatMap((name) => parameters[name] ?? []),
    ...(headers['authorization']?.split(' ').slice(1) ?? []),
  ]);
  return [...new Set(sent)];
}

interface Wrong {
  readonly why: string;
  readonly deviation?: SignInDeviation;
  readonly place?: SignInPlace;
  readonly name?: string;
  readonly fault?: SignInFault;
}

const wrongs: readonly Wrong[] = [
  { why: 'the code is refused', place: 'token', fault: { kind: 'refuse', error: 'invalid_grant' } },
  { why: 'the answer is no JSON', place: 'token', fault: { kind: 'malformed' } },
  { why: 'the answer is a page', place: 'token', fault: { kind: 'page' } },
  {
    why: 'the answer is cut',
    place: 'token',
    fault: { kind: 'cut', afterBytes: 40, how: 'reset' },
  },
  { why: 'the token type is odd', deviation: 'token-type-odd' },
  { why: 'the issuer is wrong', deviation: 'iss-wrong' },
  { why: 'every token is refused', deviation: 'tokens-refused' },
  {
    why: 'the server repeats what it got',
    place: 'token',
    fault: { kind: 'refuse', error: 'invalid_grant', description: 'said {code}' },
  },
];

test.each(wrongs)(
  'nothing secret is in the error where $why',
  async ({ deviation, place, fault }) => {
    const deviations = deviation === undefined ? [] : [deviation];
    await onStage({ servers: { deviations } }, async ({ signIn, join }) => {
      if (place !== undefined && fault !== undefined) signIn.misbehave({ on: place }, fault);
      const error: unknown = await join().catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(Error);
      const words = inspect(error, { depth: Infinity, showHidden: true });
      const secrets = secretsOf(signIn);
      expect(deviation === 'iss-wrong' || secrets.length > 0).toBe(true);
      for (const word of secrets) expect(words).not.toContain(word);
    });
  },
);

test('nothing secret is in the error of a refresh', async () => {
  await onStage({}, async ({ signIn, join }) => {
    const client = await join();
    signIn.expireTokens();
    signIn.misbehave({ on: 'token', name: 'refresh_token' }, { kind: 'page', status: 500 });
    const error: unknown = await client.callTool('read').catch((reason: unknown) => reason);
    const words = inspect(error, { depth: Infinity, showHidden: true });
    const secrets = secretsOf(signIn);
    expect(secrets.length).toBeGreaterThan(3);
    for (const word of secrets) expect(words).not.toContain(word);
  });
});

describe.each(['legacy', 'modern'] as const)('a whole sign-in to a server of the %s era', (era) => {
  const revision = era === 'legacy' ? '2025-11-25' : '2026-07-28';
  const ways: Readonly<Record<string, NonNullable<SignInOptions['issuer']>>> = {
    bearer: {},
    'bound to a key': { dpop: 'required', nonces: true },
    pushed: { pushing: 'required' },
  };

  test.each(Object.entries(ways))(
    'leaves nothing secret in its wire log: %s',
    async (_, issuer) => {
      const lines: string[] = [];
      const reports: unknown[] = [];
      await onStage({ servers: { issuer }, script: { revision } }, async (stage) => {
        const { signIn, store, person } = stage;
        const credentials = oauth({
          grant: authorizationCode({ ...person, clientName: 'whole' }),
          store,
          allowInsecureLoopback: true,
        });
        const target = tap(http(signIn.url, { credentials }), (line) => lines.push(line));
        const onReport = (report: unknown): number => reports.push(report);
        const client = await connect(target, me, { onReport });
        await client.callTool('read');
        signIn.expireTokens();
        await client.callTool('read');
        const seen = inspect([client, credentials, target], { depth: Infinity, showHidden: true });
        await client.close();
        await credentials.signOut(signIn.url);
        const secrets = [...secretsOf(signIn), ...proofsOf(signIn)];
        // A code, a verifier, a refresh token, and access tokens of two generations at least.
        expect(secrets.length).toBeGreaterThan(4);
        const told = `${lines.join('')}${inspect(reports, { depth: Infinity })}${seen}`;
        for (const word of secrets) expect(told).not.toContain(word);
      });
      expect(lines.filter((line) => line.includes('"authorization"')).length).toBeGreaterThan(2);
    },
  );
});

test('a person is shown no secret but what is in the page', async () => {
  await onStage({}, async ({ signIn, person, join }) => {
    await join();
    const shown = inspect(person.pages, { depth: Infinity });
    for (const word of secretsOf(signIn)) expect(shown).not.toContain(word);
  });
});
