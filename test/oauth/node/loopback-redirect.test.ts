import { connect } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { RedirectReceiver } from '../../../src/oauth/authorization/redirect.ts';
import {
  loopbackRedirect,
  type LoopbackRedirectOptions,
} from '../../../src/oauth/node/loopback-redirect.ts';
import { eventually } from '../../support/eventually.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { proves } from '../../support/proves.ts';

async function open(options: LoopbackRedirectOptions = {}, known?: string) {
  const receiver = await loopbackRedirect(options).open(known);
  onTestFinished(() => receiver.close());
  return receiver;
}

/** Waits for the answer with the state `s1`; what it says is judged later. */
function waitIn(receiver: RedirectReceiver, signal = new AbortController().signal) {
  const answer = receiver.receive('s1', signal);
  answer.catch(() => {});
  return answer;
}

/** All that comes back for what is sent, until the other side ends the connection. */
function exchange(redirectUri: string, text: string): Promise<string> {
  const port = Number(new URL(redirectUri).port);
  return new Promise((resolve) => {
    let received = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => (received += chunk));
    socket.on('error', () => {});
    socket.on('close', () => resolve(received));
  });
}

function get(target: string, more = ''): string {
  return `GET ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\n${more}\r\n`;
}

async function statusOf(receiver: RedirectReceiver, text: string): Promise<number> {
  const answer = await exchange(receiver.redirectUri, text);
  return Number(answer.split(' ', 2)[1]);
}

