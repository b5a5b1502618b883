import { expect } from 'vitest';
import type { CreateMessageParams, CreateMessageResult } from '../../../src/protocol/index.ts';
import type { ConnectOptions } from '../../../src/client/index.ts';
import { connected } from '../../support/connected.ts';
import { proves } from '../../support/proves.ts';

const latest = '2025-11-25';
const text = (words: string): { type: 'text'; text: string } => ({ type: 'text', text: words });
const hi = { role: 'user', content: text('hi') };
const reply: CreateMessageResult = { role: 'assistant', model: 'm', content: text('hello') };
const asked = { messages: [hi], maxTokens: 5 };
const use = (id: string): object => ({ type: 'tool_use', id, name: 'a', input: {} });
const result = (toolUseId: string): object => ({ type: 'tool_result', toolUseId, content: [] });
const tool = { name: 'a', inputSchema: { type: 'object' } };

async function answerTo(params: object, options: ConnectOptions): Promise<unknown> {
  const { ask, next, client } = await connected(latest, options);
  await ask(1, 'sampling/createMessage', params);
  const { result: answer, error } = await next();
  await client.close();
  return answer ?? error;
}

proves(
  ['SAM-01', 'SAM-02', 'SAM-03'],
  'the handler has everything that the server wrote, in its order',
  async () => {
    const params = {
      ...asked,
      modelPreferences: {
        hints: [{ name: 'b' }, { name: 'a' }, {}],
        costPriority: 0,
        speedPriority: 1,
        intelligencePriority: 0.5,
      },
      systemPrompt: 's',
      includeContext: 'none',
      temperature: 0.1,
      stopSequences: ['x'],
      metadata: { any: 'thing' },
      later: 'stays',
    };
    const seen: CreateMessageParams[] = [];
    const answer = await answerTo(params, {
      onSample: (request) => {
        seen.push(request);
        return reply;
      },
    });
    expect(answer).toEqual(reply);
    expect(seen).toEqual([params]);
  },
);

for (const sampled of [
  { ...reply, stopReason: 'endTurn' },
  { ...reply, stopReason: 'a word of its own', role: 'user' as const },
  { ...reply, content: [text('a'), text('b')] },
  { ...reply, content: { type: 'image', data: 'aGk=', mimeType: 'image/png' } as const },
]) {
  proves(['SAM-07', 'SAM-08'], `an answer may be ${JSON.stringify(sampled)}`, async () => {
    expect(await answerTo(asked, { onSample: () => sampled })).toEqual(sampled);
  });
}

for (const wrong of [
  null,
  'hello',
  {},
  { role: 'assistant', content: text('a') },
  { role: 'system', model: 'm', content: text('a') },
  { role: 'assistant', model: 'm' },
  { role: 'assistant', model: 'm', content: ['a'] },
  { role: 'assistant', model: 'm', content: use('1') },
]) {
  proves('SAM-08', `an answer may not be ${JSON.stringify(wrong)}`, async () => {
    const answer = await answerTo(asked, {
      onSample: () => wrong as unknown as CreateMessageResult,
    });
    expect(answer).toEqual({
      code: -32603,
      message: 'sampling/createMessage failed in this client',
    });
  });
}

proves(['SAM-06', 'SAM-01'], 'a refusal by the user is -1', async () => {
  expect(await answerTo(asked, { onSample: () => undefined })).toMatchObject({ code: -1 });
});

for (const [declared, params, code] of [
  [undefined, { tools: [tool] }, -32602],
  [undefined, { toolChoice: { mode: 'auto' } }, -32602],
  [{ context: true }, { tools: [] }, -32602],
  [{ tools: true }, { tools: [tool], toolChoice: { mode: 'required' } }, undefined],
] as const) {
  proves(
    ['SAM-04', 'CAP-06'],
    `${JSON.stringify(params)} with ${JSON.stringify(declared)}: ${code ?? 'answered'}`,
    async () => {
      const options = { onSample: () => reply, ...(declared && { sampling: declared }) };
      const answer = await answerTo({ ...asked, ...params }, options);
      if (code === undefined) expect(answer).toEqual(reply);
      else
        expect(answer).toMatchObject({ code, message: expect.stringContaining('sampling.tools') });
    },
  );
}

