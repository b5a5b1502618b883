import { createServer } from 'node:http';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, http, type Client } from 'garuda-mcp';
import { guardedFetch, fileStore } from 'garuda-mcp/oauth/node';
import { scriptedServer, scriptedSignIn, type ScriptedSignIn } from 'garuda-mcp/testing';
import { describe, expect, test } from 'vitest';
import { pageFault } from '../../../src/garuda/sign-in/page-policy.ts';
import { signInKey, signInTo } from '../../../src/garuda/sign-in/server-sign-in.ts';
import type { SignInAsk } from '../../../src/garuda/sign-in/sign-in-question.ts';
import type { RemoteServer } from '../../../src/garuda/registry/definition.ts';
import { failureOf } from '../../oauth/whole/seen.ts';
import { proves } from '../../support/proves.ts';
import { remote } from '../some-server.ts';

const me = { name: 'garuda', version: '1' };

interface Stage {
  readonly signIn: ScriptedSignIn;
  readonly file: string;
  readonly asked: SignInAsk[];
  readonly shown: string[];
  /** What the person says to the question. */
  says: boolean;
  readonly credentials: (more?: Partial<RemoteServer>) => ReturnType<typeof signInTo>;
  readonly join: (more?: Partial<RemoteServer>) => Promise<Client>;
}

async function onStage(
  options: Parameters<typeof scriptedSignIn>[0],
  act: (stage: Stage) => Promise<void>,
): Promise<void> {
  const home = await mkdtemp(join(tmpdir(), 'garuda-sign-in-'));
  const server = scriptedServer({ tools: [{ tool: { name: 'read' }, call: () => 'read' }] });
  await using web = await server.overHttp();
  await using signIn = await scriptedSignIn({ ...options, resource: { behind: web } });
  await using guarded = guardedFetch({ level: 'ordinary' });
  const file = join(home, 'mcp-auth.json');
  const clients: Client[] = [];
  const stage: Stage = {
    signIn,
    file,
    asked: [],
    shown: [],
    says: true,
    credentials: (more) =>
      signInTo(remote('x', { url: signIn.url, ...more }), {
        store: fileStore(file),
        projectRoot: '/p',
        environment: {},
        fetch: guarded.fetch,
        interactive: true,
        people: {
          wants: async (question) => {
            stage.asked.push(question);
            return stage.says;
          },
          show: (_server, url) => {
            stage.shown.push(url);
            // The browser of a person who agrees.
            void signIn.browse(url).then((answer) => fetch(answer ?? ''));
          },
          tell: () => {},
        },
      }),
    join: async (more) => {
      const client = await connect(http(signIn.url, { credentials: stage.credentials(more) }), me);
      clients.push(client);
      return client;
    },
  };
  try {
    await act(stage);
    expect(signIn.violations).toEqual([]);
  } finally {
    await Promise.all(clients.map((client) => client.close()));
    await rm(home, { recursive: true });
  }
}

/** What a client was registered with. */
function registered({ signIn }: Stage): readonly Readonly<Record<string, unknown>>[] {
  return signIn.at('registration').map(({ parameters }) => parameters as Record<string, unknown>);
}

describe('who signs in', () => {
  proves('G-16', 'is the public client Garuda, at a port that it keeps', async () => {
    await onStage({}, async (stage) => {
      await stage.join();
      const [registration] = registered(stage);
      expect(JSON.stringify(registration)).toContain('Garuda');
      expect(JSON.stringify(registration)).toContain('"token_endpoint_auth_method":"none"');
      const [page = ''] = stage.shown;
      const callback = new URL(page).searchParams.get('redirect_uri') ?? '';
      expect(callback).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/);
      // Its tokens are of no use any more: a new sign-in comes to the same place, with the same client.
      stage.signIn.expireTokens();
      stage.signIn.forgetRefreshTokens();
      const again = await stage.join();
      await again.callTool('read');
      expect(new URL(stage.shown[1] ?? '').searchParams.get('redirect_uri')).toBe(callback);
      expect(registered(stage)).toHaveLength(1);
      // A port that is taken meanwhile costs a new registration.
      const squatter = createServer().listen(Number(new URL(callback).port), '127.0.0.1');
      await once(squatter, 'listening');
      stage.signIn.expireTokens();
      stage.signIn.forgetRefreshTokens();
      await stage.join();
      expect(new URL(stage.shown[2] ?? '').searchParams.get('redirect_uri')).not.toBe(callback);
      expect(registered(stage)).toHaveLength(2);
      squatter.close();
    });
  });

  proves('G-17', 'is asked first: where, on whose page, and back to where', async () => {
    await onStage({}, async (stage) => {
      await stage.join();
      const [question] = stage.asked;
      expect(question).toMatchObject({
        server: 'x',
        url: stage.signIn.url,
        pageOrigin: new URL(stage.signIn.issuer).origin,
      });
      expect(question?.callback).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/);
    });
  });

  proves('G-17', 'and may skip it', async () => {
    await onStage({}, async (stage) => {
      stage.says = false;
      expect(await failureOf(stage.join())).toMatchObject({ code: 'SKIPPED' });
      expect(stage.shown).toEqual([]);
      expect(stage.signIn.at('authorization')).toEqual([]);
    });
  });
});

