import { describe, expect, test } from 'vitest';
import { connect, type Client, type ConnectOptions } from '../../src/client/index.ts';
import { http, type Credentials, type RefusalAnswer } from '../../src/transport/index.ts';
import { HttpMcp } from '../fixtures/client/http-mcp.ts';
import { Reports } from '../fixtures/client/reports.ts';
import { failureOf } from '../support/connected.ts';
import { FakeClock } from '../support/fake-clock.ts';

const me = { name: 'patient', version: '1.0.0' };
const tenMinutes = 600_000;

/** A server that wants a token, and a person who takes as long as the test says. */
class Stage implements AsyncDisposable {
  readonly clock: FakeClock = new FakeClock();
  readonly server: HttpMcp;
  /** How many requests fail that carry the token. */
  failAfterwards = 0;
  #token = '';
  #answer: (answer: RefusalAnswer) => void = () => {};
  #asked: () => void = () => {};
  readonly asked: Promise<void> = new Promise((resolve) => {
    this.#asked = resolve;
  });

  constructor(server: HttpMcp) {
    this.server = server;
  }

  static async start(era: 'legacy' | 'modern'): Promise<Stage> {
    const server = await HttpMcp.start({
      speaks: [era],
      instead: ({ headers }, response, message) => {
        if (message.params?.['name'] === 'never') return true;
        if (message.method === 'subscriptions/listen' && headers['authorization'] !== undefined)
          return true;
        if (headers['authorization'] === 'Bearer good' && stage.failAfterwards > 0) {
          stage.failAfterwards -= 1;
          response.writeHead(503).end();
          return true;
        }
        if (headers['authorization'] === 'Bearer good') return false;
        if (message.method !== wanted) return false;
        response.writeHead(401, { 'www-authenticate': 'Bearer' }).end();
        return true;
      },
    });
    const stage = new Stage(server);
    return stage;
  }

  connect(more: ConnectOptions = {}): Promise<Client> {
    const credentials: Credentials = {
      headers: () => (this.#token === '' ? {} : { Authorization: `Bearer ${this.#token}` }),
      refused: () =>
        new Promise((resolve) => {
          this.#answer = resolve;
          this.#asked();
        }),
    };
    const options = { clock: this.clock, timeoutMs: 1_000, maxTotalMs: 5_000, ...more };
    return connect(http(this.server.url, { credentials }), me, options);
  }

  signIn(): void {
    this.#token = 'good';
    this.#answer({ kind: 'retry' });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server[Symbol.asyncDispose]();
  }
}

let wanted: string;

describe.each(['modern', 'legacy'] as const)('a person who signs in to a %s server', (era) => {
  test('has time while the client connects', async () => {
    wanted = era === 'modern' ? 'server/discover' : 'initialize';
    await using stage = await Stage.start(era);
    const connecting = stage.connect();
    await stage.asked;
    await stage.clock.advance(tenMinutes);
    stage.signIn();
    await using client = await connecting;
    expect(client.server.era).toBe(era);
  });

  test('has time during a call, and no call ends meanwhile', async () => {
    wanted = 'tools/call';
    await using stage = await Stage.start(era);
    await using client = await stage.connect();
    const called = client.callTool('echo', { text: 'late' });
    await stage.asked;
    await stage.clock.advance(tenMinutes);
    stage.signIn();
    expect(await called).toMatchObject({ content: [{ text: 'late!' }] });
  });

  test('can be left waiting by who gives the call up', async () => {
    wanted = 'tools/call';
    await using stage = await Stage.start(era);
    await using client = await stage.connect();
    const giving = new AbortController();
    const called = failureOf(client.callTool('echo', { text: 'x' }, { signal: giving.signal }));
    await stage.asked;
    giving.abort();
    expect(await called).toMatchObject({ code: 'CANCELLED' });
    // The clocks of the others run again.
    stage.signIn();
    await client.callTool('echo', { text: 'y' });
    const late = failureOf(client.callTool('never'));
    await stage.server.until('tools/call', 3);
    await stage.clock.advance(1_000);
    expect(await late).toMatchObject({ code: 'TIMED_OUT' });
  });
});

test('a person who signs in has time where the end of the handshake is refused', async () => {
  wanted = 'notifications/initialized';
  await using stage = await Stage.start('legacy');
  const connecting = stage.connect();
  await stage.asked;
  await stage.clock.advance(tenMinutes);
  stage.signIn();
  await using client = await connecting;
  expect(client.server.era).toBe('legacy');
});

test('the time of a sign-in does not count in the tries that follow it', async () => {
  wanted = 'initialize';
  await using stage = await Stage.start('legacy');
  const clock = stage.clock;
  const stale = { era: 'legacy', revision: '2025-11-25', name: 's', version: '1' } as const;
  const reports = new Reports();
  const server = { ...stale, capabilities: {} };
  const connecting = stage.connect({ server, onReport: reports.take });
  await stage.asked;
  stage.failAfterwards = 1;
  await clock.advance(tenMinutes);
  stage.signIn();
  await reports.until('connecting-again');
  await clock.advance(250);
  await using client = await connecting;
  expect(client.server.era).toBe('legacy');
});

test('a person who signs in has time while a watch is opened', async () => {
  wanted = 'subscriptions/listen';
  await using stage = await Stage.start('modern');
  await using client = await stage.connect();
  const watch = client.watch({ tools: true });
  await stage.asked;
  await stage.clock.advance(tenMinutes);
  stage.signIn();
  await stage.server.until('subscriptions/listen', 2);
  // One that is not acknowledged in time fails, counted from where its time stood.
  await stage.clock.advance(1_000);
  expect(await failureOf(watch.next())).toMatchObject({ code: 'TIMED_OUT' });
});

test('after a sign-in the time of a call runs on from where it stood', async () => {
  wanted = 'tools/call';
  await using server = await HttpMcp.start({
    speaks: ['modern'],
    instead: ({ headers }, response, message) => {
      if (message.method !== 'tools/call') return false;
      if (headers['authorization'] === undefined)
        response.writeHead(401, { 'www-authenticate': 'Bearer' }).end();
      // With a token it is never answered.
      return true;
    },
  });
  const clock = new FakeClock();
  let token = false;
  let asked: () => void = () => {};
  let answer: (given: RefusalAnswer) => void = () => {};
  const isAsked = new Promise<void>((resolve) => {
    asked = resolve;
  });
  const credentials: Credentials = {
    headers: () => (token ? { Authorization: 'Bearer good' } : {}),
    refused: () =>
      new Promise((resolve) => {
        answer = resolve;
        asked();
      }),
  };
  await using client = await connect(http(server.url, { credentials }), me, {
    clock,
    timeoutMs: 1_000,
  });
  const called = failureOf(client.callTool('echo', { text: 'x' }));
  await isAsked;
  await clock.advance(tenMinutes);
  token = true;
  answer({ kind: 'retry' });
  await server.until('tools/call', 2);
  await clock.advance(1_000);
  expect(await called).toMatchObject({ code: 'TIMED_OUT' });
});
