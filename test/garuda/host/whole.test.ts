import { readdirSync, readFileSync } from 'node:fs';
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { statusLine, toAnthropic, type ModelTool } from 'garuda-mcp/garuda';
import { scriptedServer, scriptedSignIn } from 'garuda-mcp/testing';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { ensureInstalled } from '../../referee/ensure-installed.mjs';
import { filesystemServer, servers as npm } from '../../referee/reference-servers.mjs';
import { eventually } from '../../support/eventually.ts';
import { proves } from '../../support/proves.ts';
import { does, fixture, toolOf, User } from './user.ts';

vi.setConfig({ testTimeout: 120_000 });
beforeAll(() => ensureInstalled(), 600_000);

/** Processes of this machine whose command has a word, without those that hold others. */
function processes(word: string): readonly number[] {
  return readdirSync('/proc').flatMap((entry) => {
    try {
      const command = readFileSync(`/proc/${entry}/cmdline`, 'utf8');
      const isIt = /^\d+$/.test(entry) && command.includes(word) && !/^[^\0]*bwrap/.test(command);
      return isIt ? [Number(entry)] : [];
    } catch {
      return [];
    }
  });
}

test('a turn of a model with two servers, one of which dies in the middle', async () => {
  await using user = await User.open();
  const folder = join(user.root, 'docs');
  await mkdir(folder);
  await writeFile(join(folder, 'note.md'), 'remember the milk');
  await copyFile(fixture, join(user.root, 'own.mjs'));
  await user.names('user', { everything: npm.everything, files: filesystemServer(folder) });
  await user.names('project', { own: { command: process.execPath, args: ['own.mjs'] } });
  const host = await user.host({ rules: { allow: ['mcp__everything__*'] } });
  expect((await host.status()).map(({ name, state, sandbox }) => [name, state, sandbox])).toEqual([
    ['everything', 'connected', 'bubblewrap'],
    ['files', 'connected', 'bubblewrap'],
    ['own', 'connected', 'bubblewrap'],
  ]);
  // The model gets the tools, and asks for some of them.
  const { tools, notices } = host.modelTools();
  expect(notices).toEqual([]);
  const offered = tools.map((tool) => toAnthropic(tool));
  expect(offered.map(({ name }) => name)).toContain('mcp__files__read_text_file');
  expect(host.takeNotes()).toEqual([]);
  const ask = (name: string, input: object): ReturnType<ModelTool['call']> =>
    toolOf(tools, name).call(input);
  const echo = await ask('mcp__everything__echo', { message: 'hello' });
  expect(echo).toMatchObject({ isError: false });
  expect(echo.text).toMatch(
    /^<mcp_result server="everything" tool="echo">[\s\S]*hello[\s\S]*<\/mcp_result>$/,
  );
  const note = await ask('mcp__files__read_text_file', { path: join(folder, 'note.md') });
  expect(note.text).toContain('remember the milk');
  // What no rule allows was asked: first the server of the project, then its call.
  expect(user.asked.map(({ kind, server }) => [kind, server])).toEqual([
    ['start', 'own'],
    ['call', 'files'],
  ]);
  // One of them dies.
  const victims = processes(folder);
  expect(victims.length).toBeGreaterThan(0);
  for (const pid of victims) process.kill(pid, 'SIGKILL');
  await eventually(() => user.texts()).toContain('MCP server "files" stopped. Its tools now fail.');
  const lost = await ask('mcp__files__read_text_file', { path: join(folder, 'note.md') });
  expect(lost.isError).toBe(true);
  expect(host.takeNotes()).toEqual([expect.stringContaining('The MCP server "files" is failed')]);
  const sum = await ask('mcp__everything__get-sum', { a: 2, b: 3 });
  expect(sum.text).toContain('5');
  // A call that is denied is a result that says so.
  user.says = () => 'deny';
  const denied = await toolOf(host.modelTools().tools, 'mcp__everything__echo').call({
    message: 'x',
  });
  expect(denied.isError).toBe(false);
});

