import { expect, test } from 'vitest';
import { Play, settle } from '../../fixtures/http/channel-play.ts';
import { proves } from '../../support/proves.ts';

const answer = { jsonrpc: '2.0', id: 1, result: { n: 0 } };
const progress = { jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: 0 } };
const json = { 'content-type': 'application/json' };

proves(['HTTP-09', 'HTL-03'], 'a JSON reply, cut anywhere', () => {
  const text = JSON.stringify(answer);
  for (let size = 1; size <= text.length; size += 1) {
    const play = new Play();
    play.request(1);
    const call = play.script.call(0).head(200, json);
    for (let at = 0; at < text.length; at += size) call.chunk(text.slice(at, at + size));
    expect(play.recorder.told).toStrictEqual([]);
    call.end();
    expect(play.recorder.told).toStrictEqual([{ kind: 'message', value: answer, via: 1 }]);
  }
});

proves(
  ['HTTP-09', 'HTL-03'],
  'an event reply in wire order, at once, and with the request it came by',
  () => {
    const play = new Play();
    play.request(1);
    const call = play.script.call(0).events();
    call.chunk(
      `: alive\n\ndata: ${JSON.stringify(progress)}\n\ndata: ${JSON.stringify(answer)}\n\n`,
    );
    expect(play.recorder.told).toStrictEqual([
      { kind: 'message', value: progress, via: 1 },
      { kind: 'message', value: answer, via: 1 },
    ]);
    call.end();
    play.clock.advance(60_000);
    expect(play.recorder.told).toHaveLength(2);
    expect(play.clock.waiting).toBe(0);
  },
);

proves('HTTP-13', 'after the answer the server has a moment to end the stream, then we do', () => {
  const play = new Play();
  play.request(1);
  const call = play.script.call(0).events().event(answer);
  play.clock.advance(999);
  expect(call.aborted).toBe(false);
  call.event(progress);
  play.clock.advance(1);
  expect(call.aborted).toBe(true);
  expect(play.recorder.messages).toStrictEqual([answer, progress]);
});

test('an error without an id answers the request whose reply it is', () => {
  const error = { jsonrpc: '2.0', id: null, error: { code: -32_600, message: 'no' } };
  const play = new Play();
  play.request(1);
  play.script.call(0).events().event(error).end();
  expect(play.recorder.told).toStrictEqual([{ kind: 'message', value: error, via: 1 }]);
});

test('a batch is handed on as it is', () => {
  const play = new Play();
  play.request(1);
  play.script.call(0).json([progress, answer]);
  expect(play.recorder.told).toStrictEqual([
    { kind: 'message', value: [progress, answer], via: 1 },
  ]);
});

test('the answer to another request, in this reply, ends that one too', () => {
  const play = new Play();
  play.shakeHands();
  play.request(1);
  play.request(2);
  const second = play.script
    .call(-1)
    .events()
    .event({ ...answer, id: 2 }, 'e2');
  const first = play.script.call(-2).events().event(progress, 'e1');
  second.event(answer).end();
  first.end();
  play.clock.advance(120_000);
  // The stream of the first is neither resumed nor missed.
  expect(play.script.calls).toHaveLength(4);
  expect(play.recorder.failures).toStrictEqual([]);
});

const useless = [
  { why: 'an empty body', headers: json, body: '', detail: 'its body is empty' },
  { why: 'blanks', headers: json, body: ' \n', detail: 'its body is empty' },
  {
    why: 'no type and no JSON',
    headers: {},
    body: 'hello',
    detail: 'no Content-Type, and its body',
  },
  {
    why: 'another message',
    headers: json,
    body: JSON.stringify(progress),
    detail: 'not the answer',
  },
  {
    why: 'another answer',
    headers: json,
    body: '{"jsonrpc":"2.0","id":7,"result":{}}',
    detail: 'not the answer',
  },
  { why: 'a number', headers: json, body: '7', detail: 'not the answer' },
  { why: 'HTML', headers: { 'content-type': 'text/html' }, body: '<p>', detail: 'got "text/html"' },
  { why: 'no content', status: 204, headers: {}, body: '', detail: 'this status has no body' },
];
for (const { why, status = 200, headers, body, detail } of useless) {
  proves(['W-08', 'W-43'], `a success that is no answer fails the call: ${why}`, () => {
    const play = new Play();
    play.request(1);
    play.script.call(0).answer(status, headers, body);
    expect(play.recorder.failures).toStrictEqual([
      { kind: 'unusable-reply', status, detail: expect.stringContaining(detail) as string },
    ]);
  });
}

