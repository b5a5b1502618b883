import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ImportedApplication } from '../../../../src/garuda/registry/import/applications.ts';
import {
  importChanges,
  planImport,
  type ImportPlan,
} from '../../../../src/garuda/registry/import/import-servers.ts';
import { previewImport } from '../../../../src/garuda/registry/import/preview-import.ts';
import { readRegistry } from '../../../../src/garuda/registry/registry.ts';
import { draftChanges, saveDraft } from '../../../../src/garuda/registry/saving/draft.ts';
import { readText } from '../read-text.ts';

const secret = 'sk-very-secret-1234';

let folder = '';
let userFile = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'garuda-import-'));
  userFile = join(folder, '.garuda/mcp.json');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function put(path: string, text: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
  return path;
}

async function plan(application: ImportedApplication, text: string): Promise<ImportPlan> {
  const file = await put(join(folder, 'theirs'), text);
  return await planImport({
    application,
    file,
    projectRoot: '/work/birds',
    environment: {},
    registry: await readRegistry({ userFile }),
  });
}

interface Case {
  readonly why: string;
  readonly application: ImportedApplication;
  readonly text: string;
  /** The servers that come of it, by name. */
  readonly servers: Readonly<Record<string, object>>;
  /** Words of the notes of all of them. */
  readonly notes?: readonly string[];
  /** Words on those that are left out, by their name there. */
  readonly leftOut?: Readonly<Record<string, string>>;
}

/** One server in the form that most share. */
function one(server: object): string {
  return JSON.stringify({ mcpServers: { a: server } });
}

const url = 'https://example.com/mcp';