describe('pages that are opened', () => {
  const cases: readonly (readonly [string, 'user' | 'project', boolean])[] = [
    ['https://as.example/authorize', 'user', true],
    ['https://as.example/authorize', 'project', true],
    ['http://127.0.0.1:8080/authorize', 'user', true],
    ['http://localhost/authorize', 'user', true],
    ['http://[::1]/authorize', 'user', true],
    ['http://127.0.0.1:8080/authorize', 'project', false],
    ['http://as.example/authorize', 'user', false],
    ['http://127.0.0.1.evil.example/', 'user', false],
    ['http://localhost.evil.example/', 'user', false],
    ['javascript:alert(1)', 'user', false],
    ['file:///etc/passwd', 'user', false],
    ['data:text/html,x', 'user', false],
    ['no URL', 'user', false],
  ];
  for (const [url, scope, isFine] of cases) {
    proves('G-18', `${url} of a ${scope}: ${isFine}`, () => {
      expect(pageFault(url, scope) === undefined).toBe(isFine);
    });
  }
});

describe('what comes back', () => {
  proves('G-19', 'an error shows its short code, and not what the server says of it', async () => {
    await onStage({ deviations: [] }, async (stage) => {
      const words = 'words that the server made up';
      const deny = { kind: 'refuse', error: 'access_denied', description: words } as const;
      stage.signIn.misbehave({ on: 'authorization' }, deny);
      const error = await failureOf(stage.join());
      expect(error.message).toContain('access_denied');
      expect(error.message).not.toContain(words);
    });
  });

  proves('G-21', 'is kept for its scope, name, URL and issuer, for the user alone', async () => {
    await onStage({}, async (stage) => {
      await stage.join();
      const text = await readFile(stage.file, 'utf8');
      expect(text).toContain(`user::x::${stage.signIn.url}`);
      expect(text).toContain(JSON.stringify(stage.signIn.issuer).slice(1, -1));
      const mode = (path: string): Promise<string> =>
        stat(path).then((found) => (found.mode & 0o777).toString(8));
      expect(await mode(stage.file)).toBe('600');
      expect(
        (await readdir(join(stage.file, '..'))).filter((name) => name.endsWith('.tmp')),
      ).toEqual([]);
      // Another scope, or another name, has a sign-in of its own.
      await stage.join();
      expect(stage.asked).toHaveLength(1);
      await stage.join({ name: 'y' });
      expect(stage.asked).toHaveLength(2);
    });
  });

  proves('G-21', 'belongs to one project, or to the user', () => {
    const server = { name: 'x', url: 'https://mcp.example/mcp' };
    const keys = [
      signInKey({ ...server, scope: 'user' }, '/p'),
      signInKey({ ...server, scope: 'project' }, '/p'),
      signInKey({ ...server, scope: 'project' }, '/q'),
    ];
    expect(keys).toEqual([
      'user::x::https://mcp.example/mcp',
      '/p::x::https://mcp.example/mcp',
      '/q::x::https://mcp.example/mcp',
    ]);
  });

  proves('G-21', 'is refreshed without a question', async () => {
    await onStage({}, async (stage) => {
      const client = await stage.join();
      stage.signIn.expireTokens();
      await client.callTool('read');
      expect(stage.asked).toHaveLength(1);
    });
  });

  proves('G-22', 'is revoked and gone after a log-out, and asked for anew', async () => {
    await onStage({}, async (stage) => {
      await stage.join();
      const credentials = stage.credentials();
      expect(await credentials.signOut(stage.signIn.url)).toBe(true);
      expect(stage.signIn.at('revocation').length).toBeGreaterThan(0);
      expect(await stage.credentials().status(stage.signIn.url)).toEqual({ signedIn: false });
      await stage.join();
      expect(stage.asked).toHaveLength(2);
    });
  });
});

test('what the user has configured for a server is used: client, scopes, tolerances', async () => {
  const client = { clientId: 'known', redirectUris: ['http://127.0.0.1/callback'] };
  await onStage({ issuer: { registration: false, clients: [client] } }, async (stage) => {
    const auth = {
      clientId: 'known',
      clientSecretEnv: undefined,
      clientMetadataUrl: undefined,
      scopes: ['a', 'b'],
      grant: 'authorization_code',
      tolerances: ['pkceNotAdvertised'],
    } as const;
    await stage.join({ auth });
    const asked = new URL(stage.shown[0] ?? '').searchParams;
    expect([asked.get('client_id'), asked.get('scope')]).toEqual(['known', 'a b']);
  });
});
