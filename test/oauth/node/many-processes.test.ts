import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, expect, onTestFinished } from 'vitest';
import type { TokenSet } from '../../../src/oauth/keeping/entry.ts';
import { KeptEntry } from '../../../src/oauth/keeping/kept-entry.ts';
import { refreshOnce } from '../../../src/oauth/keeping/refresh-once.ts';
import { fileStore } from '../../../src/oauth/node/index.ts';
import { countOf } from '../../fixtures/oauth/increment.ts';
import { buildStoreProgram, StoreProgram } from '../../fixtures/oauth/store-program.ts';
import { proves } from '../../support/proves.ts';
import { issuer, serverKey, someEntry, someTokens } from '../keeping/some-entry.ts';

const root = await mkdtemp(join(tmpdir(), 'garuda-many-'));
afterAll(() => rm(root, { recursive: true, force: true }));

const [incrementsProgram, refreshesProgram] = await Promise.all([
  buildStoreProgram('increments'),
  buildStoreProgram('refreshes'),
]);

proves(
  ['W-50', 'AUTH-65'],
  'twenty clients of one program, each with its own store object for the same file, cause one refresh',
  async () => {
    const path = join(root, 'clients', 'auth.json');
    const clients = Array.from({ length: 20 }, () => new KeptEntry(fileStore(path), serverKey));
    await clients[0]!.update(() => someEntry(tokensOf(1)));
    const asked: (string | undefined)[] = [];
    const refresh = async ({ refreshToken }: TokenSet): Promise<TokenSet> => {
      asked.push(refreshToken);
      return tokensOf(2);
    };
    const order = { issuer, held: tokensOf(1), refresh, signal: undefined };
    const calls = clients.flatMap((kept) =>
      Array.from({ length: 5 }, () => refreshOnce({ ...order, kept })),
    );
    for (const tokens of await Promise.all(calls)) expect(tokens).toEqual(tokensOf(2));
    expect(asked).toEqual(['refresh-1']);
  },
);

/** A token endpoint whose refresh tokens serve once. */
async function openTokenEndpoint(): Promise<{ readonly url: string; readonly spent: string[] }> {
  const spent: string[] = [];
  const answer = (refreshToken: string): object => {
    const isSpent = spent.includes(refreshToken);
    spent.push(refreshToken);
    const number = Number(refreshToken.slice('refresh-'.length));
    return isSpent ? { error: 'invalid_grant' } : tokensOf(number + 1);
  };
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const refreshToken = new URLSearchParams(body).get('refresh_token') ?? '';
      response.end(JSON.stringify(answer(refreshToken)));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/token`, spent };
}

function tokensOf(number: number): TokenSet {
  return someTokens({
    accessToken: `access-${number}`,
    refreshToken: `refresh-${number}`,
    issuedAt: number,
  });
}

proves(
  'AUTH-65',
  'what eight processes write at the same time is all there',
  async () => {
    const path = join(root, 'counts', 'auth.json');
    const programs = Array.from(
      { length: 8 },
      () => new StoreProgram(incrementsProgram, [path, 200]),
    );
    for (const program of programs) expect(await program.ended).toEqual({ code: 0, signal: null });
    const counts = programs.flatMap(({ lines }) => lines.map(Number)).toSorted((a, b) => a - b);
    expect(counts).toEqual(Array.from({ length: 1_600 }, (_, index) => index + 1));
    expect(countOf((await fileStore(path).read('count'))?.value)).toBe(1_600);
    expect(await readdir(join(path, '..'))).toEqual(['auth.json']);
  },
  240_000,
);

proves(
  ['W-50', 'AUTH-65'],
  'twenty processes of two clients of five calls meet an expired set: one refresh each time, and its result for all',
  async () => {
    const path = join(root, 'tokens', 'auth.json');
    const kept = new KeptEntry(fileStore(path), serverKey);
    await kept.update(() => someEntry(tokensOf(1)));
    const { url, spent } = await openTokenEndpoint();
    const programs = Array.from(
      { length: 20 },
      () => new StoreProgram(refreshesProgram, [path, serverKey, issuer, url]),
    );
    for (const program of programs) expect(await program.line(1)).toBe('ready');
    for (let round = 1; round <= 5; round += 1) {
      for (const program of programs) program.say('expired');
      const outcome = JSON.stringify([JSON.stringify(tokensOf(round + 1))]);
      for (const program of programs) expect(await program.line(round + 1)).toBe(outcome);
      expect(spent).toEqual(Array.from({ length: round }, (_, index) => `refresh-${index + 1}`));
    }
    for (const program of programs) program.say('enough');
    for (const program of programs) expect(await program.ended).toEqual({ code: 0, signal: null });
    expect((await kept.read()).issuers[issuer]?.tokens).toEqual(tokensOf(6));
    expect(await readdir(join(path, '..'))).toEqual(['auth.json']);
  },
  240_000,
);
