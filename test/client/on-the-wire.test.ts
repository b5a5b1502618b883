import { describe, expect } from 'vitest';
import { connect } from '../../src/client/index.ts';
import type { Revision } from '../../src/protocol/index.ts';
import { busySession, hardText } from '../fixtures/client/busy-session.ts';
import { LocalServers } from '../fixtures/client/local-server.ts';
import type { RowId } from '../requirements/index.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { eventually } from '../support/eventually.ts';
import { proves } from '../support/proves.ts';
import { faultsOf } from '../support/wire-invariants.ts';

const me = { name: 'on-the-wire', version: '1.0.0' };

const spoken: readonly { revision: Revision; rows: readonly RowId[] }[] = [
  { revision: '2024-11-05', rows: ['RPC-03', 'PRG-04'] },
  { revision: '2025-03-26', rows: ['RPC-03', 'PRG-04', 'BAT-02', 'BAT-04'] },
  { revision: '2025-06-18', rows: ['RPC-03', 'PRG-04'] },
  { revision: '2025-11-25', rows: ['RPC-03', 'PRG-04', 'STD-01'] },
  { revision: '2026-07-28', rows: ['RPC-04', 'RPC-14', 'META-01', 'META-02', 'META-13'] },
];

interface Sent {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: { readonly _meta?: object };
}

/** A message for each line, where a line is nothing else. */
function messagesIn(bytes: Buffer): readonly Sent[] {
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  expect(text.endsWith('\n')).toBe(true);
  return text
    .slice(0, -1)
    .split('\n')
    .map((line) => {
      const value: unknown = JSON.parse(line);
      expect(value).toBeTypeOf('object');
      expect(value).not.toBeInstanceOf(Array);
      expect(JSON.stringify(value)).toBe(line);
      return value as Sent;
    });
}

describe('a process that keeps every byte of its stdin', () => {
  for (const { revision, rows } of spoken) {
    const era = revision === '2026-07-28' ? 'modern' : 'legacy';
    proves(
      ['RPC-01', 'RPC-02', 'RPC-13', 'STD-02', 'STD-03', 'META-05', ...rows],
      `${revision}: gets one message a line, and nothing else`,
      async () => {
        await using local = await LocalServers.prepare();
        const clock = new FakeClock();
        const until = (method: string, count: number): Promise<unknown> =>
          eventually(
            async () => (await local.asked()).filter((each) => each === method).length,
          ).toBe(count);
        const options = { revision, clock, onListRoots: () => [] } as const;
        const client = await connect(local.target('keeps-input', [era]), me, options);
        expect(client.server.revision).toBe(revision);
        const content = await busySession(client, { clock, until });
        expect(content).toEqual([{ type: 'text', text: `${hardText}!` }]);
        await client.close();

        const sent = messagesIn(await local.written());
        expect(faultsOf(sent as never, era)).toEqual([]);
        expect(sent.length).toBeGreaterThan(15);
        expect(sent[0]?.method).toBe(era === 'modern' ? 'server/discover' : 'initialize');
        const cancelled = sent.filter(({ method }) => method === 'notifications/cancelled');
        // The watch ends by one too in the modern era.
        expect(cancelled).toHaveLength(era === 'modern' ? 3 : 2);
        for (const { id, method, params } of sent) {
          if (method === undefined || id !== undefined) continue;
          expect(params?._meta, `${method} is a notification`).toBeUndefined();
        }
        const answers = sent.filter(({ method }) => method === undefined).map(({ id }) => id);
        expect(new Set(answers)).toEqual(new Set(era === 'modern' ? [] : ['q', 0, 1]));
      },
    );
  }
});
