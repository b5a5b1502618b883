import { expect } from 'vitest';
import type { ElicitResult, FormField } from '../../../src/protocol/index.ts';
import { connected, failureOf } from '../../support/connected.ts';
import { settle } from '../../support/fake-clock.ts';
import { proves } from '../../support/proves.ts';

const latest = '2025-11-25';

function formOf(properties: object, required: readonly string[] = []): object {
  return { message: 'm', requestedSchema: { type: 'object', properties, required } };
}

const color = { type: 'string', enum: ['red', 'green'] };
const titled = { type: 'string', oneOf: [{ const: 'r', title: 'Red' }] };
const several = { type: 'array', items: { type: 'string', enum: ['a', 'b', 'c'] } };
const severalTitled = { type: 'array', items: { anyOf: [{ const: 'a', title: 'A' }] } };

/** A field, values that fit, values that do not. */
const fields: readonly (readonly [string, object, readonly unknown[], readonly unknown[]])[] = [
  ['text', { type: 'string' }, ['', 'é😀'], [1, true, ['a'], null]],
  ['long text', { type: 'string', minLength: 2 }, ['ab', '😀😀'], ['a', '😀', '']],
  ['short text', { type: 'string', maxLength: 2 }, ['ab', '😀😀'], ['abc']],
  ['e-mail', { type: 'string', format: 'email' }, ['a@b.c'], ['a', 'a@', '@b', 'a b@c']],
  ['uri', { type: 'string', format: 'uri' }, ['https://a.b/c', 'urn:x:y'], ['a', '/b', 'a b:c']],
  ['date', { type: 'string', format: 'date' }, ['2024-02-29'], ['2023-02-29', '2024-1-1', 'x']],
  [
    'moment',
    { type: 'string', format: 'date-time' },
    ['2024-02-29T12:00:00Z', '2024-01-01t00:00:60.5+02:00'],
    ['2024-02-29', '2024-02-30T12:00:00Z', '2024-01-01T24:00:00Z', '2024-01-01T00:00:00'],
  ],
  ['number', { type: 'number', minimum: 0, maximum: 1.5 }, [0, 1.5, 0.3], [-1, 2, '1', true]],
  ['whole number', { type: 'integer' }, [3, -1, 0], [1.5, '3', null]],
  ['yes or no', { type: 'boolean' }, [true, false], [0, 'true', null]],
  ['choice', color, ['red'], ['blue', 'Red', ['red']]],
  ['choice with titles', titled, ['r'], ['Red', 'x']],
  ['choice with names', { ...color, enumNames: ['R', 'G'] }, ['green'], ['G']],
  [
    'choices',
    { ...several, minItems: 1, maxItems: 2 },
    [['a'], ['c', 'a']],
    [[], ['a', 'b', 'c'], ['x'], 'a'],
  ],
  ['choices with titles', severalTitled, [['a'], []], [['A'], ['b']]],
];

async function answersTo(
  form: object,
  answer: unknown,
): Promise<Readonly<Record<string, unknown>>> {
  const { ask, next, client } = await connected(latest, { onElicit: () => answer as ElicitResult });
  await ask(7, 'elicitation/create', form);
  const reply = await next();
  expect(reply['id']).toBe(7);
  await client.close();
  return reply;
}

