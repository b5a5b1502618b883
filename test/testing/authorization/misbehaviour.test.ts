import {
  scriptedSignIn,
  type ScriptedSignIn,
  type SignInFault,
  type SignInOptions,
  type SignInPlace,
} from 'garuda-mcp/testing';
import { describe, expect, test } from 'vitest';
import {
  answerTo,
  authorizeUrl,
  bearer,
  callMcp,
  newPkce,
  refresh,
  registered,
  signedIn,
} from './raw-client.ts';

const resourceAt = (path: string) => (signIn: ScriptedSignIn) =>
  fetch(new URL(path, signIn.url), { redirect: 'manual' });
const issuerAt = (path: string) => (signIn: ScriptedSignIn) =>
  fetch(new URL(path, signIn.issuer), { redirect: 'manual' });

/** How each place of metadata is asked. */
interface MetadataPlace {
  readonly on: SignInPlace;
  readonly ask: (signIn: ScriptedSignIn) => Promise<Response>;
  readonly options?: SignInOptions;
}

const metadataPlaces: readonly MetadataPlace[] = [
  {
    on: 'resource-metadata-at-path',
    ask: resourceAt('/.well-known/oauth-protected-resource/mcp'),
  },
  {
    on: 'resource-metadata-at-root',
    ask: resourceAt('/.well-known/oauth-protected-resource'),
    options: { resource: { metadata: 'at-root' } },
  },
  {
    on: 'resource-metadata',
    ask: resourceAt('/own/place'),
    options: { resource: { metadata: '/own/place' } },
  },
  { on: 'oauth-metadata', ask: issuerAt('/.well-known/oauth-authorization-server') },
  {
    on: 'oidc-metadata',
    ask: issuerAt('/.well-known/openid-configuration'),
    options: { issuer: { metadata: ['oidc-metadata'] } },
  },
  {
    on: 'oidc-metadata-appended',
    ask: issuerAt('/t/.well-known/openid-configuration'),
    options: { issuer: { path: '/t', metadata: ['oidc-metadata-appended'] } },
  },
];

describe.each(metadataPlaces)('$on', ({ on, ask, options }) => {
  test.each([401, 403, 404, 405, 406, 500])('can answer %i, once', async (status) => {
    await using signIn = await scriptedSignIn(options);
    const meets = signIn.misbehave({ on, times: 1 }, { kind: 'status', status });
    expect((await ask(signIn)).status).toBe(status);
    expect(meets.met).toBe(1);
    expect((await ask(signIn)).status).toBe(200);
  });

  test('can be a page, another address, nothing that is JSON, or too large', async () => {
    await using signIn = await scriptedSignIn(options);
    const next = (fault: SignInFault): Promise<Response> => {
      signIn.misbehave({ on, times: 1 }, fault);
      return ask(signIn);
    };
    const page = await next({ kind: 'page' });
    expect(page.headers.get('content-type')).toContain('text/html');
    const away = await next({ kind: 'redirect', to: 'http://127.0.0.1:1/', status: 302 });
    expect(away.headers.get('location')).toBe('http://127.0.0.1:1/');
    await expect((await next({ kind: 'malformed' })).json()).rejects.toThrow('JSON');
    const huge = await (await next({ kind: 'huge', bytes: 2_000_000 })).text();
    expect(huge).toHaveLength(2_000_000);
    expect(JSON.parse(huge)).not.toEqual({});
    const edited = await next({ kind: 'edit', edit: (was) => ({ ...was, extra: 1 }) });
    expect(await edited.json()).toMatchObject({ extra: 1 });
    const cut = await next({ kind: 'cut', afterBytes: 5, how: 'reset' });
    await expect(cut.text()).rejects.toThrow('terminated');
  });

  test('can have no end, or not come at all', async () => {
    await using signIn = await scriptedSignIn(options);
    signIn.misbehave({ on, times: 1 }, { kind: 'endless' });
    const { body } = await ask(signIn);
    const reader = body!.getReader();
    let size = 0;
    while (size < 5_000_000) size += (await reader.read()).value?.length ?? 0;
    await reader.cancel();
    const held = signIn.misbehave({ on, times: 1 }, { kind: 'hold' });
    const waiting = ask(signIn);
    await held.until();
    held.release();
    expect((await waiting).status).toBe(200);
    const lost = signIn.misbehave({ on, times: 1 }, { kind: 'drop' });
    const dropped = ask(signIn).catch((error: unknown) => error);
    await lost.until();
    await signIn[Symbol.asyncDispose]();
    expect(await dropped).toBeInstanceOf(TypeError);
  });
});

describe('the token endpoint', () => {
  test.each<{ readonly fault: SignInFault; readonly status: number }>([
    { fault: { kind: 'status', status: 429, headers: { 'Retry-After': '1' } }, status: 429 },
    { fault: { kind: 'status', status: 500 }, status: 500 },
    { fault: { kind: 'status', status: 503 }, status: 503 },
    { fault: { kind: 'page', status: 502 }, status: 502 },
    { fault: { kind: 'refuse', error: 'temporarily_unavailable', status: 503 }, status: 503 },
    { fault: { kind: 'refuse', error: 'invalid_grant' }, status: 400 },
    { fault: { kind: 'refuse', error: 'invalid_client' }, status: 401 },
  ])('refuses a refresh with $fault, and nothing is lost', async ({ fault, status }) => {
    await using signIn = await scriptedSignIn();
    const { client, tokens } = await signedIn(signIn);
    signIn.misbehave({ on: 'token', name: 'refresh_token', times: 1 }, fault);
    const { refresh_token: token = '' } = tokens;
    expect((await refresh(client, signIn, token)).status).toBe(status);
    expect((await refresh(client, signIn, token)).status).toBe(200);
    expect(signIn.violations).toEqual([]);
  });

  test('has done its work where the answer was lost', async () => {
    await using signIn = await scriptedSignIn();
    const { client, tokens } = await signedIn(signIn);
    signIn.misbehave({ on: 'token', nth: 1 }, { kind: 'cut' });
    const { refresh_token: token = '' } = tokens;
    const lost = await refresh(client, signIn, token);
    expect(await lost.text()).toBe('');
    expect((await refresh(client, signIn, token)).status).toBe(400);
    expect(signIn.violations).toMatchObject([{ rule: 'refresh-token-reused' }]);
  });
});

test('a person can say no', async () => {
  await using signIn = await scriptedSignIn();
  signIn.misbehave({ on: 'authorization' }, { kind: 'refuse', error: 'access_denied' });
  const client = await registered(signIn);
  const { challenge } = newPkce();
  const page = authorizeUrl(client, signIn, { code_challenge: challenge, state: 's' });
  expect(await answerTo(signIn, page)).toMatchObject({
    error: 'access_denied',
    state: 's',
    iss: signIn.issuer,
  });
});

test('a tool can be held back, and its server be gone', async () => {
  await using signIn = await scriptedSignIn();
  const { tokens } = await signedIn(signIn);
  const gone = { kind: 'status', status: 503 } as const;
  signIn.misbehave({ on: 'mcp', name: 'a' }, gone);
  expect((await callMcp(signIn.url, bearer(tokens), 'a')).status).toBe(503);
  expect((await callMcp(signIn.url, bearer(tokens), 'b')).status).toBe(200);
});
