import { describe, expect, test } from 'vitest';
import { connect } from '../../../src/index.ts';
import type { Target } from '../../../src/protocol/index.ts';
import { replay, tap, type TapOptions } from '../../../src/testing/record/index.ts';
import { bearerToken, http } from '../../../src/transport/index.ts';
import { sessionId } from '../../fixtures/record/http-talker.ts';
import { httpTalker, pipeTalker } from '../../fixtures/record/targets.ts';
import { HttpMcp, respond } from '../../fixtures/client/http-mcp.ts';
import { proves } from '../../support/proves.ts';

const me = { name: 'tester', version: '1.0.0' };
const onListRoots = (): [] => [];

interface Line {
  readonly t: number;
  readonly event: string;
  readonly [name: string]: unknown;
}

/** A wire log in memory. */
class Log {
  text = '';

  readonly take = (line: string): void => {
    this.text += line;
  };

  get lines(): readonly Line[] {
    return this.text
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((line) => JSON.parse(line) as Line);
  }

  of(event: string): readonly Line[] {
    return this.lines.filter((line) => line.event === event);
  }
}

const logged = (target: Target, options?: TapOptions): { target: Target; log: Log } => {
  const log = new Log();
  return { target: tap(target, log.take, options), log };
};

const secrets = {
  bearer: 'bearer-S3cret.abc',
  field: 'field-S3cret-123',
  query: 'query-S3cret-456',
  argument: 'argument-S3cret-789',
  variable: 'variable-S3cret-0',
  session: sessionId,
  state: 'state-0f-S3cret',
};

describe('nothing secret is in a wire log', () => {
  for (const era of ['legacy', 'modern'] as const) {
    proves(
      ['A-16', 'HTL-05', 'MRT-13'],
      `${era} over HTTP: credentials, session, query, arguments, request state`,
      async () => {
        await using talker = await httpTalker(era, {
          query: `?tenant=7&api_key=${secrets.query}`,
          headers: { 'X-Api-Key': secrets.field },
          credentials: bearerToken(secrets.bearer),
        });
        const { target, log } = logged(talker.target);
        await using client = await connect(target, me, { onListRoots });
        const { content } = await client.callTool('say', { token: secrets.argument, n: 1 });
        // The server says it back, so it has really been sent.
        expect(JSON.stringify(content)).toContain(secrets.argument);
        const answer = await client.callTool('ask');
        if (era === 'modern') expect(JSON.stringify(answer)).toContain(secrets.state);
        await client.callTool('fail', { why: `it has Bearer ${secrets.bearer}` }).catch(() => {});
        await client.close();
        for (const [name, secret] of Object.entries(secrets)) {
          expect(log.text, name).not.toContain(secret);
        }
        expect(log.text).toContain('?tenant=7&api_key=<redacted>');
        expect(log.of('http-request').at(-1)).toMatchObject({
          headers: { 'x-api-key': '<redacted>', authorization: 'Bearer <redacted>' },
        });
        expect(log.text.includes('"Mcp-Session-Id":"<redacted>"')).toBe(era === 'legacy');
      },
    );
  }

  proves(
    'A-16',
    'over a pipe: what stands in the environment, whatever the server does with it',
    async () => {
      const { target, log } = logged(pipeTalker('legacy', { SECRET: secrets.variable }).target);
      await using client = await connect(target, me);
      await client.callTool('say', { text: `my variable is ${secrets.variable}` });
      await client.callTool('exit').catch(() => {});
      expect(log.text).toContain('"SECRET"');
      expect(log.text).toContain('SECRET is <redacted>');
      expect(log.text).not.toContain(secrets.variable);
    },
  );

  proves('A-16', 'in a refusal that repeats the request', async () => {
    await using server = await HttpMcp.start({
      instead: ({ headers }, response, { id, method }) => {
        if (method !== 'tools/call') return false;
        const message = `I do not know ${headers.authorization}`;
        const error = { code: -32_000, message, data: { token: 'theirs-S3cret' } };
        response.setHeader('Set-Cookie', 'a=cookie-S3cret');
        respond(response, 403, id ?? null, { error });
        return true;
      },
    });
    const credentials = bearerToken(secrets.bearer);
    const { target, log } = logged(http(server.url, { credentials }));
    await using client = await connect(target, me);
    await expect(client.callTool('x')).rejects.toThrow('403');
    expect(log.of('http-response').at(-1)).toMatchObject({ status: 403 });
    expect(log.of('failed').at(-1)).toMatchObject({ failure: { status: 403 } });
    expect(log.text).not.toContain('S3cret');
  });
});