for (const [title, field, fitting, wrong] of fields) {
  proves(['ELI-04', 'ELI-05', 'ELI-07', 'ELI-08'], `${title}: what fits is sent`, async () => {
    for (const value of fitting) {
      const reply = await answersTo(formOf({ x: field }), {
        action: 'accept',
        content: { x: value },
      });
      expect(reply).toMatchObject({ result: { action: 'accept', content: { x: value } } });
    }
  });

  proves('ELI-07', `${title}: what does not fit is not sent`, async () => {
    for (const value of wrong) {
      const reply = await answersTo(formOf({ x: field }, ['x']), {
        action: 'accept',
        content: { x: value },
      });
      expect(reply).toMatchObject({ error: { code: -32603 } });
    }
  });

  proves('ELI-06', `${title}: a default fills in, one that does not fit does not`, async () => {
    const accept = { action: 'accept' };
    const filled = await answersTo(formOf({ x: { ...field, default: fitting[0] } }, ['x']), accept);
    expect(filled).toMatchObject({ result: { action: 'accept', content: { x: fitting[0] } } });
    const unusable = await answersTo(formOf({ x: { ...field, default: wrong[0] } }), accept);
    expect(unusable).toMatchObject({ result: { action: 'accept' } });
    expect(unusable['result']).toEqual({ action: 'accept', content: {} });
  });
}

proves('ELI-06', 'what the person wrote stays, zero and the empty text too', async () => {
  const properties = {
    n: { type: 'integer', default: 5 },
    t: { type: 'string', default: 'x' },
    b: { type: 'boolean', default: true },
  } satisfies Record<string, FormField>;
  const content = { n: 0, t: '', b: false };
  const reply = await answersTo(formOf(properties), { action: 'accept', content });
  expect(reply['result']).toEqual({ action: 'accept', content });
});

for (const [title, content] of [
  ['a field that is missing', {}],
  ['a field that the form has not', { name: 'a', other: 1 }],
  ['no object', 'a'],
] as const) {
  proves('ELI-07', `${title} is not sent`, async () => {
    const form = formOf({ name: { type: 'string' } }, ['name']);
    expect(await answersTo(form, { action: 'accept', content })).toMatchObject({
      error: { code: -32603 },
    });
  });
}

for (const action of ['decline', 'cancel'] as const) {
  proves(['ELI-08', 'ELI-01'], `${action} takes no content with it`, async () => {
    const form = formOf({ name: { type: 'string', default: 'x' } }, ['name']);
    const reply = await answersTo(form, { action, content: { name: 'a' } });
    expect(reply['result']).toEqual({ action });
  });
}

proves('ELI-08', 'an action that does not exist is a fault of the handler', async () => {
  const { ask, next, reports } = await connected(latest, {
    onElicit: () => ({ action: 'yes' }) as unknown as ElicitResult,
  });
  await ask(1, 'elicitation/create', formOf({}));
  expect(await next()).toMatchObject({ error: { code: -32603 } });
  expect(reports).toMatchObject([{ kind: 'callback-failed', callback: 'elicitation/create' }]);
});

proves(
  ['ELI-01', 'ELI-02'],
  'a form without a mode is a form, and the handler learns who asks',
  async () => {
    const seen: unknown[] = [];
    const { ask, next } = await connected(latest, {
      onElicit: (form, { server }) => {
        seen.push(form, server);
        return { action: 'cancel' };
      },
    });
    const form = formOf({ a: { type: 'string', title: 'A', description: 'd' } });
    await ask(1, 'elicitation/create', form);
    await next();
    expect(seen).toEqual([form, 'scripted']);
  },
);

proves('ELI-04', 'a form that is none is refused without asking anybody', async () => {
  let asked = 0;
  const { ask, next } = await connected(latest, {
    onElicit: () => {
      asked += 1;
      return { action: 'cancel' };
    },
  });
  for (const properties of [
    { a: { type: 'object', properties: {} } },
    { a: { type: 'array', items: { type: 'number' } } },
    { a: 'string' },
  ]) {
    await ask(1, 'elicitation/create', formOf(properties));
    expect(await next()).toMatchObject({ error: { code: -32602 } });
  }
  expect(asked).toBe(0);
});

