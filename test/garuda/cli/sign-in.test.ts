import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { scriptedServer, scriptedSignIn } from 'garuda-mcp/testing';
import { expect, test, vi } from 'vitest';
import { RunningCommand, runCommand, type Ended } from './run-command.ts';
import { proves } from '../../support/proves.ts';

// Each runs the command several times.
vi.setConfig({ testTimeout: 60_000 });

const add = { name: 'add', inputSchema: { type: 'object' } } as const;

/** A server that wants a sign-in, and a folder for what is kept. */
async function onStage(
  options: Parameters<typeof scriptedSignIn>[0],
  act: (stage: Stage) => Promise<void>,
): Promise<void> {
  const home = await mkdtemp(join(tmpdir(), 'garuda-home-'));
  const server = scriptedServer({ tools: [{ tool: add, call: () => 'done' }] });
  await using web = await server.overHttp();
  await using signIn = await scriptedSignIn({
    ...options,
    resource: { behind: web, ...options?.resource },
  });
  try {
    await act({ signIn, home, env: { GARUDA_HOME: join(home, 'garuda') } });
    expect(signIn.violations).toEqual([]);
  } finally {
    await rm(home, { recursive: true });
  }
}

interface Stage {
  readonly signIn: Awaited<ReturnType<typeof scriptedSignIn>>;
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Runs a command, and plays the browser at the page whose address it prints. */
async function signingIn(args: readonly string[], { env, signIn }: Stage): Promise<Ended> {
  const command = new RunningCommand(args, { env });
  await command.said('open this page within five minutes: ');
  const page = /five minutes: (\S+)/.exec(command.stderr)?.[1] ?? '';
  expect(new URL(page).origin).toBe(new URL(signIn.issuer).origin);
  const sent = await fetch(page, { redirect: 'manual' });
  const back = await fetch(sent.headers.get('location') ?? '');
  expect(back.status).toBe(200);
  return await command.ended();
}

proves(
  ['AUTH-45', 'W-57'],
  'login prints the page, and what comes after it needs none',
  async () => {
    await onStage({}, async (stage) => {
      const { signIn, env } = stage;
      const login = await signingIn(['login', signIn.url], stage);
      expect(login).toMatchObject({ exitCode: 0 });
      expect(login.stdout).toContain(`signed in at ${signIn.issuer}`);
      const tools = await runCommand(['tools', signIn.url], { env });
      expect(tools).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('add') });
      const again = await runCommand(['login', signIn.url, '--json'], { env });
      expect(JSON.parse(again.stdout)).toMatchObject({ signedIn: true, issuer: signIn.issuer });
    });
  },
);

proves('W-50', 'a token that expired is refreshed without a question', async () => {
  await onStage({}, async (stage) => {
    const { signIn, env } = stage;
    await signingIn(['login', signIn.url], stage);
    signIn.expireTokens();
    expect(await runCommand(['tools', signIn.url], { env })).toMatchObject({ exitCode: 0 });
    expect(signIn.at('authorization')).toHaveLength(1);
  });
});

test('logout forgets and revokes, and the next use needs a sign-in', async () => {
  await onStage({}, async (stage) => {
    const { signIn, env } = stage;
    await signingIn(['login', signIn.url], stage);
    const logout = await runCommand(['logout', signIn.url, '--json'], { env });
    expect(JSON.parse(logout.stdout)).toEqual({
      url: signIn.url,
      signedOut: true,
      revoked: true,
    });
    const tools = await runCommand(['tools', signIn.url], { env });
    expect(tools).toMatchObject({ exitCode: 4 });
    expect(tools.stderr).toContain('garuda-mcp login');
    const nothing = await runCommand(['logout', signIn.url], { env });
    expect(nothing).toMatchObject({ exitCode: 0, stdout: 'there was no sign-in\n' });
  });
});

test('without a person at the terminal nobody is asked, and nothing waits', async () => {
  await onStage({}, async ({ signIn, env }) => {
    const tools = await runCommand(['tools', signIn.url, '--json'], { env });
    expect(tools.exitCode).toBe(4);
    expect(JSON.parse(tools.stdout)).toMatchObject({ error: { code: 'CREDENTIALS_FAILED' } });
    expect(signIn.at('authorization')).toHaveLength(0);
  });
});

test('a person who says no ends it with 5', async () => {
  await onStage({}, async (stage) => {
    const { signIn } = stage;
    signIn.misbehave({ on: 'authorization' }, { kind: 'refuse', error: 'access_denied' });
    const login = await signingIn(['login', signIn.url], stage);
    expect(login).toMatchObject({ exitCode: 5 });
    expect(login.stderr).toContain('access_denied');
  });
});

test('a device code is shown where the server has them', async () => {
  await onStage(
    {
      issuer: {
        grants: [
          'authorization_code',
          'refresh_token',
          'urn:ietf:params:oauth:grant-type:device_code',
        ],
      },
    },
    async (stage) => {
      const { signIn, env } = stage;
      const command = new RunningCommand(['login', signIn.url], { env });
      await command.said('enter the code ');
      signIn.decideDevices('allowed');
      expect(await command.ended()).toMatchObject({ exitCode: 0 });
    },
  );
});

test('what is kept is for nobody else, and no output has a secret', async () => {
  await onStage({}, async (stage) => {
    const { signIn, env, home } = stage;
    const login = await signingIn(['login', signIn.url, '--verbose'], stage);
    const file = join(home, 'garuda', 'mcp-auth.json');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await stat(join(home, 'garuda'))).mode & 0o777).toBe(0o700);
    expect(await readdir(join(home, 'garuda'))).toContain('mcp-auth.json');
    const kept = await readFile(file, 'utf8');
    const secrets = [
      ...kept.matchAll(/"(?:accessToken|refreshToken|clientSecret)\\?":\s*\\?"([^"\\]+)/g),
    ].map(([, text]) => text ?? '');
    expect(secrets.length).toBeGreaterThan(1);
    const tools = await runCommand(['tools', signIn.url, '--verbose', '--json'], { env });
    for (const secret of secrets) {
      for (const { stdout, stderr } of [login, tools]) {
        expect(stdout).not.toContain(secret);
        expect(stderr).not.toContain(secret);
      }
    }
  });
});
