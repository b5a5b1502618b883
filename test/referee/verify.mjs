// Drives every reference server with the official client: `node test/referee/verify.mjs`.
// What fails here is the fault of a fixture, and not of the client that this project builds.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureInstalled } from './ensure-installed.mjs';
import { filesystemServer, httpServerNames, memoryServer, servers } from './reference-servers.mjs';
import { startHttpServer } from './start-http-server.mjs';

await ensureInstalled();
const { Client, StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client');
const { StdioClientTransport } = await import('@modelcontextprotocol/client/stdio');

const ME = { name: 'verify', version: '1.0.0' };
/** What each server must turn out to be, as [legacy client, client that negotiates]. */
const EXPECTED = {
  everything: ['2025-11-25', '2025-11-25'],
  filesystem: ['2025-11-25', '2025-11-25'],
  memory: ['2025-11-25', '2025-11-25'],
  playwright: ['2025-11-25', '2025-11-25'],
  'modern-only': ['refused', '2026-07-28'],
  'legacy-only': ['2025-11-25', '2025-11-25'],
  'both-eras': ['2025-11-25', '2026-07-28'],
  'exits-on-probe': ['2025-11-25', '2025-11-25'],
};

const FIXTURES = new Set(['modern-only', 'legacy-only', 'both-eras']);

const folder = await mkdtemp(join(tmpdir(), 'verify-'));
try {
  const stdioServers = {
    ...servers,
    filesystem: filesystemServer(folder),
    memory: memoryServer(join(folder, 'memory.jsonl')),
  };
  const verdicts = await Promise.all([
    ...Object.entries(stdioServers).map(([name, server]) => verifyStdio(name, server)),
    ...httpServerNames.map(verifyHttp),
  ]);
  const failed = verdicts.flat().filter((passed) => !passed).length;
  console.log(`${verdicts.flat().length - failed} passed, ${failed} failed`);
  if (failed > 0) process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function verifyStdio(name, server) {
  const env = { ...process.env, ...server.env };
  const open = () => new StdioClientTransport({ ...server, env, stderr: 'ignore' });
  return [await verify(name, 'stdio', 'legacy', open), await verify(name, 'stdio', 'auto', open)];
}

async function verifyHttp(name) {
  const { url, close } = await startHttpServer(name);
  const open = () => new StreamableHTTPClientTransport(new URL(url));
  try {
    return [await verify(name, 'http', 'legacy', open), await verify(name, 'http', 'auto', open)];
  } finally {
    await close();
  }
}

async function verify(name, transport, mode, open) {
  const title = `${name} over ${transport}, ${mode} client`;
  const expected = EXPECTED[name][mode === 'legacy' ? 0 : 1];
  try {
    const found =
      expected === 'refused' ? await beRefused(open(), mode) : await use(name, open(), mode);
    assert.equal(found.revision, expected);
    console.log(`passed ${title}: ${JSON.stringify(found)}`);
    return true;
  } catch (error) {
    console.log(`failed ${title}: ${error.stack}`);
    return false;
  }
}

async function beRefused(transport, mode) {
  const client = new Client(ME, { versionNegotiation: { mode } });
  await assert.rejects(client.connect(transport), /protocol version/i);
  return { revision: 'refused' };
}

async function use(name, transport, mode) {
  const client = new Client(ME, { versionNegotiation: { mode } });
  try {
    await client.connect(transport);
    const { tools } = await client.listTools();
    if (FIXTURES.has(name)) await useFixture(client, transport);
    return { revision: client.getNegotiatedProtocolVersion(), tools: tools.length };
  } finally {
    await client.close();
  }
}

async function useFixture(client, transport) {
  const said = await client.callTool({ name: 'echo', arguments: { message: 'hello' } });
  assert.deepEqual(said.content, [{ type: 'text', text: 'hello' }]);
  const { structuredContent } = await client.callTool({ name: 'add', arguments: { a: 1, b: 2 } });
  assert.deepEqual(structuredContent, { sum: 3 });

  const { resources } = await client.listResources();
  const { resourceTemplates } = await client.listResourceTemplates();
  assert.deepEqual([resources.length, resourceTemplates.length], [1, 1]);
  const notes = await client.readResource({ uri: 'fixture://notes' });
  assert.equal(notes.contents[0].text, 'three notes');
  const greeting = await client.readResource({ uri: 'fixture://greeting/greek' });
  assert.equal(greeting.contents[0].text, 'a greeting in greek');

  const prompt = await client.getPrompt({ name: 'translate', arguments: { language: 'greek' } });
  assert.equal(prompt.messages[0].content.text, 'Translate to greek.');
  const { completion } = await client.complete({
    ref: { type: 'ref/prompt', name: 'translate' },
    argument: { name: 'language', value: 'g' },
  });
  assert.deepEqual(completion.values, ['german', 'greek']);

  const seen = watchProgress(transport);
  const onprogress = () => {};
  await client.callTool({ name: 'slow', arguments: { steps: 5 } }, { onprogress });
  assert.deepEqual(seen, [1, 2, 3, 4, 5]);
}

/** On the wire, since this client itself loses progress that arrives together with the result. */
function watchProgress(transport) {
  const seen = [];
  const { onmessage } = transport;
  const watch = (message, extra) => {
    if (message.method === 'notifications/progress') seen.push(message.params.progress);
    onmessage.call(transport, message, extra);
  };
  Object.assign(transport, { onmessage: watch });
  return seen;
}
