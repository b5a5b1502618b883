import { expect } from 'vitest';
import { connected, failureOf, paramsOf } from '../../support/connected.ts';
import { proves } from '../../support/proves.ts';

const prompt = { type: 'ref/prompt', name: 'review', title: 'Review' } as const;
const template = { type: 'ref/resource', uri: 'file:///{folder}/{file}' } as const;
const many = Array.from({ length: 150 }, (_, n) => `value ${n}`);

for (const revision of ['2024-11-05', '2025-03-26', '2025-11-25', '2026-07-28'] as const) {
  for (const ref of [prompt, template]) {
    proves(
      'CMP-02',
      `${revision}: ${ref.type} is named, with the argument and what was chosen`,
      async () => {
        const { client, next, answer } = await connected(revision);
        const context = { arguments: { language: 'python' } };
        const completing = client.complete(ref, { name: 'file', value: 'fl' }, context);
        const request = await next();
        expect(request['method']).toBe('completion/complete');
        expect(paramsOf(request)).toEqual({
          ref,
          argument: { name: 'file', value: 'fl' },
          context,
        });
        const completion = { values: ['flask', 'flit'], total: 2, hasMore: false };
        await answer(request, { completion });
        expect((await completing).completion).toEqual(completion);
      },
    );
  }

  proves('CMP-02', `${revision}: without anything chosen no context is sent`, async () => {
    const { client, next, answer } = await connected(revision);
    const completing = client.complete(prompt, { name: 'file', value: '' });
    const request = await next();
    expect(paramsOf(request)).toEqual({ ref: prompt, argument: { name: 'file', value: '' } });
    await answer(request, { completion: { values: [] } });
    await completing;
  });

  for (const { why, given, read } of [
    { why: 'no values', given: { values: [] }, read: { values: [] } },
    { why: 'a part of many', given: { values: ['a'], total: 900, hasMore: true } },
    { why: 'no word of how many there are', given: { values: ['a'] } },
    { why: 'more than a server may send', given: { values: many } },
    {
      why: 'counts that make no sense',
      given: { values: ['a'], total: 'all', hasMore: 1 },
      read: { values: ['a'] },
    },
  ]) {
    proves('CMP-03', `${revision}: ${why}`, async () => {
      const { client, next, answer } = await connected(revision);
      const completing = client.complete(prompt, { name: 'file', value: '' });
      await answer(await next(), { completion: given });
      expect((await completing).completion).toEqual(read ?? given);
    });
  }

  proves('CMP-03', `${revision}: a question that is out of date is withdrawn`, async () => {
    const { client, next, answer } = await connected(revision);
    const typing = new AbortController();
    const { signal } = typing;
    const argument = { name: 'file', value: 'f' };
    const first = failureOf(client.complete(prompt, argument, undefined, { signal }));
    const { id } = await next();
    typing.abort();
    expect(await first).toMatchObject({ code: 'CANCELLED' });
    expect(await next()).toMatchObject({
      method: 'notifications/cancelled',
      params: { requestId: id },
    });
    const second = client.complete(prompt, { name: 'file', value: 'fl' });
    await answer(await next(), { completion: { values: ['flask'] } });
    expect((await second).completion.values).toEqual(['flask']);
  });

  proves('CMP-03', `${revision}: values that are none are an error of that question`, async () => {
    const { client, next, answer } = await connected(revision);
    for (const completion of [{ values: [5] }, { values: 'a' }, {}, null]) {
      const failed = failureOf(client.complete(prompt, { name: 'file', value: '' }));
      await answer(await next(), { completion });
      expect(await failed).toMatchObject({ code: 'INVALID_RESULT', method: 'completion/complete' });
    }
  });
}

proves(
  'CMP-01',
  'a modern server is asked, and a refusal is the error of that question',
  async () => {
    const { client, next, refuse } = await connected('2026-07-28', {}, {});
    const failed = failureOf(client.complete(prompt, { name: 'file', value: '' }));
    await refuse(await next(), { code: -32601 });
    expect(await failed).toMatchObject({ name: 'PeerError', code: -32601 });
  },
);
