import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Play, settle } from '../../fixtures/http/channel-play.ts';
import { proves } from '../../support/proves.ts';

const answer = { jsonrpc: '2.0', id: 1, result: {} };

proves(
  ['A-07', 'HTL-05', 'HTL-04'],
  'session and revision go with all that follows the handshake',
  () => {
    const play = new Play();
    play.request(0, 'initialize');
    const shake = play.script.call(0);
    shake.json({ jsonrpc: '2.0', id: 0, result: {} }, { 'mcp-session-id': 'session-1' });
    expect(shake.header('mcp-session-id')).toBeUndefined();
    expect(shake.header('mcp-protocol-version')).toBeUndefined();
    play.channel.adopt({ era: 'legacy', revision: '2025-06-18' });
    play.notify('notifications/initialized');
    play.request(1);
    for (const call of play.script.calls.slice(1)) {
      expect(call.header('mcp-session-id')).toBe('session-1');
      expect(call.header('mcp-protocol-version')).toBe('2025-06-18');
    }
  },
);

proves(
  'HTL-05',
  'an id that comes with an event reply counts too, and only the handshake issues one',
  () => {
    const play = new Play();
    play.request(0, 'server/discover');
    play.script.call(0).json({ ...answer, id: 0 }, { 'mcp-session-id': 'not-this' });
    play.request(1, 'initialize');
    expect(play.script.call(1).header('mcp-session-id')).toBeUndefined();
    play.script.call(1).events({ 'mcp-session-id': 'but-this' }).event(answer).end();
    play.request(2);
    play.script.call(2).json({ ...answer, id: 2 }, { 'mcp-session-id': 'nor-this' });
    play.request(3);
    expect(play.script.call(3).header('mcp-session-id')).toBe('but-this');
  },
);

proves(
  'HTL-05',
  'a handshake that is repeated belongs to no session, and its session replaces the first',
  () => {
    const play = new Play();
    play.shakeHands('one');
    play.request(1, 'initialize');
    const again = play.script.call(-1);
    expect(again.header('mcp-session-id')).toBeUndefined();
    expect(again.header('mcp-protocol-version')).toBeUndefined();
    again.json(answer, { 'mcp-session-id': 'two' });
    play.request(2);
    expect(play.script.call(-1).header('mcp-session-id')).toBe('two');
  },
);

proves(
  ['HTL-05', 'W-43'],
  'an id that was mangled is ignored and reported, by the name of its header',
  () => {
    const play = new Play();
    play.request(1, 'initialize');
    play.script.call(0).json(answer, { 'mcp-session-id': 'secret session' });
    play.request(2);
    expect(play.script.call(1).header('mcp-session-id')).toBeUndefined();
    const detail = 'the header Mcp-Session-Id is no visible ASCII and is ignored';
    const failure = { kind: 'unusable-reply', status: 200, detail };
    expect(play.recorder.told).toStrictEqual([
      { kind: 'report', notice: { kind: 'unreadable-message', failure } },
      { kind: 'message', value: answer, via: 1 },
    ]);
  },
);

proves('HTTP-16', 'in the modern era no session is kept, and closing tells nobody', async () => {
  const play = new Play();
  play.request(1, 'server/discover');
  play.script.call(0).json(answer, { 'mcp-session-id': 'ignored-id' });
  play.channel.adopt({ era: 'modern', revision: '2026-07-28' });
  play.request(2);
  expect(play.script.call(1).header('mcp-session-id')).toBeUndefined();
  await play.channel.close();
  expect(play.script.calls.map(({ request }) => request.method)).toStrictEqual(['POST', 'POST']);
});

proves(['HTL-07', 'HTL-06'], 'a refusal in a session says so, and shows nothing of its id', () => {
  const play = new Play();
  play.shakeHands('1868a90c-secret');
  play.request(1);
  const body =
    '{"jsonrpc":"2.0","error":{"code":-32001,"message":"Session 1868a90c-secret not found"}}';
  play.script.call(-1).answer(404, { 'mcp-session-id': '1868a90c-secret' }, body);
  expect(play.recorder.failures).toMatchObject([
    {
      kind: 'http-status',
      status: 404,
      headers: {},
      inSession: true,
      json: { error: { message: 'Session [withheld] not found' } },
    },
  ]);
  expect(JSON.stringify(play.recorder.told)).not.toContain('1868a90c-secret');
});

const deletes: readonly { why: string; play: (play: Play) => void }[] = [
  { why: '200', play: (play) => play.script.call(-1).answer(200) },
  { why: '202', play: (play) => play.script.call(-1).answer(202) },
  { why: '204', play: (play) => play.script.call(-1).answer(204) },
  { why: '404', play: (play) => play.script.call(-1).answer(404, {}, 'gone') },
  { why: '405', play: (play) => play.script.call(-1).answer(405, {}, 'no DELETE') },
  { why: '500', play: (play) => play.script.call(-1).answer(500, {}, 'oops') },
  { why: 'a redirect', play: (play) => play.script.call(-1).answer(302, { location: '/' }) },
  { why: 'a reset', play: (play) => play.script.call(-1).broke() },
  { why: 'silence', play: (play) => play.clock.advance(2_000) },
  {
    why: 'a body without end',
    play: (play) => {
      play.script.call(-1).head(200).chunk('x');
      play.clock.advance(2_000);
    },
  },
];
for (const { why, play: answerDelete } of deletes) {
  proves(
    ['A-07', 'H-05', 'HTL-08'],
    `closing ends the session, and ${why} counts as closed`,
    async () => {
      const play = new Play();
      play.shakeHands('session-1');
      const closing = play.channel.close();
      expect(play.lineClosed).toBe(0);
      const { method, headers, body } = play.script.call(-1).request;
      expect({ method, headers, body }).toStrictEqual({
        method: 'DELETE',
        headers: { 'Mcp-Session-Id': 'session-1', 'MCP-Protocol-Version': '2025-11-25' },
        body: undefined,
      });
      answerDelete(play);
      await closing;
      expect(play.lineClosed).toBe(1);
      expect(play.clock.waiting).toBe(0);
      expect(play.recorder.told).toStrictEqual([{ kind: 'closed', failure: { kind: 'closed' } }]);
    },
  );
}