const cases: readonly Case[] = [
  {
    why: 'a local server of Claude Desktop',
    application: 'claude-desktop',
    text: '{ "globalShortcut": "", "mcpServers": { "brave-search": { "command": "node", "args": ["server.js"], "env": { "BRAVE_API_KEY": "x" } } } }',
    servers: {
      brave_search: { command: 'node', args: ['server.js'], env: { BRAVE_API_KEY: 'x' } },
    },
  },
  {
    why: 'what is text in Claude Desktop and would be a variable here',
    application: 'claude-desktop',
    text: one({ command: 'node', env: { A: '${TOKEN}', B: 'x' } }),
    servers: { a: { command: 'node', env: { B: 'x' } } },
    notes: ['the variable A is left out: it has ${…} in it'],
  },
  {
    why: "a person's servers in Claude Code, and those that they added for this project",
    application: 'claude-code',
    text: JSON.stringify({
      numStartups: 5,
      mcpServers: {
        a: { type: 'stdio', command: 'node', args: [], env: { K: '${K}', L: '${L:-x}' } },
      },
      projects: {
        '/work/birds': {
          allowedTools: [],
          mcpServers: { b: { type: 'http', url, headers: { Authorization: 'Bearer ${TOKEN}' } } },
        },
        '/work/fish': { mcpServers: { c: { command: 'x' } } },
      },
    }),
    servers: {
      a: { command: 'node', env: { K: '${K}', L: '${L}' } },
      b: { type: 'http', url, headers: { Authorization: 'Bearer ${TOKEN}' } },
    },
    notes: ['the variable L: without L it is empty'],
  },
  {
    why: 'the older transports of Claude Code',
    application: 'claude-code',
    text: JSON.stringify({
      mcpServers: {
        a: { type: 'sse', url },
        b: { type: 'ws', url },
        c: { type: 'http', url, headersHelper: '/bin/x' },
      },
    }),
    servers: { c: { type: 'http', url } },
    notes: ['"headersHelper" has no counterpart here'],
    leftOut: { a: 'older HTTP+SSE transport', b: 'WebSocket' },
  },
  {
    why: 'a sign-in of Claude Code',
    application: 'claude-code',
    text: one({ type: 'http', url, oauth: { clientId: 'x', callbackPort: 8080 } }),
    servers: { a: { type: 'http', url, auth: { clientId: 'x' } } },
  },
  {
    why: 'variables and folders of Cursor',
    application: 'cursor',
    text: JSON.stringify({
      mcpServers: {
        a: {
          type: 'stdio',
          command: '${userHome}/bin/serve',
          args: ['x${/}y'],
          env: { T: 'Bearer ${env:T}!' },
          envFile: '.env',
        },
        b: { command: 'node', args: ['${workspaceFolder}/server.js'] },
        c: { command: 'node', args: ['--key', '${env:KEY}'] },
        d: { url, headers: { A: '${env:A}' } },
      },
    }),
    servers: {
      a: { command: `${homedir()}/bin/serve`, args: ['x/y'], env: { T: 'Bearer ${T}!' } },
      d: { type: 'http', url, headers: { A: '${A}' } },
    },
    notes: ['"envFile" has no counterpart here'],
    leftOut: { b: 'the folder of a workspace', c: 'replaced in "env" and "headers" only' },
  },
  {
    why: 'a sign-in of Cursor, whose secret stays there',
    application: 'cursor',
    text: one({ url, auth: { CLIENT_ID: 'x', CLIENT_SECRET: secret, scopes: ['a', 'b'] } }),
    servers: { a: { type: 'http', url, auth: { clientId: 'x', scopes: ['a', 'b'] } } },
    notes: ['the secret of its client is left out'],
  },
  {
    why: 'VS Code, with comments, and values that it asks for',
    application: 'vscode',
    text: `{
      // mine
      "inputs": [{ "type": "promptString", "id": "key", "password": true }],
      "servers": {
        "a": { "type": "stdio", "command": "node", "env": { "KEY": "\${input:key}", "PORT": 3000, "NONE": null }, "dev": {}, },
        "b": { "type": "http", "url": "${url}", "headers": { "X-Key": "\${input:key}", "X-B": "\${env:B}" } },
      },
    }`,
    servers: {
      a: { command: 'node', env: { PORT: '3000' } },
      b: { type: 'http', url, headers: { 'X-B': '${B}' } },
    },
    notes: [
      'the variable KEY is left out: it asks the person',
      'the variable NONE is left out: it is no text',
      '"dev" has no counterpart',
      'the header X-Key is left out: it asks the person',
    ],
  },
  {
    why: 'the settings of VS Code',
    application: 'vscode',
    text: '{ "editor.fontSize": 12, "mcp": { "inputs": [], "servers": { "a": { "command": "node" } } }, "mcp.servers": { "b": { "command": "deno" } } }',
    servers: { a: { command: 'node' }, b: { command: 'deno' } },
  },
  {
    why: 'Windsurf, by its own name for a URL',
    application: 'windsurf',
    text: JSON.stringify({
      mcpServers: {
        a: { serverUrl: url, headers: { A: 'Bearer ${env:A}' }, disabledTools: ['x'] },
        b: { command: 'x', disabled: true, alwaysAllow: [] },
        c: { serverUrl: url, headers: { K: '${file:/k}' } },
      },
    }),
    servers: {
      a: { type: 'http', url, headers: { A: 'Bearer ${A}' } },
      b: { command: 'x', enabled: false },
      c: { type: 'http', url },
    },
    notes: [
      '"disabledTools" has no counterpart',
      '"alwaysAllow" has no counterpart',
      'the header K is left out: it reads a file',
    ],
  },
  {
    why: 'Codex',
    application: 'codex',
    text: `model = "x"
[mcp_servers.docs-search]
command = "node"
args = ["server.js"]
env_vars = ["TOKEN", { name = "OTHER", source = "local" }]
cwd = "/srv"
tool_timeout_sec = 2.5
startup_timeout_sec = 20
[mcp_servers.docs-search.env]
LEVEL = "info"

[mcp_servers.remote]
url = "${url}"
bearer_token_env_var = "REMOTE_TOKEN"
http_headers = { "X-A" = "b" }
env_http_headers = { "X-C" = "C" }
enabled = false
`,
    servers: {
      docs_search: {
        command: 'node',
        args: ['server.js'],
        env: { LEVEL: 'info', TOKEN: '${TOKEN}', OTHER: '${OTHER}' },
        cwd: '/srv',
        timeoutMs: 2500,
      },
      remote: {
        type: 'http',
        url,
        headers: { 'X-A': 'b', 'X-C': '${C}' },
        bearerEnv: 'REMOTE_TOKEN',
        enabled: false,
      },
    },
    notes: ['"startup_timeout_sec" has no counterpart'],
  },
  {
    why: 'OpenCode, first version',
    application: 'opencode',
    text: JSON.stringify({
      $schema: 'https://opencode.ai/config.json',
      mcp: {
        a: {
          type: 'local',
          command: ['node', 'server.js'],
          environment: { K: '{env:K}', F: '{file:/k}' },
          enabled: false,
          timeout: 5000,
        },
        b: { type: 'remote', url, headers: { A: 'Bearer {env:A}' }, oauth: false },
        c: {
          type: 'remote',
          url: `${url}/2`,
          oauth: { clientId: 'x', clientSecret: '{env:S}', scope: 'p q' },
        },
        d: { enabled: true },
      },
    }),
    servers: {
      a: {
        command: 'node',
        args: ['server.js'],
        env: { K: '${K}' },
        enabled: false,
        timeoutMs: 5000,
      },
      b: { type: 'http', url, headers: { A: 'Bearer ${A}' } },
      c: { type: 'http', url: `${url}/2`, auth: { clientId: 'x', scopes: ['p', 'q'] } },
    },
    notes: ['the variable F is left out: it reads a file', 'the secret of its client is left out'],
    leftOut: { d: 'neither a command nor a URL' },
  },
  {
    why: 'OpenCode, second version',
    application: 'opencode',
    text: '{ "mcp": { "servers": { "a": { "type": "local", "command": ["node"], "cwd": ".", "disabled": true } } } }',
    servers: { a: { command: 'node', enabled: false } },
  },
  {
    why: 'a server that is called as the level of the second version is',
    application: 'opencode',
    text: '{ "mcp": { "servers": { "type": "local", "command": ["node"] } } }',
    servers: { servers: { command: 'node' } },
  },
  {
    why: 'names that are not legal, and clash',
    application: 'cursor',
    text: JSON.stringify({
      mcpServers: {
        'My Server': { command: 'a' },
        'my-server': { command: 'b' },
        my_server: { command: 'c' },
        日本: { command: 'd' },
        '--': { command: 'e' },
        [`${'x'.repeat(40)}-1`]: { command: 'f' },
        [`${'x'.repeat(40)}-2`]: { command: 'g' },
        'Bücher 📚': { command: 'h' },
      },
    }),
    servers: {
      my_server: { command: 'a' },
      my_server_2: { command: 'b' },
      my_server_3: { command: 'c' },
      server: { command: 'd' },
      server_2: { command: 'e' },
      ['x'.repeat(32)]: { command: 'f' },
      [`${'x'.repeat(30)}_2`]: { command: 'g' },
      bucher: { command: 'h' },
    },
  },
  {
    why: 'what would be a command here is text there',
    application: 'cursor',
    text: one({ url, headers: { A: '!touch /tmp/trap', B: 'x' } }),
    servers: { a: { type: 'http', url, headers: { B: 'x' } } },
    notes: ['the header A is left out: it begins with "!"'],
  },
  {
    why: 'servers that the registry refuses',
    application: 'cursor',
    text: JSON.stringify({
      mcpServers: {
        a: { url: 'http://example.com/' },
        b: { command: 'npx -y x' },
        c: { url, headers: { 'Content-Type': 'x' } },
        d: { command: 'x', cwd: 'y' },
        e: 'x',
        f: { command: 5 },
        g: { command: 'x', args: 'y' },
        h: { command: 'x', env: ['A=b'] },
      },
    }),
    servers: {},
    leftOut: {
      a: 'url: http:// is only for localhost',
      b: 'command: expected the name or path',
      c: 'headers.Content-Type: the protocol sets',
      d: 'cwd: expected an absolute path',
      e: 'it is no map',
      f: 'its command is no text',
      g: 'its arguments are no list',
      h: 'its variables are no map',
    },
  },
  {
    why: 'a program that is downloaded',
    application: 'cursor',
    text: one({ command: 'npx', args: ['-y', 'x'] }),
    servers: { a: { command: 'npx', args: ['-y', 'x'] } },
    notes: ['it downloads what it runs, for which it needs "network": true'],
  },
  { why: 'a file without servers', application: 'cursor', text: '{}', servers: {} },
];

