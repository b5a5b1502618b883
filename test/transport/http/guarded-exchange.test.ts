import { expect, test } from 'vitest';
import type {
  Credentials,
  CredentialsRefusal,
  CredentialsRequest,
  HeaderFields,
  RefusalAnswer,
} from '../../../src/transport/http/credentials.ts';
import { Play, settle } from '../../fixtures/http/channel-play.ts';
import { proves } from '../../support/proves.ts';

const answer = { jsonrpc: '2.0', id: 1, result: {} };
const challenge = { 'www-authenticate': 'Bearer error="invalid_token"', 'mcp-session-id': 's' };

const sentTo = {
  method: 'POST',
  url: 'https://mcp.example.com/mcp',
  server: 'https://mcp.example.com/mcp',
  operation: 'tools/call',
};

/** Credentials that count, and answer refusals as the test says. */
function counting(
  refused?: (refusal: CredentialsRefusal) => RefusalAnswer | Promise<RefusalAnswer>,
): {
  credentials: Credentials;
  requests: CredentialsRequest[];
  refusals: CredentialsRefusal[];
} {
  const requests: CredentialsRequest[] = [];
  const refusals: CredentialsRefusal[] = [];
  const credentials: Credentials = {
    headers(request) {
      requests.push(request);
      return { Authorization: `Bearer t${requests.length}` };
    },
    ...(refused !== undefined && {
      refused(refusal: CredentialsRefusal) {
        refusals.push(refusal);
        return refused(refusal);
      },
    }),
  };
  return { credentials, requests, refusals };
}

proves('A-08', 'credentials that need no time go out in the same turn', () => {
  const { credentials, requests } = counting();
  const play = new Play({ credentials });
  play.request(1);
  expect(play.script.call(0).header('authorization')).toBe('Bearer t1');
  expect(requests).toStrictEqual([sentTo]);
});

test('credentials that need time hold up their own message only', async () => {
  let give: (fields: HeaderFields) => void = () => undefined;
  const later = new Promise<HeaderFields>((resolve) => (give = resolve));
  let first = true;
  const play = new Play({
    credentials: {
      headers(): HeaderFields | Promise<HeaderFields> {
        if (!first) return { Authorization: 'now' };
        first = false;
        return later;
      },
    },
  });
  play.request(1);
  play.request(2);
  expect(play.script.calls).toHaveLength(1);
  give({ Authorization: 'later' });
  await settle();
  expect(play.script.calls.map((call) => call.header('authorization'))).toStrictEqual([
    'now',
    'later',
  ]);
});

proves(
  'HTTP-21',
  'a refusal is shown to the credentials, and the same message sent again',
  async () => {
    const { credentials, refusals } = counting(() => ({ kind: 'retry' }));
    const play = new Play({ credentials });
    play.request(1);
    play.script.call(0).answer(401, challenge, 'no');
    await settle();
    expect(refusals).toStrictEqual([
      {
        status: 401,
        headers: challenge,
        request: sentTo,
        sent: { Authorization: 'Bearer t1' },
        tries: 1,
        signal: expect.any(AbortSignal),
      },
    ]);
    expect(play.script.call(1).request.body).toBe(play.script.call(0).request.body);
    expect(play.script.call(1).header('authorization')).toBe('Bearer t2');
    play.script.call(1).json(answer);
    expect(play.recorder.told).toStrictEqual([{ kind: 'message', value: answer, via: 1 }]);
  },
);

test('what is left of a refused reply is cut when the message goes out again', async () => {
  const { credentials } = counting(() => ({ kind: 'retry' }));
  const play = new Play({ credentials });
  play.request(1);
  play.script.call(0).head(401, challenge).chunk('an endless page');
  await settle();
  expect(play.script.calls).toHaveLength(2);
  expect(play.script.call(0).aborted).toBe(true);
});

test.each([401, 403])('after three refusals %d is what the call fails with', async (status) => {
  const { credentials, refusals } = counting(() => ({ kind: 'retry' }));
  const play = new Play({ credentials });
  play.request(1);
  for (let at = 0; at < 4; at += 1) {
    play.script.call(at).answer(status, {}, 'for ever');
    await settle();
  }
  expect(refusals.map(({ tries }) => tries)).toStrictEqual([1, 2, 3]);
  expect(play.script.calls).toHaveLength(4);
  expect(play.recorder.failures).toMatchObject([
    { kind: 'http-status', status, body: 'for ever', withCredentials: true },
  ]);
});

test('a refusal that is not about credentials is the answer that it is', () => {
  const { credentials } = counting(() => ({ kind: 'pass' }));
  const play = new Play({ credentials });
  play.request(1);
  play.script.call(0).answer(403, {}, 'not you');
  expect(play.recorder.failures).toMatchObject([
    { kind: 'http-status', status: 403, body: 'not you' },
  ]);
});

test('whoever is asked learns that nobody waits any more', async () => {
  const { credentials, refusals } = counting(() => new Promise(() => undefined));
  const play = new Play({ credentials });
  play.request(1);
  play.script.call(0).answer(401);
  await settle();
  expect(refusals[0]?.signal.aborted).toBe(false);
  play.channel.abandon(1);
  expect(refusals[0]?.signal.aborted).toBe(true);
});