for (const [title, options, params, code] of [
  [
    'a page, with a handler for forms only',
    'form',
    { mode: 'url', message: 'm', url: 'https://a.b', elicitationId: 'e' },
    -32602,
  ],
  ['a form, with a handler for pages only', 'url', formOf({}), -32602],
  ['a mode that does not exist', 'form', { ...formOf({}), mode: 'voice' }, -32602],
  ['anything, with no handler', 'none', formOf({}), -32601],
] as const) {
  proves(['ELI-03', 'CAP-05'], `${title}: ${code}`, async () => {
    const handler = (): ElicitResult => ({ action: 'accept' });
    const { ask, next, declared } = await connected(latest, {
      ...(options === 'form' && { onElicit: handler }),
      ...(options === 'url' && { onElicitUrl: handler }),
    });
    expect(declared).toEqual(options === 'none' ? {} : { elicitation: { [options]: {} } });
    await ask(1, 'elicitation/create', params);
    expect(await next()).toMatchObject({ id: 1, error: { code } });
  });
}

proves(
  ['ELI-03', 'RPC-16'],
  'a revision without elicitation has none, whatever handlers there are',
  async () => {
    const { ask, next } = await connected('2025-03-26', { onElicit: () => ({ action: 'accept' }) });
    await ask(1, 'elicitation/create', formOf({}));
    expect(await next()).toMatchObject({ error: { code: -32601 } });
  },
);

const page = { mode: 'url', message: 'm', url: 'https://example.com/a?b=c', elicitationId: 'e1' };

proves(
  ['ELI-09', 'ELI-12', 'ELI-08'],
  'a page: accept is consent; that the user is through comes later',
  async () => {
    let through = false;
    const seen: unknown[] = [];
    const { ask, next, say, reports } = await connected(latest, {
      onElicitUrl: (asked, { completed }) => {
        seen.push(asked);
        void completed?.then(() => {
          through = true;
        });
        return { action: 'accept', content: { not: 'sent' } };
      },
    });
    await ask(1, 'elicitation/create', page);
    expect((await next())['result']).toEqual({ action: 'accept' });
    expect(seen).toEqual([page]);
    const complete = (elicitationId: unknown): Promise<void> =>
      say({ method: 'notifications/elicitation/complete', params: { elicitationId } });
    await complete('other');
    await complete(5);
    await settle();
    expect(through).toBe(false);
    await complete('e1');
    expect(through).toBe(true);
    await complete('e1');
    expect(reports).toEqual([]);
  },
);

for (const url of [
  'http://example.com',
  'javascript:alert(1)',
  'file:///etc/passwd',
  'data:text/html,x',
  'ftp://example.com',
  'https:example.com',
  'https://',
  'https://exam ple.com',
  'https://example.com\\@evil.test',
  'http://localhost.evil.test',
  'http://127.0.0.1@evil.test',
  ' https://example.com',
]) {
  proves(
    ['ELI-11', 'ELI-09', 'SEC-04'],
    `a person is not sent to ${JSON.stringify(url)}`,
    async () => {
      let asked = 0;
      const { ask, next } = await connected(latest, {
        onElicitUrl: () => {
          asked += 1;
          return { action: 'accept' };
        },
      });
      await ask(1, 'elicitation/create', { ...page, url });
      expect(await next()).toMatchObject({ error: { code: -32602 } });
      expect(asked).toBe(0);
    },
  );
}

for (const url of [
  'https://example.com',
  'HTTPS://a.b:8/c?d#e',
  'http://localhost:3000/a',
  'http://127.0.0.1',
  'http://[::1]:8/',
]) {
  proves('ELI-10', `the handler is given the whole of ${url}`, async () => {
    const seen: string[] = [];
    const { ask, next } = await connected(latest, {
      onElicitUrl: (asked) => {
        seen.push(asked.url);
        return { action: 'decline' };
      },
    });
    await ask(1, 'elicitation/create', { ...page, url });
    expect((await next())['result']).toEqual({ action: 'decline' });
    expect(seen).toEqual([url]);
  });
}