proves('HTL-08', 'without a session, or with one that is lost, nothing is deleted', async () => {
  for (const session of [undefined, 'session-1']) {
    const play = new Play();
    play.shakeHands(session);
    if (session !== undefined) {
      play.request(1);
      play.script.call(-1).answer(404);
    }
    await play.channel.close();
    expect(play.script.calls.map(({ request }) => request.method)).not.toContain('DELETE');
  }
});

test('closing asks for credentials too, and does not wait for them longer', async () => {
  const play = new Play({
    credentials: {
      headers: (request) =>
        request.method === 'DELETE' ? new Promise<never>(() => undefined) : { Authorization: 'a' },
    },
  });
  play.shakeHands('session-1');
  const closing = play.channel.close();
  play.clock.advance(2_000);
  await closing;
  expect(play.recorder.told).toStrictEqual([{ kind: 'closed', failure: { kind: 'closed' } }]);
});

proves('A-06', 'closing is one act, however often it is asked for', async () => {
  const play = new Play();
  play.shakeHands('session-1');
  const first = play.channel.close();
  const second = play.channel.close();
  play.script.call(-1).answer(200);
  await Promise.all([first, second]);
  await play.channel.close();
  expect(play.script.calls.filter(({ request }) => request.method === 'DELETE')).toHaveLength(1);
  expect(play.recorder.of('closed')).toHaveLength(1);
  expect(play.lineClosed).toBe(1);
});

test('closing ends all that is open; only notifications hear of it, since calls are failed elsewhere', async () => {
  const play = new Play();
  play.request(1);
  play.request(2);
  play.notify();
  play.script.call(0).events();
  await play.channel.close();
  expect(play.script.calls.map(({ aborted }) => aborted)).toStrictEqual([true, true, true]);
  expect(play.recorder.told).toStrictEqual([
    { kind: 'delivered', failure: { kind: 'closed' } },
    { kind: 'closed', failure: { kind: 'closed' } },
  ]);
});

test('what is sent after closing fails, and nothing follows the end', async () => {
  const play = new Play();
  play.shakeHands('session-1');
  const closing = play.channel.close();
  play.request(1);
  play.notify();
  play.script.call(-1).answer(200);
  await closing;
  play.request(2);
  play.notify();
  play.channel.listen();
  await settle();
  expect(play.recorder.told).toStrictEqual([
    { kind: 'failed', id: 1, failure: { kind: 'closed' } },
    { kind: 'delivered', failure: { kind: 'closed' } },
    { kind: 'closed', failure: { kind: 'closed' } },
    { kind: 'delivered', failure: { kind: 'closed' } },
  ]);
});

test('an unknown id is abandoned without effect', () => {
  const play = new Play();
  play.channel.abandon(7);
  play.request(1);
  play.channel.abandon('1');
  play.script.call(0).json(answer);
  play.channel.abandon(1);
  expect(play.recorder.messages).toStrictEqual([answer]);
});

/** What can happen to a call of the script, or around it. */
type Step = readonly [
  'head' | 'event' | 'end' | 'broke' | 'wait' | 'abandon' | 'send' | 'notify',
  number,
];

const step: fc.Arbitrary<Step> = fc.tuple(
  fc.constantFrom(
    'head',
    'head',
    'event',
    'end',
    'broke',
    'wait',
    'abandon',
    'send',
    'send',
    'notify',
  ),
  fc.nat({ max: 9 }),
);

test('any order of legal events ends in order: each request has one end, and nothing is left', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), fc.boolean(), async (steps, legacy) => {
      const play = new Play();
      if (legacy) play.shakeHands('session-1');
      const started = play.script.calls.length;
      const done = new Set<unknown>();
      const headed = new Set<unknown>();
      let sent = 0;
      for (const [what, n] of steps) {
        const call = play.script.calls.slice(started)[n];
        if (what === 'send') play.request((sent += 1));
        else if (what === 'notify') play.notify();
        else if (what === 'wait') play.clock.advance(n * 400);
        else if (what === 'abandon') play.channel.abandon(n);
        else if (call === undefined || done.has(call)) continue;
        else if (what === 'head' && !headed.has(call)) {
          headed.add(call);
          if (n % 3 === 2) call.head(503);
          else
            call.head(200, {
              'content-type': n % 2 === 0 ? 'text/event-stream' : 'application/json',
            });
        } else if (what === 'event' && headed.has(call)) {
          call.event({ jsonrpc: '2.0', id: n, result: {} }, `${n}`);
        } else if (what === 'end' && headed.has(call)) {
          done.add(call);
          call.end();
        } else if (what === 'broke') {
          done.add(call);
          call.broke();
        }
      }
      const closing = play.channel.close();
      if (legacy) play.script.call(-1).answer(200);
      await closing;
      const failed = play.recorder.of('failed').map(({ id }) => id);
      expect(new Set(failed).size).toBe(failed.length);
      expect(play.recorder.told.at(-1)).toStrictEqual({
        kind: 'closed',
        failure: { kind: 'closed' },
      });
      expect(play.recorder.of('closed')).toHaveLength(1);
      expect(play.recorder.of('delivered')).toHaveLength(
        steps.filter(([what]) => what === 'notify').length,
      );
      expect(play.clock.waiting).toBe(0);
    }),
    { numRuns: 300 },
  );
});