describe('what it takes', () => {
  const foreign = [
    ['another state', get('/callback?code=c&state=s2'), 400],
    ['no state', get('/callback?code=c'), 400],
    ['two states', get('/callback?state=s1&state=s1&code=c'), 400],
    ['another path', get('/callback/?code=c&state=s1'), 404],
    ['other capitals', get('/Callback?code=c&state=s1'), 404],
    ['an encoded path', get('/%63allback?code=c&state=s1'), 404],
    ['a path that goes up', get('/x/../callback?code=c&state=s1'), 404],
    ['two slashes', get('//callback?code=c&state=s1'), 404],
    ['a whole URL', get('http://127.0.0.1/callback?code=c&state=s1'), 404],
    ['the icon', get('/favicon.ico'), 404],
    [
      'POST',
      'POST /callback?code=c&state=s1 HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n',
      405,
    ],
    ['HEAD', 'HEAD /callback?code=c&state=s1 HTTP/1.1\r\nHost: x\r\n\r\n', 405],
    ['a query of a megabyte', get(`/callback?code=${'x'.repeat(1_048_576)}&state=s1`), 431],
    [
      'headers without end',
      get('/callback?code=c&state=s1', 'X-A: aaaaaaaaaa\r\n'.repeat(5_000)),
      431,
    ],
    ['what is no HTTP', 'hello\r\n\r\n', 400],
  ] as const;
  for (const [why, text, status] of foreign) {
    proves('AUTH-53', `${why} is refused, and the right one may still come`, async () => {
      const receiver = await open();
      const answer = waitIn(receiver);
      // What is cut off while it is being sent may be cut before the status is read.
      expect([status, Number.NaN]).toContain(await statusOf(receiver, text));
      expect(await statusOf(receiver, get('/callback?code=c&state=s1'))).toBe(200);
      expect(await answer).toBe(`${receiver.redirectUri}?code=c&state=s1`);
    });
  }

  proves('AUTH-53', 'one request is taken, and no second one', async () => {
    const receiver = await open();
    const answer = waitIn(receiver);
    const target = get('/callback?code=c&state=s1');
    expect(await statusOf(receiver, target)).toBe(200);
    expect(await statusOf(receiver, target)).toBe(400);
    await answer;
  });

  proves('AUTH-53', 'of many at the same time one is taken', async () => {
    const receiver = await open();
    const answer = waitIn(receiver);
    const target = get('/callback?code=c&state=s1');
    const statuses = await Promise.all(
      Array.from({ length: 20 }, () => statusOf(receiver, target)),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    await answer;
  });

  proves('AUTH-53', 'an answer before anybody waits for one is nobody’s', async () => {
    const receiver = await open();
    expect(await statusOf(receiver, get('/callback?code=c&state=s1'))).toBe(400);
    expect(await statusOf(receiver, get('/callback?code=c&state='))).toBe(400);
    expect(await statusOf(receiver, get('/callback?code=c&state=undefined'))).toBe(400);
  });

  proves('AUTH-53', 'guesses of the state, many at a time, end nothing', async () => {
    const receiver = await open();
    const answer = waitIn(receiver);
    const guesses = Array.from({ length: 40 }, (_, n) => get(`/callback?code=c&state=g${n}`));
    const statuses = await Promise.all(guesses.map((text) => statusOf(receiver, text)));
    expect(new Set(statuses)).toEqual(new Set([400]));
    expect(await statusOf(receiver, get('/callback?code=c&state=s1'))).toBe(200);
    await answer;
  });
});

describe('what it says', () => {
  for (const query of [
    'code=SECRET&state=s1',
    'error=%3Cscript%3E&error_description=SECRET&state=s1',
    'code=SECRET&state=%3Cscript%3E',
  ]) {
    proves('AUTH-53', `nothing of ${query}`, async () => {
      const receiver = await open();
      void waitIn(receiver);
      const text = await exchange(receiver.redirectUri, get(`/callback?${query}`));
      expect(text).not.toMatch(/SECRET|script|s1/);
      const head = text.toLowerCase();
      expect(head).toContain('cache-control: no-store');
      expect(head).toContain("content-security-policy: default-src 'none'");
      expect(head).toContain('x-content-type-options: nosniff');
      expect(head).toContain('referrer-policy: no-referrer');
      expect(head).toContain('connection: close');
    });
  }
});

describe('where it listens', () => {
  test('at the loopback alone, at any free port', async () => {
    const receiver = await open();
    expect(receiver.redirectUri).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/);
    const { port } = new URL(receiver.redirectUri);
    const elsewhere = connect(Number(port), '127.0.0.2');
    const code = await new Promise((resolve) => {
      elsewhere.on('error', (error) => resolve('code' in error ? error.code : error));
      elsewhere.on('connect', () => resolve('connected'));
    });
    elsewhere.destroy();
    expect(code).toBe('ECONNREFUSED');
  });

  proves(
    'AUTH-44',
    'at the port that the client is registered with, and another where it is taken',
    async () => {
      const first = await loopbackRedirect().open(undefined);
      await first.close();
      const again = await open({}, first.redirectUri);
      expect(again.redirectUri).toBe(first.redirectUri);
      const other = await open({}, first.redirectUri);
      expect(other.redirectUri).not.toBe(first.redirectUri);
      expect(other.redirectUri).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/);
    },
  );

  proves('AUTH-44', 'a registered redirect URI is used as it is written', async () => {
    const first = await loopbackRedirect().open(undefined);
    await first.close();
    const known = `http://localhost:${new URL(first.redirectUri).port}/oauth/done`;
    const receiver = await open({}, known);
    expect(receiver.redirectUri).toBe(known);
    const answer = waitIn(receiver);
    expect(await statusOf(receiver, get('/oauth/done?code=c&state=s1'))).toBe(200);
    await answer;
  });

  proves('AUTH-44', 'where no port was registered any is taken', async () => {
    const receiver = await open({}, 'http://127.0.0.1/done');
    expect(receiver.redirectUri).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/done$/);
  });

  test('a port that was set is the only one', async () => {
    const taken = await open();
    const port = Number(new URL(taken.redirectUri).port);
    await expect(loopbackRedirect({ port }).open(undefined)).rejects.toMatchObject({
      code: 'TRY_AGAIN',
      message: expect.stringContaining('another program does'),
    });
  });

  test('what is of no use for it is passed over', async () => {
    for (const known of ['https://a.test/cb', 'http://10.0.0.1:80/cb', 'nonsense', 'my-app:/x']) {
      const receiver = await open({ path: '/done' }, known);
      expect(receiver.redirectUri).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/done$/);
    }
  });

  test.each([{ port: 0 }, { port: 70_000 }, { path: 'x' }, { path: '/a?b' }, { path: '/a/../b' }])(
    '%j cannot be used',
    (options) => {
      expect(() => loopbackRedirect(options)).toThrow(/INVALID_ARGUMENT/);
    },
  );
});

