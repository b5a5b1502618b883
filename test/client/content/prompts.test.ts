import { expect } from 'vitest';
import { connected, failureOf, paramsOf } from '../../support/connected.ts';
import { proves } from '../../support/proves.ts';

const text = (words: string): object => ({ type: 'text', text: words });

for (const revision of ['2024-11-05', '2025-11-25', '2026-07-28'] as const) {
  proves(
    'PMT-01',
    `${revision}: arguments are sent as strings, messages come as they are`,
    async () => {
      const { client, next, answer } = await connected(revision);
      const getting = client.getPrompt('greet', { name: 'Ada', times: '3', empty: '' });
      const request = await next();
      expect(request['method']).toBe('prompts/get');
      expect(paramsOf(request)).toEqual({
        name: 'greet',
        arguments: { name: 'Ada', times: '3', empty: '' },
      });
      const messages = [
        { role: 'user', content: text('Greet me.') },
        { role: 'assistant', content: { type: 'image', data: 'AA==', mimeType: 'image/png' } },
        { role: 'user', content: { type: 'resource', resource: { uri: 'a://b', text: 'c' } } },
        { role: 'user', content: { type: 'hologram', beam: 7 } },
      ];
      await answer(request, { description: 'A greeting', messages });
      expect(await getting).toMatchObject({ description: 'A greeting', messages });
    },
  );

  proves('PMT-01', `${revision}: without arguments none are sent`, async () => {
    const { client, next, answer } = await connected(revision);
    const getting = client.getPrompt('greet');
    const request = await next();
    expect(paramsOf(request)).toEqual({ name: 'greet' });
    await answer(request, { messages: [] });
    expect((await getting).messages).toEqual([]);
  });

  for (const odd of [5, null, true, ['a'], { a: 1 }]) {
    proves('PMT-02', `${revision}: the argument ${JSON.stringify(odd)} is not sent`, async () => {
      const { client, next } = await connected(revision);
      expect(await failureOf(client.getPrompt('greet', { name: odd as never }))).toMatchObject({
        code: 'INVALID_ARGUMENT',
        message: expect.stringContaining('name'),
      });
      await expect(next()).rejects.toThrow('nothing');
    });
  }

  for (const odd of [
    { role: 'user', content: [text('a')] },
    { role: 'system', content: text('a') },
    { role: 'user', content: 'a' },
    { role: 'user', content: { type: 'text', text: 5 } },
    { role: 'user' },
    { content: text('a') },
    'a',
    null,
  ]) {
    proves('PMT-02', `${revision}: the message ${JSON.stringify(odd)} is refused`, async () => {
      const { client, next, answer } = await connected(revision);
      const failed = failureOf(client.getPrompt('greet'));
      await answer(await next(), { messages: [{ role: 'user', content: text('a') }, odd] });
      expect(await failed).toMatchObject({
        code: 'INVALID_RESULT',
        method: 'prompts/get',
        message: expect.stringContaining('messages[1]'),
      });
    });
  }

  proves('PMT-01', `${revision}: a server that misses an argument says so`, async () => {
    const { client, next, refuse } = await connected(revision);
    const failed = failureOf(client.getPrompt('greet'));
    await refuse(await next(), { code: -32602 });
    expect(await failed).toMatchObject({ name: 'PeerError', code: -32602, method: 'prompts/get' });
  });
}