proves('W-08', 'a body that is JSON is read where no type is named', () => {
  const play = new Play();
  play.request(1);
  play.script.call(0).answer(200, {}, JSON.stringify(answer));
  expect(play.recorder.told).toStrictEqual([{ kind: 'message', value: answer, via: 1 }]);
});

proves('W-43', 'an encoding that nobody asked for is named where nothing can be read', () => {
  const play = new Play();
  play.request(1);
  play.request(2);
  const encoded = { 'content-encoding': 'gzip' };
  play.script.call(0).answer(200, { ...json, ...encoded }, '\u001f\u008b');
  play.script.call(1).events(encoded).chunk('\u001f\u008b').end();
  const note = expect.stringContaining('; its Content-Encoding is "gzip"') as string;
  expect(play.recorder.failures).toStrictEqual([
    { kind: 'unreadable-message', detail: note },
    { kind: 'stream-ended', how: 'ended', detail: note },
  ]);
});

test('JSON that does not parse fails its call, with its beginning and without what was confided', () => {
  const play = new Play({ headers: { 'x-api-key': 'k3y-k3y-k3y' } });
  play.request(1);
  play.script.call(0).answer(200, json, '{"k3y-k3y-k3y"\u0007');
  expect(play.recorder.failures).toStrictEqual([
    {
      kind: 'unreadable-message',
      detail: 'expected JSON, got 15 characters that begin with "{\\"[withheld]\\"\\u0007"',
    },
  ]);
});

test.each(['json', 'events'] as const)(
  'a message over the limit loses its own call only: %s',
  (form) => {
    const play = new Play({ limits: { maxMessageBytes: 100 } });
    play.request(1);
    play.request(2);
    const big = JSON.stringify({ ...answer, result: { text: 'x'.repeat(100) } });
    const call = play.script.call(0);
    if (form === 'json') call.head(200, json).chunk(big.slice(0, 90)).chunk(big.slice(90));
    else call.events().chunk(`data: ${big}\n\n`);
    expect(call.aborted).toBe(true);
    expect(play.recorder.told).toStrictEqual([
      { kind: 'failed', id: 1, failure: { kind: 'message-too-large', maxBytes: 100 } },
    ]);
    play.script.call(1).json({ ...answer, id: 2 });
    expect(play.recorder.messages).toStrictEqual([{ ...answer, id: 2 }]);
  },
);

proves('W-01', 'an event stream without the answer fails the call at once', () => {
  const play = new Play();
  play.channel.adopt({ era: 'modern', revision: '2026-07-28' });
  play.request(1);
  play.script.call(0).events().event(progress).end();
  expect(play.recorder.told).toStrictEqual([
    { kind: 'message', value: progress, via: 1 },
    {
      kind: 'failed',
      id: 1,
      failure: { kind: 'stream-ended', how: 'ended', detail: 'the server closed it' },
    },
  ]);
});

proves('W-01', 'a reply that breaks fails the call at once, and says how', () => {
  for (const headers of [json, { 'content-type': 'text/event-stream' }]) {
    const play = new Play();
    play.request(1);
    play.script.call(0).head(200, headers).chunk('d').broke();
    const detail = 'the connection was reset (ECONNRESET)';
    expect(play.recorder.failures).toStrictEqual([{ kind: 'stream-ended', how: 'broken', detail }]);
  }
});

test('no connection at all', () => {
  const play = new Play();
  play.request(1);
  play.script.call(0).broke({ systemCode: 'ECONNREFUSED', detail: 'refused', beforeSent: true });
  expect(play.recorder.failures).toStrictEqual([
    { kind: 'unreachable', systemCode: 'ECONNREFUSED', detail: 'refused' },
  ]);
});

