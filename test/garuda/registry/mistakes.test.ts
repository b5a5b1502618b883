import { describe, expect, test } from 'vitest';
import { describeFault } from '../../../src/garuda/registry/fault.ts';
import { proves } from '../../support/proves.ts';
import { readText } from './read-text.ts';

interface Mistake {
  readonly why: string;
  /** The mistake stands where `⟦` is, which is taken out. */
  readonly text: string;
  readonly scope?: 'project';
  readonly key: string;
  readonly problem: string;
  readonly instead: string;
}

/** A file whose one server has these lines. */
function server(...lines: readonly string[]): string {
  return `{\n  "servers": {\n    "a": {\n${lines.map((line) => `      ${line}`).join(',\n')}\n    }\n  }\n}\n`;
}

const mistakes: readonly Mistake[] = [
  {
    why: 'text behind the end',
    text: '{ "servers": {} }\n⟦}',
    key: '',
    problem: 'the file goes on behind its end',
    instead: 'take out what stands from here on',
  },
  {
    why: 'both names of the list of servers',
    text: '{\n  "servers": {},\n  "mcpServers": ⟦{}\n}',
    key: 'mcpServers',
    problem: '"servers" and "mcpServers" mean the same',
    instead: 'put all servers into "servers"',
  },
  {
    why: 'a key with letters exchanged',
    text: server('⟦"comand": "npx"'),
    key: 'servers.a.comand',
    problem: 'a server has no such key',
    instead: 'did you mean "command"?',
  },
  {
    why: 'arguments in one text',
    text: server('"command": "npx"', '"args": ⟦"-y some-server"'),
    key: 'servers.a.args',
    problem: 'expected a list of arguments, got text',
    instead: 'write ["…", "…"]',
  },
  {
    why: 'a variable that is a number',
    text: server('"command": "npx"', '"env": { "PORT": ⟦3000 }'),
    key: 'servers.a.env.PORT',
    problem: 'expected text as the value of a variable, got a number',
    instead: 'write it in double quotation marks',
  },
  {
    why: 'a word for true',
    text: server('"command": "npx"', '"enabled": ⟦"yes"'),
    key: 'servers.a.enabled',
    problem: 'expected true or false, got "yes"',
    instead: 'write true or false, without quotation marks',
  },
  {
    why: 'a URL without its scheme',
    text: server('"url": ⟦"mcp.example.com/mcp"'),
    key: 'servers.a.url',
    problem: 'expected a URL that begins with https://',
    instead: 'write "https://mcp.example.com…"',
  },
  {
    why: 'a host and port that look like a scheme',
    text: server('"url": ⟦"localhost:3000/mcp"'),
    key: 'servers.a.url',
    problem: 'expected a URL that begins with https://',
    instead: 'write "https://localhost:3000…"',
  },
  {
    why: 'no TLS to another machine',
    text: server('"url": ⟦"http://mcp.example.com/mcp"'),
    key: 'servers.a.url',
    problem: 'http:// is only for localhost',
    instead: 'write https://',
  },
  {
    why: 'a name with a dash',
    text: '{ "servers": { ⟦"brave-search": { "command": "npx" } } }',
    key: 'servers.brave-search',
    problem: 'a name of a server is lower-case letters, digits and "_", at most 32',
    instead: 'write "brave_search"',
  },
  {
    why: 'a name with capitals',
    text: '{ "servers": { ⟦"GitHub": { "command": "npx" } } }',
    key: 'servers.GitHub',
    problem: 'a name of a server is lower-case letters',
    instead: 'write "github"',
  },
  {
    why: 'a server without a command',
    text: '{ "servers": { "a": ⟦{ "args": ["-y"] } } }',
    key: 'servers.a',
    problem: 'a server needs a "command" (a local one) or a "url" (a remote one)',
    instead: 'write { "command": "…" } or { "url": "https://…" }',
  },
  {
    why: 'a command and a URL',
    text: '{ "servers": { "a": ⟦{ "command": "npx", "url": "https://example.com/" } } }',
    key: 'servers.a',
    problem: 'this one has both',
    instead: 'keep one of the two',
  },
  {
    why: 'a command with its arguments in one text',
    text: server('"command": ⟦"npx -y some-server"'),
    key: 'servers.a.command',
    problem: 'expected the name or path of a program, got one with arguments',
    instead: 'write "command": "PROGRAM", "args": ["…"]',
  },
  {
    why: 'a command as a list',
    text: server('"command": ⟦["npx", "-y"]'),
    key: 'servers.a.command',
    problem: 'got a list',
    instead: 'write "command": "PROGRAM", "args": ["…"]',
  },
  {
    why: 'a relative folder',
    text: server('"command": "npx"', '"cwd": ⟦"birds"'),
    key: 'servers.a.cwd',
    problem: 'expected an absolute path, got a relative one',
    instead: 'write it in full, or from your home folder with ~/',
  },
  {
    why: 'the older transport',
    text: server('"type": ⟦"sse"', '"url": "https://example.com/sse"'),
    key: 'servers.a.type',
    problem: 'the older HTTP+SSE transport is not for servers of the registry',
    instead: 'write "http"',
  },
  {
    why: 'another spelling of the transport',
    text: server('"type": ⟦"streamableHttp"', '"url": "https://example.com/mcp"'),
    key: 'servers.a.type',
    problem: 'got "streamableHttp"',
    instead: 'write "http"',
  },
  {
    why: 'the type of the other kind',
    text: server('"type": ⟦"http"', '"command": "npx"'),
    key: 'servers.a.type',
    problem: 'expected "stdio", got "http"',
    instead: 'write "stdio" beside a "command"',
  },
  {
    why: 'a limit by another name',
    text: server('"command": "npx"', '⟦"timeout": 30000'),
    key: 'servers.a.timeout',
    problem: 'a local server has no such key',
    instead: 'write "timeoutMs", in milliseconds',
  },
  {
    why: 'seconds',
    text: server('"command": "npx"', '"timeoutMs": ⟦30'),
    key: 'servers.a.timeoutMs',
    problem: 'expected milliseconds from 1000 to 86400000, got 30',
    instead: 'write 30000 for 30 seconds',
  },
  {
    why: 'a comment of another language',
    text: '{\n  ⟦# my servers\n  "servers": {}\n}',
    key: '',
    problem: 'this is no comment',
    instead: 'begin it with //',
  },
  {
    why: 'a comment that does not end',
    text: '{\n  "servers": {}\n} ⟦/* my servers',
    key: '',
    problem: 'a comment is not closed',
    instead: 'write */ where it ends',
  },
  {
    why: 'single quotation marks',
    text: "{\n  ⟦'servers': {}\n}",
    key: '',
    problem: 'text stands in single quotation marks',
    instead: 'write "…"',
  },
  {
    why: 'a key without quotation marks',
    text: '{\n  ⟦servers: {}\n}',
    key: '',
    problem: 'a word stands here without quotation marks',
    instead: 'write "…"',
  },
  {
    why: 'a missing comma',
    text: '{\n  "version": 2\n  ⟦"servers": {}\n}',
    key: '',
    problem: 'expected a comma before this',
    instead: 'write a comma behind the entry before it',
  },
  {
    why: 'a backslash of a path',
    text: server('"command": ⟦"C:\\Users\\me\\server.exe"'),
    key: '',
    problem: 'a backslash is not as expected',
    instead: 'write \\\\ for a backslash',
  },
  {
    why: 'a list of servers',
    text: '{\n  "servers": ⟦[{ "command": "npx" }]\n}',
    key: 'servers',
    problem: 'expected a map from names to servers, got a list',
    instead: 'write { "servers": { "NAME": { "command": "…" } } }',
  },
  {
    why: 'a version in quotation marks',
    text: '{\n  "version": ⟦"2",\n  "servers": {}\n}',
    key: 'version',
    problem: 'expected a number as version, got the text "2"',
    instead: 'write "version": 2, without quotation marks',
  },
  {
    why: 'a newer version',
    text: '{\n  "version": ⟦3,\n  "servers": {}\n}',
    key: 'version',
    problem: 'this garuda-mcp reads versions up to 2, got 3',
    instead: 'use a newer garuda-mcp',
  },
  {
    why: "headers in a project's file",
    scope: 'project',
    text: server('"url": "https://example.com/mcp"', '⟦"headers": { "X-Key": "${KEY}" }'),
    key: 'servers.a.headers',
    problem: "a project's file may not have this key",
    instead: 'put the server into your own file, ~/.garuda/mcp.json',
  },
  {
    why: 'a switch the other way around',
    text: server('"command": "npx"', '⟦"disabled": true'),
    key: 'servers.a.disabled',
    problem: 'a local server has no such key',
    instead: 'write "enabled": false for a server that is not to start',
  },
  {
    why: 'a profile that is misspelt',
    text: '{\n  "servers": {},\n  "profiles": { "work": [] },\n  "activeProfile": ⟦"wrok"\n}',
    key: 'activeProfile',
    problem: 'there is no profile "wrok"',
    instead: 'did you mean "work"?',
  },
  {
    why: 'a name in a profile that no server can have',
    text: '{\n  "servers": { "github": { "command": "gh" } },\n  "profiles": { "work": [⟦"git-hub"] }\n}',
    key: 'profiles.work[0]',
    problem: '"git-hub" is no name of a server',
    instead: 'write lower-case letters, digits and "_"',
  },
  {
    why: 'a server that stands there twice',
    text: '{ "servers": { "a": { "command": "x" },\n  ⟦"a": { "command": "y" } } }',
    key: 'servers.a',
    problem: 'the key stands here twice, first in line 1',
    instead: 'keep one of the two',
  },
  {
    why: 'a key of a remote server with a command',
    text: server('"command": "npx"', '⟦"headers": {}'),
    key: 'servers.a.headers',
    problem: 'this key is for a remote server, and this one has a "command"',
    instead: 'leave it out',
  },
  {
    why: 'a token where the name of its variable belongs',
    text: server('"url": "https://example.com/mcp"', '"bearerEnv": ⟦"ghp_0123456789-secret value"'),
    key: 'servers.a.bearerEnv',
    problem: 'expected the name of an environment variable, got other text',
    instead: 'write the name of the variable that holds the secret',
  },
  {
    why: 'trust in one word',
    text: server('"command": "npx"', '"trust": ⟦"trusted_local"'),
    key: 'servers.a.trust',
    problem: 'expected trust in braces, got text',
    instead: 'write { "class": "trusted_local" }',
  },
  {
    why: 'an empty file',
    text: '⟦',
    key: '',
    problem: 'expected a map in braces, got nothing',
    instead: 'write { "servers": {} }',
  },
];

