// The main job, for real: builds the library, installs the reference servers, connects to them over stdio
// and HTTP in both eras, lists their tools and calls one. Prints a line for each; 0 only if all worked.
import { spawnSync } from 'node:child_process';
import { dirname } from 'node:path';
import { ensureInstalled } from '../test/referee/ensure-installed.mjs';
import { servers } from '../test/referee/reference-servers.mjs';
import { startHttpServer } from '../test/referee/start-http-server.mjs';

const root = dirname(import.meta.dirname);
const WORDS = 'hello from garuda-mcp';

/** Which servers, and the era that must come out. `everything` is the official reference server. */
const visits = [
  { name: 'everything', way: 'stdio', era: 'legacy' },
  { name: 'everything', way: 'http', era: 'legacy' },
  { name: 'modern-only', way: 'stdio', era: 'modern' },
  { name: 'modern-only', way: 'http', era: 'modern' },
  { name: 'both-eras', way: 'stdio', era: 'modern' },
  { name: 'both-eras', way: 'http', era: 'modern' },
  { name: 'both-eras', way: 'stdio', era: 'legacy', revision: 'legacy' },
  { name: 'both-eras', way: 'http', era: 'legacy', revision: 'legacy' },
];

console.log('Building garuda-mcp.');
const { status } = spawnSync('npm', ['run', '--silent', 'build'], {
  cwd: root,
  stdio: ['ignore', 'inherit', 'inherit'],
  shell: process.platform === 'win32',
});
if (status !== 0) {
  console.error('The build failed.');
  process.exit(1);
}
console.log('Installing the reference servers, if they are not there yet.');
await ensureInstalled(console.log);

// What the build made, by its doors: as a program that depends on the package sees it.
const { connect, http } = await import('garuda-mcp');
const { stdio } = await import('garuda-mcp/stdio');

let failed = 0;
for (const visit of visits) {
  const start = performance.now();
  const title = `${visit.name} over ${visit.way}`.padEnd(24);
  try {
    const said = await visitServer(visit);
    console.log(`ok      ${title} ${said} (${Math.round(performance.now() - start)} ms)`);
  } catch (error) {
    failed += 1;
    console.log(`failed  ${title} ${error.message}`);
  }
}
console.log(`${visits.length - failed} of ${visits.length} worked`);
process.exitCode = failed > 0 ? 1 : 0;

async function visitServer({ name, way, era, revision = 'auto' }) {
  if (way === 'stdio') return await use(stdio({ ...servers[name], label: name }), era, revision);
  const server = await startHttpServer(name);
  try {
    return await use(http(server.url), era, revision);
  } finally {
    await server.close();
  }
}

async function use(target, era, revision) {
  const me = { name: 'garuda-mcp-start', version: '1.0.0' };
  const client = await connect(target, me, { revision });
  try {
    const tools = await client.listTools();
    const { content } = await client.callTool('echo', { message: WORDS });
    const said = content.map(({ text }) => text).join(' ');
    if (!said.includes(WORDS)) throw new Error(`the tool echo said ${JSON.stringify(content)}`);
    const { server } = client;
    if (server.era !== era) throw new Error(`expected the ${era} era, got ${server.era}`);
    return `${server.revision} ${era}: ${tools.length} tools, echo says ${JSON.stringify(said)}`;
  } finally {
    await client.close();
  }
}