describe('how it ends', () => {
  proves('AUTH-53', 'a head that never comes to its end is cut off in time', async () => {
    const clock = new FakeClock();
    const receiver = await open({ clock });
    const answer = waitIn(receiver);
    const port = Number(new URL(receiver.redirectUri).port);
    const socket = connect(port, '127.0.0.1', () => socket.write('GET /callback?'));
    const closed = new Promise((resolve) => socket.on('close', resolve));
    socket.on('error', () => {});
    await eventually(() => clock.waiting).toBe(1);
    await clock.advance(9_999);
    expect(socket.destroyed).toBe(false);
    await clock.advance(1);
    await closed;
    expect(await statusOf(receiver, get('/callback?code=c&state=s1'))).toBe(200);
    await answer;
    await eventually(() => clock.waiting).toBe(0);
  });

  proves('AUTH-53', 'an abort ends the wait, and another may begin', async () => {
    const receiver = await open();
    const ending = new AbortController();
    const answer = waitIn(receiver, ending.signal);
    ending.abort();
    await expect(answer).rejects.toMatchObject({ code: 'CANCELLED' });
    const again = receiver.receive('s3', new AbortController().signal);
    expect(await statusOf(receiver, get('/callback?code=c&state=s1'))).toBe(400);
    expect(await statusOf(receiver, get('/callback?code=c&state=s3'))).toBe(200);
    expect(await again).toContain('state=s3');
    const late = waitIn(receiver, AbortSignal.abort());
    await expect(late).rejects.toMatchObject({ code: 'CANCELLED' });
  });

  proves('AUTH-53', 'closing ends waits and connections, and can be repeated', async () => {
    const receiver = await open();
    const answer = waitIn(receiver);
    const port = Number(new URL(receiver.redirectUri).port);
    const socket = connect(port, '127.0.0.1', () => socket.write('GET /'));
    const closed = new Promise((resolve) => socket.on('close', resolve));
    socket.on('error', () => {});
    await new Promise((resolve) => socket.on('connect', resolve));
    await receiver.close();
    await receiver.close();
    await closed;
    await expect(answer).rejects.toMatchObject({ code: 'CANCELLED' });
    await expect(waitIn(receiver)).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(await exchange(receiver.redirectUri, get('/callback'))).toBe('');
  });
});

describe('who holds connections', () => {
  proves(
    'AUTH-53',
    'two hundred of them keep no browser out for longer than their time',
    async () => {
      const clock = new FakeClock();
      const receiver = await open({ clock });
      const answer = waitIn(receiver);
      const port = Number(new URL(receiver.redirectUri).port);
      let ended = 0;
      const ends = Array.from({ length: 200 }, () => {
        const socket = connect(port, '127.0.0.1');
        socket.on('error', () => {});
        return new Promise((resolve) => socket.on('close', resolve)).then(() => (ended += 1));
      });
      // So many are held, and the others are sent away at once.
      await eventually(() => ended).toBe(136);
      expect(clock.waiting).toBe(64);
      await clock.advance(10_000);
      await Promise.all(ends);
      expect(await statusOf(receiver, get('/callback?code=c&state=s1'))).toBe(200);
      expect(await answer).toContain('code=c');
    },
  );

  proves('AUTH-53', 'one that reads nothing holds up no answer', async () => {
    const receiver = await open();
    const answer = waitIn(receiver);
    const port = Number(new URL(receiver.redirectUri).port);
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    socket.pause();
    socket.write(get('/callback?code=c&state=s1'));
    expect(await answer).toContain('code=c');
    await receiver.close();
    socket.destroy();
  });

  proves('AUTH-53', 'one that sends two at once is answered once', async () => {
    const receiver = await open();
    const answer = waitIn(receiver);
    const two = get('/callback?code=a&state=s1') + get('/callback?code=b&state=s1');
    const text = await exchange(receiver.redirectUri, two);
    expect(text.split('HTTP/1.1 ')).toHaveLength(2);
    expect(await answer).toContain('code=a');
  });
});