describe('what is recorded', () => {
  test('the first line says what it is; every record is one line', async () => {
    await using talker = await httpTalker('legacy');
    const { target, log } = logged(talker.target);
    await using client = await connect(target, me);
    await client.callTool('say', { text: 'two\nlines\u2028' });
    expect(log.text.split('\n')[0]).toBe(
      '{"format":"garuda-wire-log","version":1,"kind":"http","label":"talker"}',
    );
    expect(log.text.endsWith('}\n')).toBe(true);
    expect(log.lines.map(({ channel }) => channel).every((channel) => channel === 1)).toBe(true);
  });

  test('a session over HTTP, from its beginning to its end', async () => {
    await using talker = await httpTalker('legacy');
    const { target, log } = logged(talker.target);
    await (await connect(target, me)).close();
    const events = log.lines.map(({ event, head, method }) =>
      [event, head, method].filter((each) => typeof each === 'string').join(' '),
    );
    expect(events.filter((each) => !each.startsWith('http-'))).toEqual([
      'opened',
      'sent request server/discover',
      'received',
      'sent request initialize',
      'received',
      'adopt',
      'sent notification notifications/initialized',
      'accepted',
      'listen',
      'close',
      'closed',
    ]);
    expect(log.of('http-request').map(({ method }) => method)).toEqual(
      expect.arrayContaining(['POST', 'DELETE']),
    );
    const [asked] = log.of('http-request');
    const answered = log
      .of('http-response')
      .find(({ exchange }) => exchange === asked?.['exchange']);
    expect(asked).toMatchObject({
      exchange: 1,
      method: 'POST',
      headers: { 'Mcp-Method': 'server/discover' },
    });
    expect(answered).toMatchObject({
      status: 200,
      headers: { 'content-type': 'text/event-stream' },
    });
    expect(log.of('received')[0]).toMatchObject({ via: 1, message: { id: 1 } });
  });

  test('an exchange that this side ends, and a call that was given up', async () => {
    await using server = await HttpMcp.start({
      instead: (_request, _response, { method }) => method === 'tools/call',
    });
    const { target, log } = logged(http(server.url));
    await using client = await connect(target, me);
    const stop = new AbortController();
    const call = client.callTool('x', {}, { signal: stop.signal });
    await server.until('tools/call');
    stop.abort(new Error('enough'));
    await expect(call).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(log.of('abandon')).toHaveLength(1);
    expect(log.of('http-aborted')).toHaveLength(1);
  });

  test('a connection that breaks', async () => {
    await using server = await HttpMcp.start({
      instead: (_request, response, { method }) => {
        if (method !== 'tools/call') return false;
        response.destroy();
        return true;
      },
    });
    const { target, log } = logged(http(server.url));
    await using client = await connect(target, me);
    await expect(client.callTool('x')).rejects.toThrow('closed the connection');
    expect(log.of('http-broke')).toMatchObject([{ detail: expect.any(String) }]);
    expect(log.of('failed').at(-1)).toMatchObject({ failure: { kind: 'unreachable' } });
  });

  test('a process: how it was started, its stderr line by line, how it ended', async () => {
    const { target, log } = logged(pipeTalker('modern').target);
    await using client = await connect(target, me);
    await client.callTool('exit').catch(() => {});
    expect(log.of('process-started')).toMatchObject([
      { command: process.execPath, args: [expect.stringContaining('talks.mjs'), 'modern'] },
    ]);
    expect(log.of('process-stderr').map(({ line }) => line)).toEqual([
      'hello from modern, SECRET is undefined',
      'leaving',
    ]);
    expect(log.of('process-exited')).toMatchObject([{ exitCode: 3, signal: null }]);
    expect(log.of('closed')).toMatchObject([{ failure: { kind: 'exited', exitCode: 3 } }]);
    expect(log.text).not.toContain('"pid"');
  });

  test('credentials that give up, by the name and the words of their error', async () => {
    const { target, log } = logged(
      http('http://127.0.0.1:9/', {
        credentials: {
          headers: () => {
            throw new RangeError('no password=hunter-2 today');
          },
        },
      }),
    );
    await expect(connect(target, me)).rejects.toThrow('sign-in failed');
    expect(log.of('failed')[0]).toMatchObject({
      failure: { cause: { name: 'RangeError', message: 'no password=<redacted> today' } },
    });
  });

  test('times are those of the clock that is given', async () => {
    let now = 500;
    const { target, log } = logged(pipeTalker('modern').target, {
      clock: { now: () => (now += 0.5) },
    });
    await (await connect(target, me)).close();
    expect(log.lines.map(({ t }) => t)).toEqual(log.lines.map((_line, index) => (index + 1) / 2));
  });

  test('a message over the bound is cut, and cannot be played', async () => {
    await using talker = await httpTalker('modern');
    const { target, log } = logged(talker.target, { maxLineLength: 2_000 });
    await using client = await connect(target, me);
    await client.callTool('say', { text: 'x'.repeat(5_000) });
    const [sent] = log.of('sent').slice(-1);
    expect(sent).toMatchObject({
      method: 'tools/call',
      id: 2,
    });
    const long = expect.toSatisfy((length: number) => length > 5_000);
    expect(sent).toMatchObject({ cut: { length: long } });
    for (const line of log.text.split('\n')) expect(line.length).toBeLessThanOrEqual(2_000);
    expect(() => replay(log.text)).toThrow('record it with a larger maxLineLength');
  });
});

