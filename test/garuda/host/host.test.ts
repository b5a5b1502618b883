import { scriptedServer } from 'garuda-mcp/testing';
import { describe, expect, test } from 'vitest';
import type { Target } from '../../../src/protocol/index.ts';
import { HostError } from '../../../src/garuda/host/host-error.ts';
import { StartRefusal } from '../../../src/garuda/host/started.ts';
import { settle } from '../../support/fake-clock.ts';
import { proves } from '../../support/proves.ts';
import { failureOf } from '../../support/connected.ts';
import { Stage } from './stage.ts';

const said = (text: string) => ({ content: [{ type: 'text', text }] });

describe('many servers', () => {
  proves('G-06', 'start side by side, and one that fails stops no other', async () => {
    await using stage = new Stage({
      good: {},
      broken: { open: () => Promise.reject(new Error('it is broken')) },
      silent: { script: { on: { 'server/discover': never, initialize: never } } },
      other: {},
    });
    const starting = stage.host.start();
    await stage.clock.advance(29_999);
    expect(['good', 'broken', 'silent', 'other'].map((name) => stage.stateOf(name))).toEqual([
      'connected',
      'failed',
      'starting',
      'connected',
    ]);
    await stage.clock.advance(1);
    await starting;
    expect(stage.stateOf('silent')).toBe('failed');
    expect(stage.texts()).toEqual([
      'MCP server "broken" could not be started: it is broken',
      expect.stringContaining('MCP server "silent" could not be started: it did not start'),
    ]);
    expect(await stage.host.call({ server: 'good', tool: 'echo' })).toMatchObject(said('good'));
  });

  proves('G-06', 'the time of people does not count, and the list of tools does', async () => {
    let answer = (): void => {};
    const mayStart = (): Promise<void> =>
      new Promise((resolve) => {
        answer = resolve;
      });
    await using stage = new Stage(
      { slow: { script: { on: { 'tools/list': never } } } },
      { gate: { mayStart } },
    );
    const starting = stage.host.start();
    await stage.clock.advance(3_600_000);
    expect(stage.stateOf('slow')).toBe('starting');
    answer();
    await stage.clock.advance(29_999);
    expect(stage.stateOf('slow')).toBe('starting');
    await stage.clock.advance(1);
    await starting;
    expect(stage.stateOf('slow')).toBe('failed');
  });

  proves('G-06', 'a disabled one, a blocked one and a denied one are not started', async () => {
    await using stage = new Stage(
      {
        disabled: { first: { state: 'disabled' } },
        blocked: { first: { state: 'blocked', why: 'its trust is unknown' } },
        denied: {},
      },
      { gate: { mayStart: () => Promise.reject(new StartRefusal('denied', 'you said no')) } },
    );
    await stage.host.start();
    await stage.host.restart('blocked');
    expect(stage.opened.size).toBe(0);
    expect((await stage.host.status()).map(({ state }) => state)).toEqual([
      'disabled',
      'blocked',
      'denied',
    ]);
    const error = await failureOf(stage.host.call({ server: 'denied', tool: 'echo' }));
    expect(error).toMatchObject({ code: 'UNKNOWN_TOOL' });
  });

  test('nothing is left of a server whose tools are refused', async () => {
    const mayOffer = (): Promise<void> =>
      Promise.reject(new StartRefusal('denied', 'its tools have changed'));
    await using stage = new Stage({ one: {} }, { gate: { mayOffer } });
    await stage.host.start();
    expect(stage.stateOf('one')).toBe('denied');
    expect(stage.host.toolsOf('one')).toEqual([]);
  });
});

describe('a server that ends', () => {
  const die = (stage: Stage, name = 'one'): Promise<unknown> => {
    stage.servers.get(name)?.misbehave({ on: 'tools/call', times: 1 }, { kind: 'exit' });
    return failureOf(stage.host.call({ server: name, tool: 'echo' }));
  };

  proves('G-24', 'by itself is told of once, and its tools fail', async () => {
    await using stage = new Stage({ one: {} });
    await stage.host.start();
    expect(await die(stage)).toMatchObject({ code: 'SERVER_EXITED' });
    await settle();
    expect(stage.stateOf('one')).toBe('failed');
    expect(stage.texts()).toEqual(['MCP server "one" stopped. Its tools now fail.']);
    const next = await failureOf(stage.host.call({ server: 'one', tool: 'echo' }));
    expect(next).toBeInstanceOf(HostError);
    expect(next).toMatchObject({ code: 'NOT_RUNNING' });
  });

  proves('G-24', 'as planned ends without a notice', async () => {
    const stage = new Stage({ one: {} });
    await stage.host.start();
    await stage.host.close();
    expect(stage.stateOf('one')).toBe('stopped');
    expect(stage.texts()).toEqual([]);
  });
});

