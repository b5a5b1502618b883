import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { fixtureServer, runCommand } from './run-command.ts';

// Each test starts processes, on machines that are busy with other tests.
vi.setConfig({ testTimeout: 60_000 });

const secret = 'sk-very-secret-1234';
const env = { GARUDA_HOME: '/no/such/home', TOKEN: secret, EMPTY: '', BROKEN: `${secret}\nx` };
const server = fixtureServer('odd-server');
const url = 'https://127.0.0.1:9/mcp';
const usage = 2;

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'garuda-cli-'));
  await writeFile(join(folder, 'list.json'), '[1]');
  await writeFile(join(folder, 'broken.json'), '{');
  await writeFile(join(folder, 'latin1.json'), Buffer.from([0x22, 0xff, 0x22]));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** What is typed, and what the one line on stderr must name. Most of it is told before any server starts. */
const table: readonly (readonly [readonly string[], string])[] = [
  [[], 'no verb is given: tools, call,'],
  [['frobnicate', url], 'expected a verb, got "frobnicate"'],
  [['tool', url], 'did you mean tools?'],
  [[url, 'tools'], 'the verb comes first'],
  [['help', 'frobnicate'], 'expected a verb, got "frobnicate"'],
  [['help', 'call', 'read'], '"read" is one too many'],
  [['tools'], 'no server is given'],
  [['tools', '--'], 'behind -- a command is expected'],
  [['tools', '--', ''], 'behind -- a command is expected'],
  [['tools', 'localhost:3000/mcp'], 'got "localhost:3000/mcp"'],
  [['tools', 'ftp://example.com/'], 'got "ftp://example.com/"'],
  [['tools', url, url], 'which is the server'],
  [['tools', url, ...server], 'which is the server'],
  [['tools', '--url', url, ...server], 'which is the server'],
  [['tools', `https://127.0.0.1:99999/?k=${secret}`], '"https://127.0.0.1:99999/" is not a URL'],
  [['tools', '--url', 'ftp://example.com/'], 'must begin with http:// or https://'],
  [['tools', `https://me:${secret}@example.com/`], 'holds a user name or password'],
  [['tools', `${url}#${secret}`], 'has a fragment'],
  [['tools', 'http://example.com/mcp'], '--allow-insecure-http'],
  [['ping', url, 'x'], '"x" is one too many'],
  [['read', url], 'URI is missing'],
  [['read', 'odd://a', 'odd://b', ...server], '"odd://b" is one too many'],
  [['call', ...server], 'TOOL is missing'],
  [['prompt', ...server], 'NAME is missing'],
  [['complete', 'prompt:greet', ...server], 'ARGUMENT is missing'],
  [['complete', 'greet', 'who', '', ...server], 'expected prompt:NAME or resource:TEMPLATE'],
  [['complete', 'prompt:', 'who', '', ...server], 'expected prompt:NAME or resource:TEMPLATE'],
  [['complete', 'prompt:greet', '', '', ...server], 'the name of the argument is empty'],
  [['tools', '--jsn', url], 'there is no option "--jsn"; did you mean --json?'],
  [['tools', `--token=${secret}`, url], 'there is no option "--token"'],
  [['tools', '-j', url], 'there is no option "-j"'],
  [['tools', '--json=1', url], '--json takes no value'],
  [['tools', '--timeout', '--', 'x'], '--timeout needs a value: SECONDS'],
  [['tools', '--timeout', 'soon', url], '--timeout: expected seconds'],
  [['tools', '--timeout=-1', url], '--timeout: expected seconds'],
  [['tools', '--timeout', '0', url], '--timeout: expected seconds'],
  [['tools', '--timeout', '1', '--timeout', '2', url], '--timeout is given twice'],
  [['tools', '--revision', '2025-01-01', url], '--revision: expected one of auto, legacy,'],
  [['tools', '--header', secret, url], '--header number 1 has no colon'],
  [['tools', '--header', `${secret} x: 1`, url], 'no name of a header field'],
  [
    ['tools', '--header', `X-Key: ${secret}\r\nA: b`, url],
    '--header X-Key: the value has a line break',
  ],
  [['tools', '--header', 'X-Key:', url], '--header X-Key: the value is empty'],
  [['tools', '--header', `X: ${secret}`, '--header', 'x: 2', url], '--header x is given twice'],
  [['tools', '--header', 'Content-Type: text/plain', url], 'the protocol sets this field itself'],
  [['tools', '--header', `X-Key: ${secret}`, ...server], '--header is for a server at a URL'],
  [['tools', '--bearer-env', 'NONE', url], '--bearer-env NONE: there is no environment variable'],
  [['tools', '--bearer-env', 'EMPTY', url], '--bearer-env EMPTY: the value is empty'],
  [['tools', '--bearer-env', 'BROKEN', url], '--bearer-env BROKEN: the value has a line break'],
  [['tools', '--bearer-env', `${secret}=`, url], '--bearer-env: expected the name'],
  [
    ['tools', '--bearer-env', 'TOKEN', '--header', 'Authorization: x', url],
    'say the same thing; give one',
  ],
  [['tools', '--env', 'NONE', ...server], '--env NONE: there is no environment variable'],
  [['tools', '--env', `=${secret}`, ...server], '--env number 1: expected NAME=VALUE'],
  [['tools', '--env', 'A=1', '--env', 'A=2', ...server], '--env A is given twice'],
  [['tools', '--env', `A=${secret}`, url], '--env is for a command behind --'],
  [['tools', '--cwd', '/no/such/folder', ...server], '--cwd "/no/such/folder": there is no such'],
  [['tools', '--cwd', import.meta.filename, ...server], 'that is no folder'],
  [['call', 'types', 'hello', ...server], '"hello" is no argument'],
  [['call', 'types', '=x', ...server], 'before = a name is expected'],
  [['call', 'types', 'text=a', 'text=b', ...server], 'the argument "text" is given twice'],
  [['call', 'types', 'text:={', ...server], 'the argument "text": expected JSON behind :='],
  [
    ['call', 'types', '@/no/such/file', ...server],
    'the file "/no/such/file" cannot be read: there',
  ],
  [['call', 'types', 'text=@/', ...server], 'the file "/" cannot be read: it is a folder'],
  [['call', 'types', '@/dev/zero', ...server], 'holds more than 67108864 bytes'],
  [['call', 'types', '@FOLDER/list.json', ...server], 'got another JSON value'],
  [['call', 'types', '@FOLDER/broken.json', ...server], 'got something else'],
  [['call', 'types', '@FOLDER/latin1.json', ...server], 'is no UTF-8 text'],
  [['call', 'types', '-', '-', ...server], 'all arguments at once are given already'],
  [['call', 'types', '-', ...server], 'the standard input: expected a JSON object'],
  [['prompt', 'greet', 'who:=1', ...server], 'the argument "who" can only be text'],
  [['prompt', 'greet', '-', ...server], '"-": expected KEY=VALUE or KEY=@FILE'],
  [['servers', 'frobnicate'], 'expected list, add, remove or import, got "frobnicate"'],
  [['servers', 'add', 'a'], 'expected a URL, or -- and a command'],
  [['servers', 'remove', 'nothing'], 'there is no server "nothing" in your file'],
  [['servers', '--url', url], '--url is not for servers'],
  [['tools', '--yes', url], '--yes is not for tools'],
  [['tools', 'nothing'], 'there is no server "nothing" in your list'],
  // These need the server's lists.
  [['call', 'type', 'text=a', ...server], 'has no tool "type"; did you mean types?'],
  [['call', 'types', ...server], 'the required argument "text" is missing'],
  [
    ['call', 'types', 'text=a', 'count=many', ...server],
    '"count": expected an integer, got "many"',
  ],
  [['call', 'types', 'text=a', 'flag=yes', ...server], '"flag": expected true or false, got "yes"'],
  [['call', 'types', 'text=a', 'list=a,b', ...server], '"list": expected a JSON array, got "a,b"'],
  [['call', 'types', 'text=a', 'level=hgh', ...server], '"level": expected one of "low", "high"'],
  [['call', 'types', 'text:=5', ...server], 'the argument "text": expected text, got an integer'],
  [['call', 'types', 'text=a', 'cuont=1', ...server], 'no argument "cuont"; did you mean count?'],
  [['prompt', 'great', 'who=x', ...server], 'has no prompt "great"; did you mean greet?'],
  [['prompt', 'greet', ...server], `the prompt's required arguments are missing: "who"`],
  [['prompt', 'greet', 'who=x', 'town=y', ...server], 'the prompt has no argument "town"'],
];

describe('each wrong input gets one clear line, which names it', () => {
  test.each(table)('%j', async (args, named) => {
    const typed = args.map((word) => word.replace('FOLDER', folder));
    const { exitCode, stdout, stderr } = await runCommand(typed, { env, input: '' });
    expect(stderr).toContain(named);
    expect(withoutWarning(stderr)).toMatch(/^garuda-mcp: [^\n]+\n$/);
    expect(stderr).not.toContain(secret);
    expect(stdout).toBe('');
    expect(exitCode).toBe(usage);
  });
});

/** The fixture's malformed tool is told too, whatever else is wrong. */
function withoutWarning(stderr: string): string {
  return stderr.replace(/^garuda-mcp: tools\/list: entry .*\n/, '');
}

test('where JSON is wanted, stdout has one document with the same words', async () => {
  const { exitCode, stdout, stderr } = await runCommand(['tools', '--json', '--jsn']);
  const message = 'there is no option "--jsn"; did you mean --json?';
  expect(JSON.parse(stdout)).toEqual({ error: { exitCode: usage, code: 'USAGE', message } });
  expect(stderr).toBe(`garuda-mcp: ${message}\n`);
  expect(exitCode).toBe(usage);
});