for (const [title, messages, fits] of [
  [
    'a call and its result',
    [hi, { role: 'assistant', content: use('1') }, { role: 'user', content: result('1') }],
    true,
  ],
  [
    'two calls and their results, in any order',
    [
      hi,
      { role: 'assistant', content: [text('t'), use('1'), use('2')] },
      { role: 'user', content: [result('2'), result('1')] },
    ],
    true,
  ],
  ['several blocks', [{ role: 'user', content: [text('a'), text('b')] }], true],
  [
    'a result among other content',
    [
      hi,
      { role: 'assistant', content: use('1') },
      { role: 'user', content: [result('1'), text('x')] },
    ],
    false,
  ],
  [
    'a result that is missing',
    [
      hi,
      { role: 'assistant', content: [use('1'), use('2')] },
      { role: 'user', content: result('1') },
    ],
    false,
  ],
  [
    'something else before the result',
    [hi, { role: 'assistant', content: use('1') }, hi, { role: 'user', content: result('1') }],
    false,
  ],
  ['a call at the end', [hi, { role: 'assistant', content: use('1') }], false],
  ['a result of nothing', [{ role: 'user', content: result('1') }], false],
  [
    'a result of another call',
    [hi, { role: 'assistant', content: use('1') }, { role: 'user', content: result('2') }],
    false,
  ],
] as const) {
  proves(['SAM-05', 'SAM-07'], `${title} ${fits ? 'fits' : 'is refused'}`, async () => {
    let isAsked = false;
    const answer = await answerTo(
      { ...asked, messages, tools: [tool] },
      {
        sampling: { tools: true },
        onSample: () => {
          isAsked = true;
          return reply;
        },
      },
    );
    if (fits) expect(answer).toEqual(reply);
    else expect(answer).toMatchObject({ code: -32602 });
    expect(isAsked).toBe(fits);
  });
}

proves('SAM-09', 'nothing of one request is in the next', async () => {
  const seen: unknown[] = [];
  const { ask, next } = await connected(latest, {
    onSample: ({ messages }) => {
      seen.push(messages);
      return reply;
    },
  });
  await ask(1, 'sampling/createMessage', asked);
  await next();
  const other = { role: 'user', content: text('other') };
  await ask(2, 'sampling/createMessage', { ...asked, messages: [other] });
  await next();
  expect(seen).toEqual([[hi], [other]]);
});

for (const strict of [true, false]) {
  proves(
    'SAM-10',
    `${strict ? 'strict: refused' : 'served'} while no call of ours is under way`,
    async () => {
      const { client, ask, next, answer } = await connected(latest, {
        strict,
        onSample: () => reply,
      });
      await ask(1, 'sampling/createMessage', asked);
      const { error, result: given } = await next();
      if (strict) expect(error).toMatchObject({ code: -32600 });
      else expect(given).toEqual(reply);
      const called = client.callTool('a');
      const call = await next();
      await ask(2, 'sampling/createMessage', asked);
      expect((await next())['result']).toEqual(reply);
      await answer(call, { content: [] });
      await called;
    },
  );
}

for (const revision of ['2024-11-05', '2025-03-26', '2025-06-18'] as const) {
  proves('SAM-01', `${revision}: a request is answered`, async () => {
    const { ask, next } = await connected(revision, { onSample: () => reply });
    await ask(1, 'sampling/createMessage', asked);
    expect((await next())['result']).toEqual(reply);
  });
}

for (const params of [
  {},
  { messages: 'hi', maxTokens: 1 },
  { messages: [hi], maxTokens: 'many' },
]) {
  proves('SAM-02', `${JSON.stringify(params)} is refused without asking anybody`, async () => {
    let isAsked = false;
    const answer = await answerTo(params, {
      onSample: () => {
        isAsked = true;
        return reply;
      },
    });
    expect(answer).toMatchObject({ code: -32602 });
    expect(isAsked).toBe(false);
  });
}

proves(
  ['W-33', 'SAM-01'],
  'a handler that throws is answered in the form of the protocol, without its words',
  async () => {
    const answer = await answerTo(asked, {
      onSample: () => {
        throw new Error('secret');
      },
    });
    expect(answer).toEqual({
      code: -32603,
      message: 'sampling/createMessage failed in this client',
    });
  },
);