describe('the servers of another application', () => {
  test.each(cases)('$why', async ({ application, text, servers, notes = [], leftOut = {} }) => {
    const { additions, leftOut: out } = await plan(application, text);
    const found = additions.map(({ name, server }) => [name, server] as const);
    const expected = Object.entries(servers).map(([name, server]) => [
      name,
      { ...server, source: `import:${application}` },
    ]);
    expect(found).toEqual(expected);
    const told = additions.flatMap((server) => server.notes);
    expect(told).toHaveLength(notes.length);
    for (const words of notes) expect(told.join('\n')).toContain(words);
    expect(out.map(({ from }) => from)).toEqual(Object.keys(leftOut));
    for (const { from, why } of out) expect(why).toContain(leftOut[from]);
    // What is planned can be written.
    const { faults } = readText(JSON.stringify({ servers: Object.fromEntries(found) }));
    expect(faults).toEqual([]);
  });

  test('come into the file in one change, and a second time none', async () => {
    await put(userFile, '{\n  // mine\n  "servers": { "git": { "command": "mine" } }\n}\n');
    const text = JSON.stringify({ mcpServers: { git: { command: 'theirs' }, docs: { url } } });
    const first = await plan('cursor', text);
    await saveDraft(await draftChanges(userFile, importChanges(first)));
    expect((await readRegistry({ userFile })).servers).toMatchObject([
      { name: 'git', command: 'mine' },
      { name: 'git_2', command: 'theirs', source: 'import:cursor' },
      { name: 'docs', url, source: 'import:cursor' },
    ]);
    expect(await readFile(userFile, 'utf8')).toContain('// mine');
    const second = await plan('cursor', text);
    expect(second.additions).toEqual([]);
    expect(second.leftOut.map(({ why }) => why)).toEqual([
      'the same server is there already',
      'the same server is there already',
    ]);
  });

  test('are planned without a change', async () => {
    await plan('cursor', one({ command: 'x' }));
    expect((await readRegistry({ userFile })).servers).toEqual([]);
  });

  test('are shown without their secrets', async () => {
    const text = JSON.stringify({
      mcpServers: {
        a: {
          command: 'node',
          args: ['--api-key', secret, `--token=${secret}`],
          env: { MY_KEY: secret },
        },
        b: {
          url: `https://example.com/mcp?token=${secret}`,
          headers: { Authorization: `Bearer ${secret}` },
        },
      },
    });
    const planned = await plan('cursor', text);
    const preview = previewImport(planned);
    expect(JSON.stringify(planned)).toContain(secret);
    expect(JSON.stringify(preview)).not.toContain(secret);
    expect(preview.additions).toMatchObject([
      { name: 'a', env: ['MY_KEY'], headers: [], enabled: true },
      { name: 'b', env: [], headers: ['Authorization'] },
    ]);
  });

  test.each([
    ['claude-desktop', {}, '.config/Claude/claude_desktop_config.json'],
    ['claude-code', {}, '.claude.json'],
    ['claude-code', { CLAUDE_CONFIG_DIR: 'FOLDER/cc' }, 'cc/.claude.json'],
    ['cursor', {}, '.cursor/mcp.json'],
    ['vscode', {}, '.config/Code/User/mcp.json'],
    ['vscode', {}, '.config/Code/User/settings.json'],
    ['windsurf', {}, '.codeium/windsurf/mcp_config.json'],
    ['codex', {}, '.codex/config.toml'],
    ['codex', { CODEX_HOME: 'FOLDER/cx' }, 'cx/config.toml'],
    ['opencode', {}, '.config/opencode/opencode.json'],
    ['opencode', {}, '.config/opencode/opencode.jsonc'],
  ] as const)(
    'of %s are looked for where it keeps them: %j %s',
    async (application, variables, path) => {
      const { applications } =
        await import('../../../../src/garuda/registry/import/applications.ts');
      const environment = Object.fromEntries(
        Object.entries(variables).map(([name, value]) => [name, value.replace('FOLDER', folder)]),
      );
      const files = applications[application].files({
        platform: 'linux',
        home: folder,
        environment,
      });
      expect(files).toContain(join(folder, path));
    },
  );

  test.each([
    ['darwin', {}, 'Library/Application Support/Claude/claude_desktop_config.json'],
    ['win32', { APPDATA: '/x/Roaming' }, undefined],
  ] as const)('of a desktop application on %s', async (platform, environment, path) => {
    const { applications } = await import('../../../../src/garuda/registry/import/applications.ts');
    const files = applications['claude-desktop'].files({ platform, home: '/h', environment });
    expect(files).toEqual([
      path === undefined ? '/x/Roaming/Claude/claude_desktop_config.json' : join('/h', path),
    ]);
  });
});

describe('a file that cannot be read', () => {
  test.each([
    [
      'cursor',
      `{ "mcpServers": { "a": { "env": { "K": ${secret} } } } }`,
      ':1:40: a word stands here without quotation marks',
    ],
    ['codex', `[mcp_servers.a]\nenv = { K = ${secret} }\n`, ': this is no TOML'],
  ] as const)('of %s is told of without a word of it', async (application, text, words) => {
    const error = await plan(application, text).then(
      () => undefined,
      (caught: Error) => caught,
    );
    expect(error).toMatchObject({
      code: 'MALFORMED',
      message: expect.stringContaining(words) as string,
    });
    expect(error?.message).toContain(`${join(folder, 'theirs')}:`);
    expect(error?.message).not.toContain(secret);
  });

  test('may be larger than one of ours', async () => {
    const text = JSON.stringify({
      history: 'x'.repeat(2 * 1024 * 1024),
      mcpServers: { a: { command: 'x' } },
    });
    expect((await plan('claude-code', text)).additions).toHaveLength(1);
  });
});