describe('a sink that fails', () => {
  const use = async (target: Target): Promise<unknown> => {
    await using client = await connect(target, me);
    return await client.callTool('say', { n: 1 });
  };

  test.each([
    {
      why: 'at once',
      atLine: 1,
      fails: (): never => {
        throw new Error('disk full');
      },
    },
    {
      why: 'in the middle',
      atLine: 5,
      fails: (): never => {
        throw new Error('disk full');
      },
    },
    {
      why: 'later',
      atLine: 5,
      fails: (): Promise<never> => Promise.reject(new Error('disk full')),
    },
  ])('is told once and harms no call: $why', async ({ atLine, fails }) => {
    const faults: string[] = [];
    let count = 0;
    const sink = (): unknown => ((count += 1) >= atLine ? fails() : undefined);
    const onFault = (fault: unknown): void => {
      faults.push(String(fault));
      throw new Error('this one too');
    };
    await using talker = await httpTalker('legacy');
    expect(await use(tap(talker.target, sink, { onFault }))).toMatchObject({ content: [{}] });
    expect(faults).toEqual(['Error: disk full']);
  });

  test('without anyone to tell it is a warning of the process', async () => {
    const warned = new Promise<Error>((resolve) => process.once('warning', resolve));
    await using talker = await httpTalker('legacy');
    const sink = (): never => {
      throw new Error('disk full');
    };
    expect(await use(tap(talker.target, sink))).toMatchObject({ content: [{}] });
    expect(String(await warned)).toBe(
      'Warning: the wire log has ended, since its sink failed: disk full',
    );
  });
});

test('whoever watches a target hears of what carries it, also through a tap', async () => {
  const kinds: string[] = [];
  const { target } = pipeTalker('modern');
  const inner: Target = {
    ...target,
    open: (receiver, limits) => tapped.open(receiver, limits, ({ kind }) => kinds.push(kind)),
  };
  const tapped = tap(target, () => {});
  await (await connect(inner, me)).close();
  expect(kinds).toContain('process-started');
  expect(kinds).toContain('process-exited');
});