describe('a mistake gets an error with file, line, column, key and what to write instead', () => {
  for (const mistake of mistakes) {
    proves('G-01', mistake.why, () => {
      const at = mistake.text.indexOf('⟦');
      const before = mistake.text.slice(0, at);
      const { faults } = readText(mistake.text.replace('⟦', ''), mistake.scope);
      const [fault] = faults;
      expect(fault).toMatchObject({
        file:
          mistake.scope === 'project'
            ? '/work/birds/.garuda/mcp.json'
            : '/home/me/.garuda/mcp.json',
        line: before.split('\n').length,
        column: at - before.lastIndexOf('\n'),
        key: mistake.key,
      });
      expect(fault?.problem).toContain(mistake.problem);
      expect(fault?.instead).toContain(mistake.instead);
    });
  }

  test('there are more than twenty of them', () => {
    expect(mistakes.length).toBeGreaterThanOrEqual(20);
  });

  test('on one line', () => {
    const [fault] = readText(server('⟦"comand": "npx"'.slice(1))).faults;
    expect(fault && describeFault(fault)).toBe(
      '/home/me/.garuda/mcp.json:4:7: servers.a.comand: a server has no such key; did you mean "command"?',
    );
  });

  test('all at once', () => {
    const lines = [
      '"command": 1',
      '"args": 2',
      '"env": 3',
      '"enabled": 4',
      '"timeoutMs": 5',
      '"typ": "stdio"',
    ];
    const keys = readText(server(...lines)).faults.map(({ key }) => key);
    expect(keys.toSorted()).toEqual(
      ['args', 'command', 'enabled', 'env', 'timeoutMs', 'typ'].map((key) => `servers.a.${key}`),
    );
  });
});

