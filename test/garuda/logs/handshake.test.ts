import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { connect } from '../../../src/client/index.ts';
import { McpLog } from '../../../src/garuda/logs/index.ts';
import type { LoggingMessage } from '../../../src/protocol/index.ts';
import { stdio } from '../../../src/transport/stdio.ts';
import { proves } from '../../support/proves.ts';

proves('H-11', 'a server that ends in the handshake has said in the log why', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'garuda-log-'));
  const log = new McpLog({ folder, name: 'servers' });
  try {
    const target = stdio({
      command: process.execPath,
      args: [join(import.meta.dirname, 'logs-and-dies.mjs')],
    });
    const identity = { name: 'test', version: '1' };
    const onLog = (entry: LoggingMessage): void => log.write({ server: 'dies', ...entry });
    await expect(connect(target, identity, { onLog, revision: 'legacy' })).rejects.toThrow(/exit/);
    await log.close();
    const text = await readFile(join(folder, 'servers.log'), 'utf8');
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    const said = { server: 'dies', level: 'error', logger: 'boot' };
    expect(lines).toEqual([
      expect.objectContaining({ ...said, data: 'starting' }),
      expect.objectContaining({ ...said, data: { token: '<redacted>', why: 'no database' } }),
    ]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
