import { expect } from 'vitest';
import type { ElicitFormParams } from '../../src/protocol/index.ts';
import { connected, declaredIn, metaOf, paramsOf, failureOf } from '../support/connected.ts';
import { settle } from '../support/fake-clock.ts';
import { proves } from '../support/proves.ts';

const modern = '2026-07-28';
const done = { content: [{ type: 'text', text: 'done' }] };
const schema = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
const form = {
  method: 'elicitation/create',
  params: { mode: 'form', message: 'Who?', requestedSchema: schema },
};
const sample = {
  method: 'sampling/createMessage',
  params: {
    messages: [{ role: 'user', content: { type: 'text', text: 'hi' } }],
    maxTokens: 5,
  },
};
const reply = {
  role: 'assistant',
  model: 'm',
  content: { type: 'text', text: 'hello' },
} as const;
const roots = [{ uri: 'file:///work' }];

function asks(inputRequests?: object, requestState?: string): object {
  return {
    resultType: 'input_required',
    ...(inputRequests && { inputRequests }),
    ...(requestState !== undefined && { requestState }),
  };
}

for (const { method, ask, params, last } of [
  { method: 'tools/call', ask: 'callTool', params: { name: 'a', arguments: {} }, last: done },
  { method: 'resources/read', ask: 'readResource', params: { uri: 'a' }, last: { contents: [] } },
  { method: 'prompts/get', ask: 'getPrompt', params: { name: 'a' }, last: { messages: [] } },
] as const) {
  proves(
    ['MRT-01', 'MRT-03', 'MRT-04', 'MRT-05', 'META-12', 'RPC-10'],
    `${method}: every answer goes back under its key, with the state as it came`,
    async () => {
      const state = ' \u0000"\\ é😀 {"a":1} ';
      const { client, next, answer } = await connected(modern, {
        onElicit: () => ({ action: 'accept', content: { name: 'Ada' } }),
        onSample: () => reply,
        onListRoots: () => roots,
      });
      const result = client[ask]('a');
      const first = await next();
      await answer(first, asks({ f: form, s: sample, r: { method: 'roots/list' } }, state));
      const second = await next();
      expect(second['method']).toBe(method);
      expect(second['id']).not.toBe(first['id']);
      expect(paramsOf(second)).toEqual({
        ...params,
        inputResponses: {
          f: { action: 'accept', content: { name: 'Ada' } },
          s: reply,
          r: { roots },
        },
        requestState: state,
      });
      expect(Object.keys(metaOf(second))).toEqual(
        expect.arrayContaining(Object.keys(metaOf(first))),
      );
      await answer(second, last);
      await expect(result).resolves.toMatchObject(last);
    },
  );
}

for (const method of ['tools/list', 'completion/complete'] as const) {
  proves('MRT-01', `${method} may not ask for input`, async () => {
    const { client, next, answer } = await connected(modern, { onListRoots: () => roots });
    const result =
      method === 'tools/list'
        ? client.listTools()
        : client.complete({ type: 'ref/prompt', name: 'p' }, { name: 'a', value: '' });
    const failed = failureOf(result);
    await answer(await next(), asks({ r: { method: 'roots/list' } }));
    expect(await failed).toMatchObject({ code: 'INVALID_RESULT' });
    await expect(next()).rejects.toThrow('nothing');
  });
}

proves('MRT-02', 'a result that asks for input and says not what is invalid', async () => {
  const { client, next, answer } = await connected(modern);
  const failed = failureOf(client.callTool('a'));
  await answer(await next(), asks());
  expect(await failed).toMatchObject({ code: 'INVALID_RESULT' });
  await expect(next()).rejects.toThrow('nothing');
});

proves(
  ['MRT-05', 'MRT-08', 'MRT-12'],
  'a round takes nothing over from the one before',
  async () => {
    const { client, next, answer } = await connected(modern, { onListRoots: () => roots });
    const result = client.callTool('a', { x: 1 });
    await answer(await next(), asks({ one: { method: 'roots/list' } }, 's1'));
    await answer(await next(), asks({ two: { method: 'roots/list' } }));
    const third = await next();
    expect(paramsOf(third)).toEqual({
      name: 'a',
      arguments: { x: 1 },
      inputResponses: { two: { roots } },
    });
    await answer(third, done);
    await expect(result).resolves.toMatchObject(done);
  },
);

