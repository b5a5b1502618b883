import { expect } from 'vitest';
import { connect, type Report } from '../../src/index.ts';
import { stdio } from '../../src/transport/stdio.ts';
import { proves } from '../support/proves.ts';
import { attackServer, me } from './server.ts';

/** A promise that rejects, of a function that should have returned nothing. */
const rejects = (words: string) => (): unknown => Promise.reject(new Error(words));

proves('W-25', 'a callback whose promise rejects is reported and leaves no rejection', async () => {
  const unhandled: unknown[] = [];
  const note = (error: unknown): unknown => unhandled.push(error);
  process.on('unhandledRejection', note);
  const reports: Report[] = [];
  const onReport = (report: Report): unknown => {
    reports.push(report);
    return rejects('onReport')();
  };
  await using client = await connect(stdio(attackServer('chatters')), me, {
    onReport,
    onLog: rejects('onLog'),
  });
  await client.callTool('chat', {}, { onProgress: rejects('onProgress') });
  // Node.js tells of rejections that nobody took before the next turn of the loop begins.
  await new Promise((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', note);
  expect(unhandled).toEqual([]);
  const failed = reports.filter((report) => report.kind === 'callback-failed');
  expect(failed.map(({ callback }) => callback)).toEqual(['onProgress', 'onLog']);
});

proves('W-34', 'an answer to the server that is no JSON becomes a refusal', async () => {
  const roots = [{ uri: 1n }] as unknown as { uri: string }[];
  await using client = await connect(stdio(attackServer('asks')), me, {
    onListRoots: () => roots,
    timeoutMs: 5_000,
  });
  const { content } = await client.callTool('ask');
  expect(content).toEqual([{ type: 'text', text: 'roots/list failed in this client' }]);
});

const noSignals: readonly unknown[] = [null, {}, 'abc', 1, { aborted: false }, () => {}];

for (const signal of noSignals) {
  proves(
    'W-32',
    `a signal that is none (${String(signal)}) is refused, and nothing is sent`,
    async () => {
      const options = { signal: signal as AbortSignal };
      const refusal = { code: 'INVALID_ARGUMENT', message: expect.stringContaining('signal') };
      // No process is left: one that was started would keep this test from ending.
      await expect(connect(stdio(attackServer('answers')), me, options)).rejects.toMatchObject(
        refusal,
      );
      await using client = await connect(stdio(attackServer('silent')), me);
      await expect(client.callTool('x', {}, options)).rejects.toMatchObject(refusal);
    },
  );
}

for (const options of [null, 'abc', 1]) {
  proves(
    'W-32',
    `options that are none (${String(options)}) reject, and are not thrown`,
    async () => {
      await using client = await connect(stdio(attackServer('answers')), me);
      const given = options as unknown as object;
      const refusal = { code: 'INVALID_ARGUMENT', message: expect.stringContaining('options') };
      await expect(client.callTool('x', {}, given)).rejects.toMatchObject(refusal);
      await expect(client.listTools(given)).rejects.toMatchObject(refusal);
      await expect(client.ping(given)).rejects.toMatchObject(refusal);
    },
  );
}

proves('W-32', 'null for what must be an object rejects with an error that names it', async () => {
  await using client = await connect(stdio(attackServer('answers')), me);
  // A caller without types gives it.
  const nothing = null as unknown as Record<'name' | 'value', string>;
  const ref = { type: 'ref/prompt', name: 'x' } as const;
  const about = (words: string): object => ({
    code: 'INVALID_ARGUMENT',
    message: expect.stringContaining(words),
  });
  const prompt = client.getPrompt('x', nothing);
  await expect(prompt).rejects.toMatchObject(about('the arguments of a prompt'));
  await expect(client.complete(ref, nothing)).rejects.toMatchObject(about('the argument'));
  const noRef = client.complete(nothing as unknown as typeof ref, { name: 'a', value: '' });
  await expect(noRef).rejects.toMatchObject(about('the reference'));
});
