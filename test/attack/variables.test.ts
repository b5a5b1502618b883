import { expect } from 'vitest';
import { connect, type Report } from '../../src/index.ts';
import { stdio } from '../../src/transport/stdio.ts';
import { proves } from '../support/proves.ts';
import { attackServer, me } from './server.ts';

const secret = 'sk-Sup3rS3cretVariable';

const modes = [
  'tells-a-variable',
  'tells-it-in-an-error',
  'tells-it-as-noise',
  'tells-it-in-a-broken-message',
];

for (const mode of modes) {
  proves('A-16', `a server that ${mode}: the value is in no error and no report`, async () => {
    const reports: Report[] = [];
    const target = stdio({ ...attackServer(mode), env: { ATTACK_TOKEN: secret } });
    await using client = await connect(target, me, { onReport: (report) => reports.push(report) });
    const error: unknown = await client.callTool('x').catch((failure: unknown) => failure);
    const said = JSON.stringify([String(error), error, reports]);
    expect(said).toContain('[withheld]');
    expect(said).not.toContain(secret);
  });
}
