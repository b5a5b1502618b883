import { describe, expect, test } from 'vitest';
import { parseInvocation } from '../../../src/garuda/cli/invocation.ts';
import type { ServerOrder } from '../../../src/garuda/cli/server/server-order.ts';
import { UsageError } from '../../../src/garuda/cli/usage-error.ts';

function shown(order: ServerOrder): string {
  switch (order.kind) {
    case 'url':
      return order.url.href;
    case 'registered':
      return `the server ${order.name}`;
    case 'command':
      return [order.command, ...order.args].join(' ');
  }
}

const use = (line: string): unknown => {
  const found = parseInvocation(line.split(' '), { TOKEN: 'secret-token' });
  if (found.kind !== 'use') return found.kind;
  const { verb, words, order } = found;
  const server = shown(order);
  return { verb: verb.name, words, server };
};

describe('the server and the arguments of the verb are told apart', () => {
  test.each([
    { line: 'tools https://host/mcp', words: [], server: 'https://host/mcp' },
    { line: 'tools -- npx -y server', words: [], server: 'npx -y server' },
    { line: 'call echo a=1 https://host/mcp', words: ['echo', 'a=1'], server: 'https://host/mcp' },
    { line: 'call https://host/mcp echo a=1', words: ['echo', 'a=1'], server: 'https://host/mcp' },
    { line: 'call echo HTTPS://host/mcp a=1', words: ['echo', 'a=1'], server: 'https://host/mcp' },
    {
      line: 'call get url=https://a.example/ http://localhost:1/',
      words: ['get', 'url=https://a.example/'],
      server: 'http://localhost:1/',
    },
    {
      line: 'call --json --timeout 3 echo -- cmd a=1 https://x',
      words: ['echo'],
      server: 'cmd a=1 https://x',
    },
    { line: 'read https://res -- server', words: ['https://res'], server: 'server' },
    { line: 'read file:///x https://host/', words: ['file:///x'], server: 'https://host/' },
    { line: 'read https://host/ file:///x', words: ['file:///x'], server: 'https://host/' },
    {
      line: 'read https://res --url https://host/',
      words: ['https://res'],
      server: 'https://host/',
    },
    {
      line: 'complete resource:https://x/{id} id 1 https://host/',
      words: ['resource:https://x/{id}', 'id', '1'],
      server: 'https://host/',
    },
    {
      line: 'complete prompt:p url https://v --url https://host/',
      words: ['prompt:p', 'url', 'https://v'],
      server: 'https://host/',
    },
    { line: 'tools github', words: [], server: 'the server github' },
    { line: 'read file:///x github', words: ['file:///x'], server: 'the server github' },
    { line: 'call echo github', words: ['echo'], server: 'the server github' },
    {
      line: 'call echo a=1 b:=2 github',
      words: ['echo', 'a=1', 'b:=2'],
      server: 'the server github',
    },
    {
      line: 'complete prompt:p a b db_1',
      words: ['prompt:p', 'a', 'b'],
      server: 'the server db_1',
    },
    { line: 'login github --no-browser', words: [], server: 'the server github' },
    {
      line: 'call echo x=1 https://t -- server',
      words: ['echo', 'x=1', 'https://t'],
      server: 'server',
    },
  ])('$line', ({ line, words, server }) => {
    expect(use(line)).toEqual({ verb: line.split(' ')[0], words, server });
  });
});

describe('help and version need no server', () => {
  test.each([
    { line: 'help', kind: 'help' },
    { line: 'help help', kind: 'help' },
    { line: 'help call', kind: 'help' },
    { line: 'call --help', kind: 'help' },
    { line: '--help call', kind: 'help' },
    { line: '-h', kind: 'help' },
    { line: '--version', kind: 'version' },
    { line: 'tools -V', kind: 'version' },
    { line: 'help servers', kind: 'help' },
    { line: 'servers --help', kind: 'help' },
    { line: 'servers list', kind: 'home' },
  ])('$line', ({ line, kind }) => {
    expect(use(line)).toBe(kind);
  });
});

describe('what is typed wrongly is named', () => {
  const expected =
    'expected a URL that begins with http:// or https://, -- and a command, or the name of a server of your list';
  const giveOne = 'give one, and where both are URLs, name the server with --url';
  test.each([
    { line: 'tools', message: `no server is given: ${expected}` },
    {
      line: 'tools localhost:3000',
      message: `no server is given: ${expected}, got "localhost:3000"`,
    },
    { line: 'ping ws://host/', message: `no server is given: ${expected}, got "ws://host/"` },
    { line: 'tools Git-Hub', message: `no server is given: ${expected}, got "Git-Hub"` },
    { line: 'call echo', message: `no server is given: ${expected}` },
    {
      line: 'read github',
      message: `no server is given: ${expected}`,
    },
    {
      line: 'tools github --header X:1',
      message: '--header is for a server that is not in your list, and "github" is',
    },
    {
      line: 'tools github --cwd /tmp',
      message: '--cwd is for a server that is not in your list, and "github" is',
    },
    { line: 'tools github --yes', message: '--yes is not for tools' },
    { line: 'servers --url https://x', message: '--url is not for servers' },
    { line: 'server', message: 'expected a verb, got "server"; did you mean servers?' },
    { line: 'call echo a=1', message: `no server is given: ${expected}` },
    { line: 'tools --', message: 'behind -- a command is expected, and there is none' },
    {
      line: 'tools https://host/ -- cmd',
      message: `which is the server, "https://host/" or the command behind --? ${giveOne}`,
    },
    {
      line: 'tools --url https://host/ -- cmd',
      message: `which is the server, "https://host/" or the command behind --? ${giveOne}`,
    },
    {
      line: 'read https://a/?t=secret https://b/',
      message: `which is the server, "https://a/" or "https://b/"? ${giveOne}`,
    },
    {
      line: 'read https://a/',
      message: 'read: URI is missing: the URI of a resource; "https://a/" is taken for the server',
    },
    { line: 'read -- cmd', message: 'read: URI is missing: the URI of a resource' },
    { line: 'ping https://a/ x', message: 'ping takes no argument, and "x" is one too many' },
    { line: 'read a b -- cmd', message: 'read takes URI, and "b" is one too many' },
    {
      line: 'complete prompt:x -- cmd',
      message:
        'complete: ARGUMENT is missing: the argument of the prompt, or the variable of the template',
    },
    { line: 'tols https://a/', message: 'expected a verb, got "tols"; did you mean tools?' },
    {
      line: 'https://a/?k=secret tools',
      message: 'expected a verb, got "https://a/"; the verb comes first',
    },
    { line: 'help tools call', message: 'help takes one verb, and "call" is one too many' },
    {
      line: 'help frobnicate',
      message: /^expected a verb, got "frobnicate"; there is tools, call,/,
    },
    { line: '--json', message: /^no verb is given: tools, call, / },
    {
      line: 'tools --cwd /tmp https://a/',
      message: '--cwd is for a command behind --, and the server is a URL',
    },
    {
      line: 'tools --bearer-env TOKEN -- cmd',
      message: '--bearer-env is for a server at a URL, and the server is the command "cmd"',
    },
  ])('$line', ({ line, message }) => {
    expect(() => use(line)).toThrow(
      typeof message === 'string' ? new UsageError(message) : message,
    );
  });
});