describe('a server that is to be started again', () => {
  const die = (stage: Stage): Promise<unknown> => {
    stage.servers.get('one')?.misbehave({ on: 'tools/call', times: 1 }, { kind: 'exit' });
    return failureOf(stage.host.call({ server: 'one', tool: 'echo' }));
  };

  test('comes back after a wait that grows, and a call waits for it', async () => {
    await using stage = new Stage({ one: {} }, { restart: true });
    await stage.host.start();
    await die(stage);
    await settle();
    const call = stage.host.call({ server: 'one', tool: 'echo' });
    await stage.clock.advance(999);
    expect(stage.opened.get('one')).toBe(1);
    await stage.clock.advance(1);
    expect(await call).toMatchObject(said('one'));
    await die(stage);
    await stage.clock.advance(1_999);
    expect(stage.opened.get('one')).toBe(2);
    await stage.clock.advance(1);
    expect(stage.stateOf('one')).toBe('connected');
    // Whoever lives for a minute begins anew.
    await stage.clock.advance(60_000);
    await die(stage);
    await stage.clock.advance(1_000);
    expect(stage.opened.get('one')).toBe(4);
    expect(stage.texts().filter((text) => text.endsWith('runs again.'))).toHaveLength(3);
  });

  test('is given up after five times, until somebody asks for it', async () => {
    let opens = 0;
    let isGood = false;
    const { scripted, open } = reopening(() => {
      opens += 1;
      return opens === 1 || isGood;
    });
    await using stage = new Stage({ one: { open } }, { restart: true });
    await stage.host.start();
    scripted.misbehave({ on: 'tools/call', times: 1 }, { kind: 'exit' });
    await failureOf(stage.host.call({ server: 'one', tool: 'echo' }));
    await stage.clock.advance(10 * 60_000);
    expect(opens).toBe(6);
    expect(stage.stateOf('one')).toBe('failed');
    isGood = true;
    await stage.host.restart('one');
    expect(stage.stateOf('one')).toBe('connected');
  });

  test('is not started again when the host has closed meanwhile', async () => {
    const stage = new Stage({ one: {} }, { restart: true });
    await stage.host.start();
    await die(stage);
    await settle();
    await stage.host.close();
    await stage.clock.advance(60_000);
    expect(stage.opened.get('one')).toBe(1);
    expect(stage.clock.waiting).toBe(0);
  });
});

describe('a server that nobody uses', () => {
  test('is closed, and started again by the next call', async () => {
    await using stage = new Stage({ one: {} }, { idleMs: 60_000 });
    await stage.host.start();
    await stage.clock.advance(59_999);
    await stage.host.call({ server: 'one', tool: 'echo' });
    await stage.clock.advance(59_999);
    expect(stage.stateOf('one')).toBe('connected');
    await stage.clock.advance(1);
    expect(stage.stateOf('one')).toBe('idle');
    expect(stage.host.toolsOf('one')).toHaveLength(1);
    expect(stage.host.takeNotes()).toEqual([]);
    expect(await stage.host.call({ server: 'one', tool: 'echo' })).toMatchObject(said('one'));
    expect(stage.opened.get('one')).toBe(2);
    expect(stage.texts()).toEqual([]);
  });

  test('is not closed while a call is under way', async () => {
    await using stage = new Stage({ one: {} }, { idleMs: 1_000 });
    await stage.host.start();
    const held = stage.servers.get('one')?.misbehave({ on: 'tools/call' }, { kind: 'hold' });
    const call = stage.host.call({ server: 'one', tool: 'echo' });
    await held?.until();
    await stage.clock.advance(5_000);
    expect(stage.stateOf('one')).toBe('connected');
    held?.release();
    await call;
  });
});

describe('scopes', () => {
  test('share a server, which ends with the last one', async () => {
    await using stage = new Stage({ one: {}, two: {} });
    const first = await stage.host.scope(['one']);
    const second = await stage.host.scope();
    expect([...stage.opened]).toEqual([
      ['one', 1],
      ['two', 1],
    ]);
    await first.close();
    await first.close();
    expect(stage.stateOf('one')).toBe('connected');
    expect(await failureOf(first.call({ server: 'two', tool: 'echo' }))).toMatchObject({
      code: 'UNKNOWN_SERVER',
    });
    await second.close();
    expect([stage.stateOf('one'), stage.stateOf('two')]).toEqual(['stopped', 'stopped']);
    await using third = await stage.host.scope(['one']);
    expect(await third.call({ server: 'one', tool: 'echo' })).toMatchObject(said('one'));
  });

  proves('G-32', 'each hear once of every server that cannot be used', async () => {
    await using stage = new Stage({
      good: {},
      bad: { open: () => Promise.reject(new Error('no')) },
    });
    const scope = await stage.host.scope();
    const [note = '', ...more] = scope.takeNotes();
    expect(more).toEqual([]);
    expect(note).toMatch(/^<garuda_note>.*"bad" is failed: no\..*do not pretend.*<\/garuda_note>$/);
    expect(scope.takeNotes()).toEqual([]);
    expect(stage.host.takeNotes()).toEqual([note]);
    stage.servers.get('good')?.misbehave({ on: 'tools/call' }, { kind: 'exit' });
    await failureOf(scope.call({ server: 'good', tool: 'echo' }));
    await settle();
    expect(scope.takeNotes()).toEqual([expect.stringContaining('"good" is failed')]);
  });
});

test('a host that closes while its servers start leaves nothing', async () => {
  const stage = new Stage({ one: { script: { on: { 'tools/list': never } } } });
  const starting = stage.host.start();
  await stage.servers.get('one')?.until('tools/list');
  await stage.host.close();
  await starting;
  expect(stage.stateOf('one')).toBe('stopped');
  expect(stage.texts()).toEqual([]);
  expect(stage.clock.waiting).toBe(0);
  expect(await failureOf(stage.host.start())).toMatchObject({ code: 'CLOSED' });
});

/** A server that is there only if it is said to be. */
function reopening(isThere: () => boolean) {
  const scripted = scriptedServer({ tools: [{ tool: { name: 'echo' }, call: () => 'echo' }] });
  const open = (): Promise<Target> =>
    isThere() ? Promise.resolve(scripted.inMemory('one')) : Promise.reject(new Error('not there'));
  return { scripted, open };
}

function never(): Promise<object> {
  return new Promise(() => {});
}