test('tries are counted for each message anew', async () => {
  const { credentials, refusals } = counting(() => ({ kind: 'retry' }));
  const play = new Play({ credentials });
  play.request(1);
  play.script.call(0).answer(401);
  await settle();
  play.request(2);
  play.script.call(2).answer(401);
  await settle();
  expect(refusals.map(({ tries }) => tries)).toStrictEqual([1, 1]);
});

const failing: readonly { why: string; credentials: (cause: Error) => Credentials }[] = [
  {
    why: 'it gives up',
    credentials: (error) => counting(() => ({ kind: 'fail', error })).credentials,
  },
  {
    why: 'it gives up later',
    credentials: (error) => counting(() => Promise.resolve({ kind: 'fail', error })).credentials,
  },
  {
    why: 'it rejects',
    credentials: (error) => counting(() => Promise.reject(error)).credentials,
  },
  {
    why: 'it throws',
    credentials: (error) =>
      counting(() => {
        throw error;
      }).credentials,
  },
  {
    why: 'its headers throw',
    credentials: (error) => ({
      headers() {
        throw error;
      },
    }),
  },
  {
    why: 'its headers reject',
    credentials: (error) => ({ headers: () => Promise.reject(error) }),
  },
];
test.each(failing)(
  'the credentials fail with an error of their own: $why',
  async ({ credentials }) => {
    const cause = new Error('no sign-in');
    const play = new Play({ credentials: credentials(cause) });
    play.request(1);
    play.script.calls.at(0)?.answer(401);
    await settle();
    expect(play.recorder.told).toStrictEqual([
      { kind: 'failed', id: 1, failure: { kind: 'credentials-failed', cause } },
    ]);
  },
);

test('a refusal without credentials, or with some that take none, is a failure at once', async () => {
  for (const credentials of [undefined, counting().credentials]) {
    const play = new Play(credentials === undefined ? {} : { credentials });
    play.request(1);
    play.script.call(0).answer(401, challenge, 'no');
    expect(play.recorder.failures).toStrictEqual([
      {
        kind: 'http-status',
        status: 401,
        headers: { 'www-authenticate': challenge['www-authenticate'] },
        body: 'no',
        json: undefined,
        inSession: false,
        withCredentials: credentials !== undefined,
      },
    ]);
    await settle();
    expect(play.script.calls).toHaveLength(1);
  }
});

test('an Authorization field that the user set counts as credentials', () => {
  const play = new Play({ headers: { authorization: 'Basic eA==' } });
  play.request(1);
  play.script.call(0).answer(401);
  expect(play.recorder.failures).toMatchObject([{ withCredentials: true }]);
});

test.each(['headers', 'refused'] as const)('abandoned while its %s are asked for', async (step) => {
  let go: () => void = () => undefined;
  const wait = new Promise<void>((resolve) => (go = resolve));
  const play = new Play({
    credentials: {
      headers: () => (step === 'headers' ? wait.then(() => ({ a: 'b' })) : { a: 'b' }),
      refused: () => wait.then(() => ({ kind: 'retry' }) as const),
    },
  });
  play.request(1);
  play.script.calls.at(0)?.answer(401);
  await settle();
  play.channel.abandon(1);
  go();
  await settle();
  expect(play.script.calls).toHaveLength(step === 'headers' ? 0 : 1);
  expect(play.recorder.told).toStrictEqual([]);
});

proves(
  'H-17',
  'a header that cannot be sent fails the call once, by name and without cause',
  async () => {
    const play = new Play({ credentials: { headers: () => ({ 'X-Key': 'secret\r\nvalue' }) } });
    play.request(1);
    expect(play.recorder.told).toStrictEqual([]);
    await settle();
    expect(play.script.calls).toHaveLength(0);
    expect(play.recorder.told).toStrictEqual([
      {
        kind: 'failed',
        id: 1,
        failure: {
          kind: 'unsendable',
          detail: 'the value of the header x-key has a carriage return (CR) in it',
        },
      },
    ]);
  },
);

proves('W-05', 'a redirect is refused by default and named by its origin only', async () => {
  const play = new Play();
  play.request(1);
  play.script.call(0).answer(307, { location: 'https://evil.example/?token=t' });
  await settle();
  expect(play.recorder.failures).toStrictEqual([
    {
      kind: 'redirected',
      status: 307,
      detail: 'it points to another origin, https://evil.example',
    },
  ]);
  expect(play.script.calls).toHaveLength(1);
});

proves(
  'W-05',
  'a redirect on the same origin is followed where set, with credentials for it',
  async () => {
    const { credentials, requests } = counting();
    const play = new Play({ credentials, followRedirects: 'same-origin' });
    play.request(1);
    play.script.call(0).answer(308, { location: '/v2' });
    await settle();
    expect(play.script.call(1).request.url.href).toBe('https://mcp.example.com/v2');
    expect(play.script.call(1).request.method).toBe('POST');
    expect(play.script.call(1).request.body).toBe(play.script.call(0).request.body);
    expect(requests.map(({ url }) => url)).toStrictEqual([
      'https://mcp.example.com/mcp',
      'https://mcp.example.com/v2',
    ]);
    play.script.call(1).json(answer);
    expect(play.recorder.messages).toStrictEqual([answer]);
  },
);

