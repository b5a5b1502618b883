import { inspect } from 'node:util';
import type { ScriptedSignIn, SignInDeviation, SignInFault, SignInPlace } from 'garuda-mcp/testing';
import { expect, test } from 'vitest';
import { onStage } from './flow.ts';

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

test('a person is shown no secret but what is in the page', async () => {
  await onStage({}, async ({ signIn, person, join }) => {
    await join();
    const shown = inspect(person.pages, { depth: Infinity });
    for (const word of secretsOf(signIn)) expect(shown).not.toContain(word);
  });
});