test('an event that is no JSON is reported, and the reason if no answer follows', () => {
  const detail = 'expected JSON, got 5 characters that begin with "{\\"a\\":"';
  const failure = { kind: 'unreadable-message', detail };
  const play = new Play();
  play.request(1);
  play.request(2);
  play.script.call(0).events().chunk('data: {"a":\n\n').event(answer).end();
  play.script.call(1).events().chunk('data: {"a":\n\n').end();
  expect(play.recorder.told).toStrictEqual([
    { kind: 'report', notice: { kind: 'unreadable-message', failure } },
    { kind: 'message', value: answer, via: 1 },
    { kind: 'report', notice: { kind: 'unreadable-message', failure } },
    { kind: 'failed', id: 2, failure },
  ]);
});

test('events of other names, and without data, are no messages', () => {
  const play = new Play();
  play.request(1);
  play.script
    .call(0)
    .events()
    .chunk('event: ping\ndata: {}\n\nid: 1\ndata:\n\ndata: \n\n')
    .event(answer)
    .end();
  expect(play.recorder.messages).toStrictEqual([answer]);
});

proves('HTTP-10', 'a refusal carries status, header and body, also as JSON', () => {
  const error = { jsonrpc: '2.0', id: null, error: { code: -32_022, message: 'no' } };
  const play = new Play();
  play.request(1);
  play.script.call(0).answer(400, { ...json, 'set-cookie': 'c' }, JSON.stringify(error));
  expect(play.recorder.failures).toStrictEqual([
    {
      kind: 'http-status',
      status: 400,
      headers: json,
      body: JSON.stringify(error),
      json: error,
      inSession: false,
      withCredentials: false,
    },
  ]);
});

test('the body of a refusal is cut at its bound, and not waited for without end', () => {
  const play = new Play({ limits: { maxErrorBodyBytes: 10 } });
  play.request(1);
  play.request(2);
  play.script.call(0).head(500).chunk('x'.repeat(7)).chunk('y'.repeat(7));
  expect(play.script.call(0).aborted).toBe(true);
  play.script.call(1).head(503).chunk('busy');
  play.clock.advance(5_000);
  expect(play.script.call(1).aborted).toBe(true);
  expect(play.recorder.failures).toMatchObject([{ body: 'xxxxxxxyyy' }, { body: 'busy' }]);
});

proves(
  ['W-08', 'HTL-02'],
  'a notification is told as accepted once, when the head is there',
  () => {
    for (const status of [200, 202, 204]) {
      const play = new Play();
      play.notify();
      const call = play.script.call(0).head(status, { 'content-type': 'text/html' });
      expect(play.recorder.told).toStrictEqual([{ kind: 'delivered', failure: undefined }]);
      call.chunk('<p>whatever');
      play.clock.advance(1_000);
      expect(call.aborted).toBe(true);
      expect(play.recorder.told).toHaveLength(1);
    }
  },
);

proves('HTL-02', 'a notification that was refused is told to whoever asked, else reported', () => {
  const play = new Play();
  play.notify();
  play.script.call(0).answer(400, json, '{"jsonrpc":"2.0","error":{"code":-32600,"message":"no"}}');
  play.channel.send('{}', { kind: 'response', method: 'roots/list', id: 0 });
  play.script.call(1).answer(500);
  expect(play.recorder.told).toMatchObject([
    { kind: 'delivered', failure: { kind: 'http-status', status: 400 } },
    {
      kind: 'report',
      notice: { kind: 'undelivered', method: 'roots/list', failure: { status: 500 } },
    },
  ]);
});

test('the fields of a message go out with it, an empty one too', () => {
  const play = new Play();
  play.request(1, 'tools/call', { 'Mcp-Method': 'tools/call', 'Mcp-Param-A': '' });
  expect(play.script.call(0).request.headers).toMatchObject({
    'Mcp-Method': 'tools/call',
    'Mcp-Param-A': '',
  });
});

test('after it was abandoned nothing is told of a request, in the middle of a chunk either', async () => {
  const play = new Play();
  play.request(1);
  const call = play.script.call(0).events();
  const { recorder, channel } = play;
  recorder.message = (value, via) => {
    recorder.told.push({ kind: 'message', value, via });
    channel.abandon(1);
  };
  call.chunk(`data: ${JSON.stringify(progress)}\n\ndata: ${JSON.stringify(answer)}\n\n`);
  call.end();
  await settle();
  expect(recorder.messages).toStrictEqual([progress]);
  expect(recorder.told).toHaveLength(1);
  expect(call.aborted).toBe(true);
  expect(play.clock.waiting).toBe(0);
});
