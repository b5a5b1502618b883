import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { proves } from '../../support/proves.ts';
import { ensureInstalled } from '../ensure-installed.mjs';
import { servers } from '../reference-servers.mjs';
import { startHttpServer } from '../start-http-server.mjs';
import { runSingleExecutable, singleExecutable } from './single-executable.mjs';

proves(
  'H-19',
  'a single-executable application calls servers over HTTP, in both eras, and over stdio',
  async () => {
    await ensureInstalled();
    const folder = await mkdtemp(join(tmpdir(), 'garuda-single-'));
    const server = await startHttpServer('both-eras');
    try {
      const program = await singleExecutable(folder);
      const { command, args } = servers['both-eras'];
      expect(await runSingleExecutable(program, [server.url, command, ...args], folder)).toEqual([
        expect.objectContaining({ revision: '2026-07-28', said: 'from auto: 你好' }),
        expect.objectContaining({ revision: '2025-11-25', said: 'from legacy: 你好' }),
        { said: 'from stdio: 你好' },
      ]);
    } finally {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    }
  },
  600_000,
);