proves(
  ['ELI-13', 'ELI-12'],
  'a call that needs a page first is sent again once the user is through',
  async () => {
    const seen: unknown[] = [];
    const { client, next, refuse, answer, say } = await connected(latest, {
      onElicitUrl: (asked, context) => {
        seen.push(asked.url, context.method, context.subject);
        return { action: 'accept' };
      },
    });
    const result = client.callTool('deploy', { a: 1 });
    const first = await next();
    await refuse(first, { code: -32042, data: { elicitations: [page] } });
    expect(seen).toEqual([page.url, 'tools/call', 'deploy']);
    await expect(next()).rejects.toThrow('nothing');
    await say({ method: 'notifications/elicitation/complete', params: { elicitationId: 'e1' } });
    const second = await next();
    expect(second).toMatchObject({
      method: 'tools/call',
      params: { name: 'deploy', arguments: { a: 1 } },
    });
    expect(second['id']).not.toBe(first['id']);
    await answer(second, { content: [] });
    await expect(result).resolves.toMatchObject({ content: [] });
    expect(seen).toHaveLength(3);
  },
);

proves(
  ['ELI-13', 'ELI-14'],
  'without word of it the call is tried again after waits that grow, and the user is asked once',
  async () => {
    let asked = 0;
    const { client, next, refuse, clock } = await connected(latest, {
      limits: { maxRounds: 2 },
      onElicitUrl: () => {
        asked += 1;
        return { action: 'accept' };
      },
    });
    const error = { code: -32042, data: { elicitations: [page] } };
    const failed = failureOf(client.callTool('a'));
    await refuse(await next(), error);
    await clock.advance(999);
    await expect(next()).rejects.toThrow('nothing');
    await clock.advance(1);
    await refuse(await next(), error);
    await clock.advance(2_000);
    await refuse(await next(), error);
    expect(await failed).toMatchObject({ code: -32042 });
    expect(asked).toBe(1);
  },
);

for (const [title, options, data] of [
  ['a user who declines', 'decline', { elicitations: [page] }],
  ['no handler', 'none', { elicitations: [page] }],
  ['no page', 'accept', { elicitations: [] }],
  ['malformed data', 'accept', { elicitations: [{ url: 5 }] }],
  [
    'an address that nobody is sent to',
    'accept',
    { elicitations: [{ ...page, url: 'file:///x' }] },
  ],
] as const) {
  proves('ELI-13', `${title}: the error stays`, async () => {
    const { client, next, refuse } = await connected(latest, {
      ...(options !== 'none' && { onElicitUrl: () => ({ action: options }) }),
    });
    const failed = failureOf(client.callTool('a'));
    await refuse(await next(), { code: -32042, data });
    expect(await failed).toMatchObject({ code: -32042 });
    await expect(next()).rejects.toThrow('nothing');
  });
}

proves(['ELI-15', 'W-33'], 'a flood is bounded, and over after a minute', async () => {
  let asked = 0;
  const { ask, next, clock } = await connected(latest, {
    limits: { maxQuestionsPerMinute: 3 },
    onElicit: () => {
      asked += 1;
      return { action: 'decline' };
    },
  });
  const replies: unknown[] = [];
  const flood = async (): Promise<void> => {
    for (let id = 0; id < 5; id += 1) {
      await ask(id, 'elicitation/create', formOf({}));
      const reply = await next();
      replies.push('error' in reply ? 'refused' : 'asked');
    }
  };
  await flood();
  await clock.advance(60_000);
  await flood();
  const once = ['asked', 'asked', 'asked', 'refused', 'refused'];
  expect(replies).toEqual([...once, ...once]);
  expect(asked).toBe(6);
});