proves('MRT-05', 'an empty state is a state', async () => {
  const { client, next, answer } = await connected(modern);
  void client.callTool('a').catch(() => {});
  await answer(await next(), asks(undefined, ''));
  expect(paramsOf(await next())).toEqual({ name: 'a', arguments: {}, requestState: '' });
});

proves('MRT-06', 'a parallel call has nothing of it', async () => {
  const { client, next, answer } = await connected(modern, { onListRoots: () => roots });
  const one = client.callTool('a');
  const asked = await next();
  const two = client.callTool('a');
  const other = await next();
  await answer(asked, asks({ r: { method: 'roots/list' } }, 's'));
  const retry = await next();
  const three = client.callTool('a');
  const later = await next();
  for (const request of [other, later]) {
    expect(paramsOf(request)).toEqual({ name: 'a', arguments: {} });
    await answer(request, done);
  }
  await answer(retry, done);
  await expect(Promise.all([one, two, three])).resolves.toHaveLength(3);
});

proves(
  ['MRT-07', 'MRT-08'],
  'state alone: at once, then with waits that grow, then no more',
  async () => {
    const { client, next, answer, clock } = await connected(modern, { limits: { maxRounds: 3 } });
    const failed = failureOf(client.callTool('a'));
    await answer(await next(), asks(undefined, '1'));
    await answer(await next(), asks(undefined, '2'));
    await expect(next()).rejects.toThrow('nothing');
    await clock.advance(250);
    await answer(await next(), asks(undefined, '3'));
    await clock.advance(499);
    await expect(next()).rejects.toThrow('nothing');
    await clock.advance(1);
    await answer(await next(), asks(undefined, '4'));
    expect(await failed).toMatchObject({
      code: 'TOO_MANY_ROUNDS',
      message: expect.stringContaining('limits.maxRounds is 3'),
    });
    await expect(next()).rejects.toThrow('nothing');
  },
);

proves(
  ['MRT-09', 'CAP-03'],
  'what was not declared is not answered, and not tried again',
  async () => {
    const { client, next, answer } = await connected(modern, { onListRoots: () => roots });
    for (const [input, code, mentions] of [
      [form, 'INPUT_REQUIRED', 'elicitation/create'],
      [sample, 'INPUT_REQUIRED', 'sampling/createMessage'],
      [{ method: 'x/y' }, 'INVALID_RESULT', 'inputRequests.k'],
    ] as const) {
      const failed = failureOf(client.callTool('a'));
      await answer(await next(), asks({ k: input, r: { method: 'roots/list' } }, 's'));
      expect(await failed).toMatchObject({
        code,
        message: expect.stringContaining(mentions),
      });
      await expect(next()).rejects.toThrow('nothing');
    }
  },
);

proves('MRT-09', 'a mode that was not declared is not answered', async () => {
  const { client, next, answer } = await connected(modern, {
    onElicit: () => ({ action: 'cancel' }),
  });
  const failed = failureOf(client.callTool('a'));
  const params = { mode: 'url', message: 'm', url: 'https://example.com' };
  await answer(await next(), asks({ k: { method: 'elicitation/create', params } }));
  expect(await failed).toMatchObject({
    code: 'INPUT_FAILED',
    message: expect.stringContaining('elicitation.url'),
  });
});

proves('MRT-10', 'a form that is declined is an answer', async () => {
  const { client, next, answer } = await connected(modern, {
    onElicit: () => ({ action: 'decline', content: { name: 'not to be sent' } }),
  });
  const result = client.callTool('a');
  await answer(await next(), asks({ f: form }));
  const second = await next();
  expect(paramsOf(second)['inputResponses']).toEqual({ f: { action: 'decline' } });
  await answer(second, done);
  await result;
});

