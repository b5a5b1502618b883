import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, vi } from 'vitest';
import { proves } from '../../support/proves.ts';
import { runCommand } from './run-command.ts';

vi.setConfig({ testTimeout: 60_000 });

const server = fileURLToPath(new URL('../../fixtures/garuda/sandbox/does.mjs', import.meta.url));

/** The files that a run of the command loaded, as the coverage of V8 lists them. */
async function loadedBy(...args: readonly string[]): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'garuda-loads-'));
  try {
    const { exitCode } = await runCommand(args, { env: { NODE_V8_COVERAGE: folder } });
    expect(exitCode).toBe(0);
    const reports = await Promise.all(
      (await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')),
    );
    const urls = reports.flatMap((text) => {
      const { result } = JSON.parse(text) as { result: { url: string }[] };
      return result.map(({ url }) => url);
    });
    const files = urls.filter((url) => url.startsWith('file:')).map((url) => fileURLToPath(url));
    return [...new Set(files)].filter((path) => !path.endsWith('does.mjs'));
  } finally {
    await rm(folder, { recursive: true });
  }
}

proves(
  'W-72',
  'a call to a local server loads what it needs, and nothing of the rest',
  async () => {
    const body = 'body=return 1';
    const files = await loadedBy('call', 'does', body, '--', process.execPath, server);
    const texts = await Promise.all(files.map((path) => readFile(path, 'utf8')));
    const all = texts.join('');
    // Words of the rooms that this call has no use for: the host, the registry, the sign-in.
    for (const word of ['--unshare-pid', 'mcpServers', 'code_challenge_method'])
      expect(all).not.toContain(word);
    // undici is one.
    expect(files.filter((path) => path.includes('node_modules'))).toEqual([]);
    const sizes = await Promise.all(files.map(async (path) => (await stat(path)).size));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(560_000);
  },
);