describe('a server of the user', () => {
  proves(['G-13', 'G-14'], 'hears who the host is, and cannot change what it offered', async () => {
    await using user = await User.open();
    const scripted = scriptedServer({ revision: '2025-11-25', tools: [{ tool: { name: 'a' } }] });
    await using web = await scripted.overHttp();
    await user.names('user', { x: { url: web.url } });
    const host = await user.host();
    const [hello] = scripted.received;
    expect(hello?.params).toMatchObject({ clientInfo: { name: 'garuda' }, capabilities: {} });
    expect(JSON.stringify(hello?.params?.['capabilities'])).toBe('{}');
    const lists = (): number =>
      scripted.received.filter(({ method }) => method === 'tools/list').length;
    scripted.changed('tools');
    await host.call({ server: 'x', tool: 'a' });
    expect(lists()).toBe(1);
    expect(host.toolsOf('x').map(({ name }) => name)).toEqual(['a']);
  });

  proves(
    'G-30',
    'has the time that its entry says, and hears of a call that is given up',
    async () => {
      await using user = await User.open();
      const held = { tool: { name: 'held' }, call: () => new Promise<string>(() => {}) };
      const scripted = scriptedServer({ revision: '2025-11-25', tools: [held] });
      await using web = await scripted.overHttp();
      await user.names('user', { x: { url: web.url, timeoutMs: 1_000 } });
      const host = await user.host();
      await expect(host.call({ server: 'x', tool: 'held' })).rejects.toMatchObject({
        code: 'TIMED_OUT',
      });
      const stop = new AbortController();
      const call = host.call({ server: 'x', tool: 'held' }, { signal: stop.signal });
      await scripted.until('tools/call', 2);
      stop.abort();
      await expect(call).rejects.toMatchObject({ code: 'CANCELLED' });
      await scripted.until('notifications/cancelled', 2);
    },
  );

  proves('G-31', 'stands in a line with its sandbox, or its sign-in', async () => {
    await using user = await User.open();
    const scripted = scriptedServer({ tools: [{ tool: { name: 'a' } }] });
    await using web = await scripted.overHttp();
    await using signIn = await scriptedSignIn({ resource: { behind: web } });
    await user.names('user', { local: does, remote: { url: signIn.url } });
    user.says = () => 'deny';
    const host = await user.host();
    const lines = (await host.status()).map(statusLine);
    expect(lines[0]).toBe('local (user) · connected · 1 tool · sandbox bubblewrap · network off');
    expect(lines[1]).toContain(
      `remote ${signIn.url} · no sign-in · it needs a sign-in, and you skipped it`,
    );
    // A browser of a person who agrees, at the page that the notice names.
    user.says = () => 'once';
    const signingIn = host.signIn('remote');
    await eventually(() => user.texts().at(-1) ?? '').toMatch(/open this page: http/);
    const page = /http:\S+$/.exec(user.texts().at(-1) ?? '')?.[0] ?? '';
    await fetch((await signIn.browse(page)) ?? '');
    await signingIn;
    expect((await host.status()).map(statusLine)[1]).toContain('connected · 1 tool · remote');
    expect((await host.status()).map(statusLine)[1]).toContain('signed in');
    expect(await host.signOut('remote')).toBe(true);
    expect((await host.status())[1]?.remote?.signedIn).toBe(false);
  });

  proves(
    ['G-23', 'H-11'],
    'sends too long a message, and is heard on; what it logs is kept',
    async () => {
      await using user = await User.open();
      const long = { tool: { name: 'long' }, call: () => 'x'.repeat(5_000_000) };
      const scripted = scriptedServer({
        revision: '2025-11-25',
        tools: [long, { tool: { name: 'a' }, call: () => 'good' }],
        capabilities: { tools: {}, logging: {} },
      });
      await using web = await scripted.overHttp();
      await user.names('user', { x: { url: web.url } });
      const host = await user.host();
      await expect(host.call({ server: 'x', tool: 'long' })).rejects.toMatchObject({
        code: 'MESSAGE_TOO_LARGE',
      });
      scripted.notify('notifications/message', { level: 'error', data: 'Bearer abcdefghijklmnop' });
      expect(await host.call({ server: 'x', tool: 'a' })).toMatchObject({
        content: [{ text: 'good' }],
      });
      await host.close();
      const log = await readFile(join(user.home, 'logs', 'mcp.log'), 'utf8').catch(() => '');
      expect(log).toContain('"server":"x"');
      expect(log).not.toContain('abcdefghijklmnop');
    },
  );

  test('is asked for its era once, however often it is started', async () => {
    await using user = await User.open();
    await user.names('user', { silent: does });
    const first = await user.host();
    await first.close();
    const kept = JSON.parse(await readFile(join(user.home, 'mcp-servers.json'), 'utf8')) as {
      servers: { server: { era: string } }[];
    };
    expect(kept.servers.map(({ server }) => server.era)).toEqual(['legacy']);
  });
});

test('what goes wrong where notices are shown, or where people are asked, harms no other server', async () => {
  await using user = await User.open();
  await user.names('user', { good: does, lost: { ...does, env: { A: '${NO_SUCH_VARIABLE}' } } });
  await user.names('project', { theirs: does });
  const host = await user.host({
    onNotice: () => {
      throw new Error('the screen is gone');
    },
    prompt: { ask: () => Promise.reject(new Error('the dialogue is gone')) },
  });
  const states = (await host.status()).map(({ name, state, why }) => [name, state, why]);
  expect(states).toEqual([
    ['good', 'connected', undefined],
    ['lost', 'connected', undefined],
    ['theirs', 'failed', 'the dialogue is gone'],
  ]);
});

describe('a server of a project', () => {
  proves('G-15', 'at an address that is not public is not reached', async () => {
    await using user = await User.open();
    const scripted = scriptedServer({ tools: [{ tool: { name: 'a' } }] });
    await using web = await scripted.overHttp();
    const { port } = new URL(web.url);
    // A name that anyone can give to any address.
    await user.names('project', { x: { url: `https://localtest.example:${port}/mcp` } });
    await user.host();
    expect(scripted.received).toEqual([]);
    expect(user.texts().join('\n')).toMatch(/"x" could not be started/);
  });

  proves('G-04', 'with the name of one of the user is left out, with a notice', async () => {
    await using user = await User.open();
    await user.names('user', { x: does });
    await user.names('project', { x: { command: 'evil' } });
    const host = await user.host();
    expect((await host.status()).map(({ scope }) => scope)).toEqual(['user']);
    expect(user.texts().join('\n')).toContain('"x"');
    expect(user.asked).toEqual([]);
  });
});

test('the project is where nothing was: no folder is left behind', async () => {
  await using user = await User.open();
  await rm(join(user.root, '.garuda'), { recursive: true });
  await user.names('user', { x: does });
  const host = await user.host();
  expect(readdirSync(user.root).toSorted()).toEqual(['.garuda', '.git']);
  await host.close();
  expect(readdirSync(user.root)).toEqual([]);
});