describe('no fault shows a value that can be a secret', () => {
  const secret = 'sk-very-secret-1234';
  test.each([
    server('"command": "x"', `"env": ["${secret}"]`),
    server('"command": "x"', `"env": { "A": ["${secret}"] }`),
    server('"command": "x"', `"env": { "A b": "${secret}" }`),
    server('"command": "x"', `"env": { "${secret}!": "x" }`),
    server('"command": "x"', `"env": "${secret}"`),
    server('"command": "x"', `"env": { "A": ${secret} }`),
    server('"command": "x"', `"env": { "A": '${secret}' }`),
    server('"command": "x"', `"args": "--token ${secret}"`),
    server(`"command": "x --token ${secret}"`),
    server('"url": "https://e.com"', `"headers": { "A": ["${secret}"] }`),
    server('"url": "https://e.com"', `"headers": { "A": "${secret}\\n" }`),
    server('"url": "https://e.com"', `"headers": { "Bearer ${secret}": "" }`),
    server('"url": "https://e.com"', `"headers": "${secret}"`),
    server('"url": "https://e.com"', `"bearerEnv": "${secret}"`),
    server(`"url": "https://me:${secret}@e.com"`),
    server(`"url": "http://e.com/${secret}"`),
    server(`"url": "e.com?key=${secret}"`),
    server(`"url": "ftp://e.com?key=${secret}"`),
    server('"url": "https://e.com"', `"auth": { "clientId": "x", "clientSecretEnv": "${secret}" }`),
    server('"url": "https://e.com"', `"auth": { "clientSecret": "${secret}" }`),
  ])('%s', (text) => {
    const { faults } = readText(text);
    expect(faults.length).toBeGreaterThan(0);
    expect(faults.map(describeFault).join('\n')).not.toContain(secret);
  });
});