for (const [title, options] of [
  ['a refused message', { onSample: () => undefined }],
  [
    'a handler that throws',
    {
      onSample: () => {
        throw new Error('secret');
      },
    },
  ],
] as const) {
  proves(
    ['MRT-10', 'W-33', 'SAM-01'],
    `${title} fails the call, and the server hears nothing`,
    async () => {
      const { client, next, answer } = await connected(modern, options);
      const result = client.callTool('a').catch((error: unknown) => error as Error);
      await answer(await next(), asks({ s: sample }, 'state'));
      const error = await result;
      expect(error).toMatchObject({ code: 'INPUT_FAILED', method: 'tools/call' });
      expect((error as Error).message).not.toContain('secret');
      expect((error as Error).cause).toBeInstanceOf(Error);
      await expect(next()).rejects.toThrow('nothing');
    },
  );
}

proves(['MRT-03', 'W-33'], 'one that fails takes the others with it', async () => {
  let isGivenUp = false;
  const { client, next, answer } = await connected(modern, {
    onElicit: (_form, { signal }) =>
      new Promise(() => {
        signal.addEventListener('abort', () => {
          isGivenUp = true;
        });
      }),
    onSample: () => undefined,
  });
  const failed = failureOf(client.callTool('a'));
  await answer(await next(), asks({ f: form, s: sample }));
  expect(await failed).toMatchObject({ code: 'INPUT_FAILED' });
  expect(isGivenUp).toBe(true);
});

proves('W-33', 'a handler that never answers a message ends the call in time', async () => {
  const { client, next, answer, clock } = await connected(modern, {
    onSample: () => new Promise(() => {}),
    questionTimeoutMs: 90_000,
  });
  const failed = failureOf(client.callTool('a'));
  await answer(await next(), asks({ s: sample }));
  await clock.advance(89_999);
  expect(clock.waiting).toBe(1);
  await clock.advance(1);
  expect(await failed).toMatchObject({
    code: 'INPUT_FAILED',
    message: expect.stringContaining('questionTimeoutMs'),
  });
  expect(clock.waiting).toBe(0);
});

proves(
  ['W-33', 'CAN-13'],
  'a person who never answers has cancelled, however long the call was allowed',
  async () => {
    const { client, next, answer, clock } = await connected(modern, {
      onElicit: () => new Promise(() => {}),
      questionTimeoutMs: 90_000,
    });
    const result = client.callTool('a', {}, { timeoutMs: 1_000, maxTotalMs: 2_000 });
    await answer(await next(), asks({ f: form }));
    await clock.advance(90_000);
    const second = await next();
    expect(paramsOf(second)['inputResponses']).toEqual({ f: { action: 'cancel' } });
    await answer(second, done);
    await expect(result).resolves.toMatchObject(done);
  },
);

proves('MRT-03', 'people are asked one thing at a time, the rest goes side by side', async () => {
  const running = new Set<string>();
  const most: number[] = [];
  const release: (() => void)[] = [];
  const onElicit = async ({ message }: ElicitFormParams): Promise<{ action: 'cancel' }> => {
    running.add(message);
    most.push(running.size);
    await new Promise<void>((resolve) => release.push(resolve));
    running.delete(message);
    return { action: 'cancel' };
  };
  let sampled = 0;
  const { client, next, answer } = await connected(modern, {
    onElicit,
    onSample: () => {
      sampled += 1;
      return reply;
    },
  });
  const result = client.callTool('a');
  const second = { ...form, params: { ...form.params, message: 'And?' } };
  await answer(await next(), asks({ f: form, g: second, s: sample, t: sample }));
  expect(sampled).toBe(2);
  for (let shown = 0; shown < 2; shown += 1) {
    release.shift()?.();
    await settle();
  }
  expect(most).toEqual([1, 1]);
  await answer(await next(), done);
  await result;
});