proves(
  'W-05',
  'redirects for ever end after three, and none leads away in the middle',
  async () => {
    const play = new Play({ followRedirects: 'same-origin' });
    play.request(1);
    play.request(2);
    for (let at = 0; at < 8; at += 1) {
      const call = play.script.calls.at(at);
      const away = call?.request.body?.includes('"id":2') === true && at > 2;
      call?.answer(307, { location: away ? 'https://evil.example/' : `/r${at}` });
      await settle();
    }
    expect(play.recorder.failures).toHaveLength(2);
    expect(play.recorder.failures).toContainEqual({
      kind: 'redirected',
      status: 307,
      detail: 'it points to the same origin, https://mcp.example.com, after 3 others',
    });
    expect(play.recorder.failures).toContainEqual({
      kind: 'redirected',
      status: 307,
      detail: 'it points to another origin, https://evil.example',
    });
    for (const { request } of play.script.calls) {
      expect(request.url.origin).toBe('https://mcp.example.com');
    }
  },
);

test.each(['retry', 'pass'] as const)(
  'whoever gives the message up while it is refused hears no more of it: %s',
  async (kind) => {
    const { credentials } = counting(() => {
      play.channel.abandon(1);
      return { kind };
    });
    const play = new Play({ credentials });
    const waits: boolean[] = [];
    const head = { kind: 'request', method: 'tools/call', id: 1 } as const;
    play.channel.send('{}', { ...head, waits: (something) => waits.push(something) });
    play.script.call(0).answer(401, challenge, 'no');
    await settle();
    expect(play.script.calls).toHaveLength(1);
    expect(waits).toEqual([]);
    expect(play.recorder.told).toEqual([]);
  },
);

test('who gives it up and throws is heard no more either', async () => {
  const { credentials } = counting(() => {
    play.channel.abandon(1);
    throw new Error('enough');
  });
  const play = new Play({ credentials });
  play.request(1);
  play.script.call(0).answer(401, challenge);
  await settle();
  expect(play.recorder.told).toEqual([]);
  expect(play.clock.waiting).toBe(0);
});

test.each([{ kind: 'pass' }, undefined, { kind: 'perhaps' }])(
  'a promise of %o is no answer to a refusal, and the error says so',
  async (given) => {
    const { credentials } = counting(() => Promise.resolve(given as RefusalAnswer));
    const play = new Play({ credentials });
    const waits: boolean[] = [];
    const head = { kind: 'request', method: 'tools/call', id: 1 } as const;
    play.channel.send('{}', { ...head, waits: (something) => waits.push(something) });
    play.script.call(0).answer(401, challenge);
    await settle();
    expect(waits).toEqual([true, false]);
    expect(play.recorder.failures).toMatchObject([
      { kind: 'credentials-failed', cause: { message: expect.stringMatching(/neither retry/) } },
    ]);
  },
);

test('every way out of a wait for the credentials ends it', async () => {
  const ways: readonly ((play: Play, answer: Answering) => unknown)[] = [
    (_, { give }) => give({ kind: 'retry' }),
    (_, { give }) => give({ kind: 'fail', error: new Error('no') }),
    (_, { fail }) => fail(new Error('no')),
    (play) => play.channel.abandon(1),
    (play) => play.channel.close(),
  ];
  for (const way of ways) {
    let answering: Answering | undefined;
    const { credentials, refusals } = counting(
      () => new Promise((give, fail) => (answering = { give, fail })),
    );
    const play = new Play({ credentials });
    const waits: boolean[] = [];
    const head = { kind: 'request', method: 'tools/call', id: 1 } as const;
    play.channel.send('{}', { ...head, waits: (something) => waits.push(something) });
    play.script.call(0).answer(401, challenge);
    expect(waits).toEqual([true]);
    if (answering !== undefined) void way(play, answering);
    await settle();
    expect(waits).toEqual([true, false]);
    expect(refusals).toHaveLength(1);
  }
});

interface Answering {
  readonly give: (answer: RefusalAnswer) => void;
  readonly fail: (error: Error) => void;
}

test('a notification is waited for as long as a sign-in takes, and a minute after it', async () => {
  let give: (answer: RefusalAnswer) => void = () => {};
  const { credentials } = counting(() => new Promise((resolve) => (give = resolve)));
  const play = new Play({ credentials });
  play.notify();
  play.script.call(0).answer(401, challenge);
  play.clock.advance(600_000);
  expect(play.recorder.told).toEqual([]);
  expect(play.clock.waiting).toBe(0);
  give({ kind: 'retry' });
  await settle();
  expect(play.script.calls).toHaveLength(2);
  expect(play.clock.waiting).toBe(1);
  play.clock.advance(60_000);
  expect(JSON.stringify(play.recorder.told)).toContain('did not accept it within 60000 ms');
  expect(play.clock.waiting).toBe(0);
});