proves(
  ['W-33', 'CAN-08', 'CAN-14'],
  'what the server takes back is not answered, and the handler is told',
  async () => {
    let isGivenUp = false;
    const { ask, say, next, reports } = await connected(latest, {
      onElicit: (_form, { signal }) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => {
            isGivenUp = true;
            resolve({ action: 'cancel' });
          });
        }),
    });
    await ask(4, 'elicitation/create', formOf({}));
    await say({ method: 'notifications/cancelled', params: { requestId: 4, reason: 'late' } });
    expect(isGivenUp).toBe(true);
    const reported = { kind: 'request-withdrawn', method: 'elicitation/create', reason: 'late' };
    expect(reports).toEqual([reported]);
    await expect(next()).rejects.toThrow('nothing');
  },
);

proves(['W-33'], 'a person who does not answer in time has cancelled', async () => {
  const { ask, next, clock } = await connected(latest, {
    onElicit: () => new Promise(() => {}),
    questionTimeoutMs: 1_000,
  });
  await ask(1, 'elicitation/create', formOf({}));
  await clock.advance(1_000);
  expect((await next())['result']).toEqual({ action: 'cancel' });
  expect(clock.waiting).toBe(0);
});

proves(['W-33'], 'two questions under one id are two questions', async () => {
  let asked = 0;
  const { ask, next } = await connected(latest, {
    onElicit: () => {
      asked += 1;
      return { action: 'decline' };
    },
  });
  await ask(1, 'elicitation/create', formOf({}));
  expect((await next())['result']).toEqual({ action: 'decline' });
  await ask(1, 'elicitation/create', formOf({}));
  expect((await next())['result']).toEqual({ action: 'decline' });
  expect(asked).toBe(2);
});

for (const related of [true, false]) {
  proves(
    ['TSK-06', 'META-15'],
    `an answer ${related ? 'names the task' : 'names no task'} that its question belongs to`,
    async () => {
      const { ask, next } = await connected(latest, { onElicit: () => ({ action: 'decline' }) });
      const _meta = { 'io.modelcontextprotocol/related-task': { taskId: 't' } };
      await ask(1, 'elicitation/create', { ...formOf({}), ...(related && { _meta }) });
      expect((await next())['result']).toEqual({ action: 'decline', ...(related && { _meta }) });
    },
  );
}

proves(
  'TSK-10',
  'who did not declare tasks answers at once, whatever the question says of one',
  async () => {
    const { ask, next, declared } = await connected(latest, {
      onElicit: () => ({ action: 'decline' }),
    });
    expect(declared).not.toHaveProperty('tasks');
    await ask(1, 'elicitation/create', { ...formOf({}), task: { ttl: 60_000 } });
    expect((await next())['result']).toEqual({ action: 'decline' });
  },
);

proves(['CAN-13'], 'while a person is asked the clock of the call stands still', async () => {
  let decide: (answer: ElicitResult) => void = () => {};
  const { client, ask, next, answer, clock } = await connected(latest, {
    onElicit: () =>
      new Promise((resolve) => {
        decide = resolve;
      }),
  });
  const result = client.callTool('a', {}, { timeoutMs: 1_000, maxTotalMs: 1_500 });
  const call = await next();
  await clock.advance(900);
  await ask(1, 'elicitation/create', formOf({}));
  await clock.advance(300_000);
  decide({ action: 'decline' });
  expect((await next())['id']).toBe(1);
  await clock.advance(99);
  await answer(call, { content: [] });
  await expect(result).resolves.toMatchObject({ content: [] });
});

proves(['CAN-13'], 'after the answer it goes on from where it stood', async () => {
  const { client, ask, next, clock } = await connected(latest, {
    onElicit: () => new Promise(() => {}),
    questionTimeoutMs: 5_000,
  });
  const failed = failureOf(client.callTool('a', {}, { timeoutMs: 1_000 }));
  await next();
  await clock.advance(900);
  await ask(1, 'elicitation/create', formOf({}));
  await clock.advance(5_000);
  await next();
  await clock.advance(100);
  expect(await failed).toMatchObject({
    code: 'TIMED_OUT',
  });
  expect(await next()).toMatchObject({ method: 'notifications/cancelled' });
});