proves('CAN-13', 'giving up while a person is asked ends the question and the call', async () => {
  let isGivenUp = false;
  const { client, next, answer } = await connected(modern, {
    onElicit: (_form, { signal }) =>
      new Promise(() => {
        signal.addEventListener('abort', () => {
          isGivenUp = true;
        });
      }),
  });
  const stop = new AbortController();
  const failed = failureOf(client.callTool('a', {}, { signal: stop.signal }));
  await answer(await next(), asks({ f: form }));
  stop.abort();
  expect(await failed).toMatchObject({
    code: 'CANCELLED',
  });
  expect(isGivenUp).toBe(true);
  await expect(next()).rejects.toThrow('nothing');
});

proves(
  'MRT-13',
  'closing while a person is asked ends the call, and no state is kept',
  async () => {
    const { client, next, answer } = await connected(modern, {
      onElicit: () => new Promise(() => {}),
    });
    const failed = failureOf(client.callTool('a'));
    await answer(await next(), asks({ f: form }, 'secret state'));
    await client.close();
    expect(await failed).toMatchObject({ code: 'CLOSED' });
  },
);

proves(
  ['MRT-15', 'RPC-11'],
  'an input request may have an id too many, and the last result no type',
  async () => {
    const { client, next, say, answer } = await connected(modern, { onListRoots: () => roots });
    const result = client.callTool('a');
    await answer(await next(), asks({ r: { method: 'roots/list', id: 9, jsonrpc: '2.0' } }, 's'));
    const second = await next();
    expect(paramsOf(second)['inputResponses']).toEqual({ r: { roots } });
    await say({ id: second['id'], result: done });
    await expect(result).resolves.toMatchObject(done);
  },
);

proves(
  ['CAP-03', 'MRT-04'],
  'by hand: parked as plain JSON, and gone on with by another client',
  async () => {
    const capabilities = { elicitation: { form: {} } };
    const one = await connected(modern);
    const stepping = one.client.stepTool('a', { x: 1 }, { capabilities });
    const first = await one.next();
    expect(declaredIn(first)).toMatchObject(capabilities);
    await one.answer(first, asks({ f: form }, 'state'));
    const step = await stepping;
    if (step.kind !== 'input') throw new Error(`it is ${step.kind}`);
    const parked = JSON.parse(JSON.stringify(step.parked)) as typeof step.parked;
    expect(parked).toEqual({
      name: 'a',
      arguments: { x: 1 },
      inputRequests: { f: form },
      state: 'state',
    });
    await one.client.close();

    const two = await connected(modern);
    await expect(two.client.resumeTool(parked, {})).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: expect.stringContaining('"f" is missing'),
    });
    const resuming = two.client.resumeTool(parked, { f: { action: 'decline' } }, { capabilities });
    const again = await two.next();
    expect(paramsOf(again)).toEqual({
      name: 'a',
      arguments: { x: 1 },
      inputResponses: { f: { action: 'decline' } },
      requestState: 'state',
    });
    await two.answer(again, done);
    await expect(resuming).resolves.toMatchObject({ kind: 'complete', result: done });
  },
);

proves(
  'CAP-04',
  'a missing capability that we do not have is the error, and nothing loops',
  async () => {
    const { client, next, refuse } = await connected(modern);
    const failed = failureOf(client.callTool('a'));
    await refuse(await next(), { code: -32021, data: { requiredCapabilities: { sampling: {} } } });
    expect(await failed).toMatchObject({ code: -32021 });
    await expect(next()).rejects.toThrow('nothing');
  },
);

proves(
  ['ELI-14', 'MRT-07'],
  'a page that is asked for again is not asked for at once',
  async () => {
    let shown = 0;
    const { client, next, answer, clock } = await connected(modern, {
      onElicitUrl: () => {
        shown += 1;
        return { action: 'accept' };
      },
    });
    const page = {
      method: 'elicitation/create',
      params: { mode: 'url', message: 'm', url: 'https://example.com/in' },
    };
    const result = client.callTool('a');
    await answer(await next(), asks({ p: page }, '1'));
    const second = await next();
    expect(paramsOf(second)['inputResponses']).toEqual({ p: { action: 'accept' } });
    await answer(second, asks({ p: page }, '2'));
    expect(shown).toBe(1);
    await clock.advance(250);
    expect(shown).toBe(2);
    await answer(await next(), done);
    await expect(result).resolves.toMatchObject(done);
  },
);
