import { Buffer } from 'node:buffer';
import { afterEach, describe, expect, test } from 'vitest';
import type { ChannelFailure } from '../../../src/protocol/index.ts';
import { proves } from '../../support/proves.ts';
import { openFixture, request, type OpenedChannel } from './recorder.ts';

const opened: OpenedChannel[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map(({ channel }) => channel.close()));
});

function start(...args: Parameters<typeof openFixture>): OpenedChannel {
  const server = openFixture(...args);
  opened.push(server);
  return server;
}

describe('messages', () => {
  proves(
    ['W-20', 'STD-02', 'STD-06'],
    'every message is found, and the noise is reported once',
    async () => {
      const { recorder } = start('prints-banner.mjs');
      await recorder.result(2);
      expect(recorder.events).toEqual([
        { notice: { kind: 'noise', text: '*** server 1.0 ***' } },
        { message: { jsonrpc: '2.0', id: 0, result: 'mark' } },
        { message: { jsonrpc: '2.0', id: 1, result: 'crlf' } },
        { message: { jsonrpc: '2.0', id: 2, result: 'é€😀' } },
      ]);
    },
  );

  proves('W-21', 'debug text on the line of a message does not hide it', async () => {
    const { channel, recorder } = start('glues-debug.mjs');
    request(channel, 1);
    request(channel, 2);
    expect(await recorder.result(1)).toEqual({ id: 1 });
    expect(await recorder.result(2)).toEqual({ id: 2 });
  });

  proves('W-21', 'a call whose answer cannot be told apart fails with that reason', async () => {
    const { channel, recorder } = start('glues-debug.mjs');
    request(channel, 3);
    await recorder.until(() => recorder.events.length > 0);
    expect(recorder.events).toEqual([
      {
        failed: 3,
        failure: {
          kind: 'unreadable-message',
          detail: expect.stringContaining('several messages with other text on the line'),
        },
      },
    ]);
  });

  const megabyte = 1024 * 1024;
  for (const bytes of [12 * megabyte, 64 * megabyte]) {
    proves(
      'W-22',
      `a message of ${bytes} bytes in pieces of 4 kB arrives`,
      async () => {
        const limits = { maxMessageBytes: 65 * megabyte };
        const { channel, recorder } = start('sends-large.mjs', {}, limits);
        request(channel, 1, { bytes });
        const { text } = await recorder.result<{ text: string }>(1);
        expect(text).toHaveLength(bytes);
      },
      60_000,
    );
  }

  proves(
    ['W-22', 'G-23'],
    'over the limit one call fails, its id written last, and the session lives',
    async () => {
      const { channel, recorder } = start('sends-large.mjs', {}, { maxMessageBytes: megabyte });
      request(channel, 1, { bytes: 3 * megabyte });
      request(channel, 2, { bytes: 10 });
      await recorder.result(2);
      expect(recorder.events).toEqual([
        { failed: 1, failure: { kind: 'message-too-large', maxBytes: megabyte } },
        { message: { jsonrpc: '2.0', result: { text: 'x'.repeat(10) }, id: 2 } },
      ]);
    },
  );

  proves(['A-02', 'STD-05'], 'a server that floods its stderr is read on and answers', async () => {
    const { channel, recorder } = start('floods-stderr.mjs');
    request(channel, 1);
    request(channel, 2);
    await recorder.result(2);
    expect(recorder.messages).toHaveLength(2);
  });
});

describe('sending', () => {
  test('the messages of one turn arrive with one read', async () => {
    const { channel, recorder } = start('answers.mjs');
    request(channel, 0);
    await recorder.result(0);
    for (let id = 1; id <= 50; id += 1) request(channel, id, { n: id });
    expect(await recorder.result(50)).toEqual({ params: { n: 50 }, reads: 2 });
    expect(recorder.messages.map((each) => (each as { id: number }).id)).toEqual(
      Array.from({ length: 51 }, (_, id) => id),
    );
  });

  test('long and short messages keep their order', async () => {
    const { channel, recorder } = start('answers.mjs');
    const texts = [1, 2 * 1024 * 1024, 3, 1024 * 1024, 5].map((length) => 'é'.repeat(length));
    for (const [id, text] of texts.entries()) request(channel, id, { text });
    await recorder.result(4);
    const lengths = recorder.messages.map(
      (each) => (each as { result: { params: { text: string } } }).result.params.text.length,
    );
    expect(lengths).toEqual(texts.map((text) => text.length));
  });

  test('a notification that was written is told as delivered', async () => {
    const { channel } = start('answers.mjs');
    const failure = await new Promise((resolve) => {
      const text = '{"jsonrpc":"2.0","method":"test"}';
      channel.send(text, { kind: 'notification', method: 'test', delivered: resolve });
    });
    expect(failure).toBeUndefined();
  });

  proves(
    'G-23',
    'a server that does not read costs the calls above the limit, and no memory',
    async () => {
      const maxBytes = 1024 * 1024;
      const { channel, recorder } = start('never-reads.mjs', {}, { maxUnsentBytes: maxBytes });
      await recorder.result(0);
      const text = 'x'.repeat(100_000);
      for (let id = 1; id <= 20; id += 1) request(channel, id, { text });
      await recorder.until(() => recorder.events.length > 1);
      const refused = recorder.events.flatMap((event) => ('failed' in event ? [event] : []));
      expect(refused.map((event) => event.failed)).toEqual(
        Array.from({ length: refused.length }, (_, index) => 21 - refused.length + index),
      );
      expect(20 - refused.length).toBeLessThanOrEqual(
        Math.ceil((maxBytes + 500_000) / text.length),
      );
      for (const { failure } of refused)
        expect(failure).toEqual({ kind: 'peer-not-reading', maxBytes });
    },
  );

  test('what is refused and no request is told to its sender, or reported', async () => {
    const maxBytes = 1000;
    const { channel, recorder } = start('never-reads.mjs', {}, { maxUnsentBytes: maxBytes });
    await recorder.result(0);
    const text = JSON.stringify({
      jsonrpc: '2.0',
      method: 'm',
      params: { x: 'x'.repeat(1_000_000) },
    });
    channel.send(text, { kind: 'notification', method: 'm' });
    channel.send(text, { kind: 'notification', method: 'm' });
    const told = await new Promise<ChannelFailure | undefined>((resolve) => {
      channel.send(text, { kind: 'notification', method: 'm', delivered: resolve });
    });
    const failure = { kind: 'peer-not-reading', maxBytes };
    expect(told).toEqual(failure);
    expect(recorder.events.slice(1)).toEqual([
      { notice: { kind: 'undelivered', method: 'm', failure } },
    ]);
  });

  test('a message larger than the limit is sent when nothing else waits', async () => {
    const { channel, recorder } = start('answers.mjs', {}, { maxUnsentBytes: 1000 });
    request(channel, 1, { text: 'x'.repeat(100_000) });
    const { params } = await recorder.result<{ params: { text: string } }>(1);
    expect(Buffer.byteLength(params.text)).toBe(100_000);
  });
});
