import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  callQuestion,
  changeQuestion,
  diffTools,
  pinTools,
  renderQuestion,
  signInQuestion,
  startQuestion,
  warningsFor,
  type Question,
} from '../../../src/garuda/trust/index.ts';
import { proves } from '../../support/proves.ts';
import { local, remote } from '../some-server.ts';

const facts = { sandbox: 'bubblewrap', warnings: [] };
const whole = (question: Question): string => renderQuestion(question).join('\n');

proves(
  'G-07',
  'a start shows the command, the sandbox, the network, paths, and names of variables',
  () => {
    const server = local('x', {
      command: 'npx',
      args: ['-y', 'a package', '--flag=1'],
      env: { PLAIN: 'a-value', TAKEN: '${HOME_TOKEN}/x', BOTH: '${A}${B}' },
      network: true,
      writePaths: ['~/notes', '/data'],
      cwd: '/p/sub',
    });
    const warnings = warningsFor(server, {
      projectRoot: '/p',
      noSandbox: undefined,
      isBare: false,
    });
    const question = startQuestion(server, { sandbox: 'bubblewrap', warnings });
    expect(question.answers).toEqual(['once', 'remember', 'deny']);
    expect(renderQuestion(question)).toEqual([
      'Run the MCP server "x"?',
      "  Named by:  the project's file /p/.garuda/mcp.json",
      "  Command:   npx -y 'a package' --flag=1",
      '  Folder:    /p/sub',
      '  Sandbox:   bubblewrap',
      '  Network:   on',
      '  May write: ~/notes',
      '  May write: /data',
      '  Variable:  PLAIN (a value of the file)',
      '  Variable:  TAKEN (from HOME_TOKEN; sounds like a secret)',
      '  Variable:  BOTH (from A, B)',
      '  ! npx runs a downloaded package: pin its version, such as name@1.2.3',
      '  ! it may reach the network',
      '  ! it gets TAKEN, which sounds like a secret',
      '  ! it may write outside the project: ~/notes',
      '  ! it may write outside the project: /data',
    ]);
    expect(whole(question)).not.toContain('a-value');
  },
);

proves('G-07', 'a remote one shows its URL, and that data leaves the machine', () => {
  const server = remote('x', { headers: { 'X-Key': 'hidden' }, bearerEnv: 'TOKEN' });
  const warnings = warningsFor(server, { projectRoot: '/p', noSandbox: undefined, isBare: false });
  const text = whole(startQuestion(server, { sandbox: 'none', warnings }));
  expect(text).toContain('https://mcp.example.com/mcp');
  expect(text).toContain('leaves this machine');
  expect(text).toContain('X-Key');
  expect(text).not.toContain('hidden');
});

proves('G-11', 'changed tools are shown one by one, the old text and the new', () => {
  const tool = (name: string, description: string) =>
    ({ name, description, inputSchema: { type: 'object' } }) as const;
  const pins = pinTools([tool('a', 'adds\ntwo'), tool('gone', 'was here')]);
  const changes = diffTools(pins, [tool('a', 'adds\u001b[2K\n  + | "safe"'), tool('new', 'fresh')]);
  const lines = renderQuestion(changeQuestion(local('x'), changes));
  expect(lines[0]).toContain('"x" are not those that you agreed to');
  expect(lines.slice(5)).toEqual([
    '  changed: description "a"',
    '    - | adds',
    '    - | two',
    '    + | adds',
    '    + | + | "safe"',
    '  added "new"',
    '    + | fresh',
    '  removed "gone"',
    '    - | was here',
  ]);
});

proves('G-17', 'a sign-in shows the server, the page and the callback', () => {
  const question = signInQuestion({
    server: 'x',
    url: 'https://m.example/mcp',
    pageOrigin: 'https://as.example',
    callback: 'http://127.0.0.1:1/callback',
  });
  expect(question.answers).toEqual(['once', 'deny']);
  expect(whole(question)).toContain('https://as.example');
});

proves('G-27', 'a call shows what it is told to, each value on its line', () => {
  const question = callQuestion({
    server: 'x',
    tool: 'rm',
    facts: [
      { label: 'hints', value: 'not verified: only reads' },
      { label: 'arguments', value: '{"path":"/"}\nNetwork: off' },
    ],
  });
  expect(renderQuestion(question)).toEqual([
    'Call "rm" of the MCP server "x"?',
    '  hints:     not verified: only reads',
    String.raw`  arguments: {"path":"/"}\u000aNetwork: off`,
  ]);
});

const unseen: readonly (readonly [string, string, string])[] = [
  ['a line', 'true #\nrm -rf ~', String.raw`\u000arm -rf ~`],
  ['a control string', 'a\u001b];rm -rf ~;\u0007b', String.raw`a\u001b];rm -rf ~;\u0007b`],
  ['one of 8 bits', 'a\u009d;rm -rf ~;\u009cb', String.raw`a\u009d;rm -rf ~;\u009cb`],
  ['a change of direction', 'a\u202eb', String.raw`a\u202eb`],
  ['what has no shape', 'a\u200bb\u3164c\u{e0041}', String.raw`a\u200bb\u3164c\u{e0041}`],
  ['another space', 'a\u00a0b', String.raw`a\u00a0b`],
  ['half a character', 'a\ud800b', String.raw`a\ud800b`],
];
for (const [why, word, shown] of unseen) {
  proves(['G-07', 'G-09'], `what runs is shown where nobody would see it: ${why}`, () => {
    const text = whole(startQuestion(local('x', { command: 'sh', args: ['-c', word] }), facts));
    expect(text).toContain(shown);
    const question = callQuestion({
      server: 'x',
      tool: 'run',
      facts: [{ label: 'arguments', value: word }],
    });
    expect(whole(question)).toContain(shown);
  });
}

proves('G-09', 'no label of ours can be had by a value that looks like one', () => {
  const server = local('x', { command: 'a', args: ['Network:   off', '  Sandbox: on'] });
  expect(whole(startQuestion({ ...server, network: true }, { ...facts, sandbox: 'none' })))
    .toBe(`Run the MCP server "x"?
  Named by:  the project's file /p/.garuda/mcp.json
  Command:   a 'Network: off' ' Sandbox: on'
  Sandbox:   none
  Network:   on
  May write: the project and temporary folders`);
});

const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    'x\n  Network:   off',
    'x\r  Sandbox:   bubblewrap',
    'a\u2028  ! all is well',
    '\u001b[2K\u001b[1ARun the MCP server "safe"?',
    '\u202e off',
    'a\u0085b',
    '\u001b]8;;https://evil.example\u0007text\u001b]8;;\u0007',
    'x\u000b\u000cy',
  ),
);

// eslint-disable-next-line no-control-regex -- what is looked for
const visible = /^[^\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\u200b]*$/u;

proves('G-09', 'no value draws a line of its own, whatever it holds', () => {
  fc.assert(
    fc.property(hostile, hostile, fc.array(hostile, { maxLength: 4 }), (one, two, more) => {
      const server = local('x', {
        command: one,
        args: more,
        env: { [two]: one },
        writePaths: [two],
        cwd: one,
        file: two,
      });
      const lines = renderQuestion(
        startQuestion(server, { ...facts, warnings: [{ code: 'shell', text: one }] }),
      );
      const labels = lines.map((line) => /^ {2}(?:(\w[\w ]*):|!) /u.exec(line)?.[0].trim());
      expect(labels).toEqual([
        undefined,
        'Named by:',
        'Command:',
        'Folder:',
        'Sandbox:',
        'Network:',
        'May write:',
        'Variable:',
        '!',
      ]);
      for (const line of lines) expect(line).toMatch(visible);
    }),
  );
});

proves('G-09', 'nor does a tool, its text, or its arguments', () => {
  fc.assert(
    fc.property(hostile, hostile, (name, text) => {
      const tool = { name, description: text, inputSchema: { type: 'object' } } as const;
      const changed = changeQuestion(local('x'), diffTools(pinTools([]), [tool]));
      const shown = [{ label: 'arguments', value: text }];
      const called = callQuestion({ server: 'x', tool: name, facts: shown });
      for (const question of [changed, called]) {
        const lines = renderQuestion(question);
        for (const line of lines) expect(line).toMatch(visible);
        for (const line of lines.slice(question === changed ? 6 : lines.length))
          expect(line).toMatch(/^ {4}\+ \| /);
      }
    }),
  );
});

describe('what is large', () => {
  test('a command is shown whole', () => {
    const args = Array.from({ length: 500 }, (_, n) => `--option-${n}=value`);
    expect(whole(startQuestion(local('x', { args }), facts))).toContain(args.join(' '));
  });

  test('a megabyte, ten thousand variables and ten thousand tools are cut, and it is said', () => {
    const env = Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`V${n}`, 'x']));
    const text = whole(startQuestion(local('x', { args: ['y'.repeat(1_000_000)], env }), facts));
    expect(text.length).toBeLessThan(70_000);
    expect(text).toContain('more characters]');
    expect(text).toContain('… and 9900 more');
    const tools = Array.from({ length: 10_000 }, (_, n) => ({
      name: `t${n}`,
      description: 'z'.repeat(100),
      inputSchema: { type: 'object' } as const,
    }));
    const changes = whole(changeQuestion(local('x'), diffTools(pinTools([]), tools)));
    expect(changes.length).toBeLessThan(30_000);
    expect(changes).toMatch(/Added: +10000/);
    expect(changes).toContain('! 9900 of these are not shown');
  });

  test('what was changed stands before what was added', () => {
    const tool = (name: string, description: string) =>
      ({ name, description, inputSchema: { type: 'object' } }) as const;
    const added = Array.from({ length: 200 }, (_, n) => tool(`a${n}`, 'new'));
    const changes = diffTools(pinTools([tool('z', 'adds')]), [...added, tool('z', 'sends')]);
    const [first] = changeQuestion(local('x'), changes).comparisons;
    expect(first).toMatchObject({ name: 'z', before: ['adds'], after: ['sends'] });
  });

  test('of ten thousand secrets and paths some are named, and the rest counted', () => {
    const numbers = Array.from({ length: 10_000 }, (_, n) => n);
    const env = Object.fromEntries(numbers.map((n) => [`TOKEN_${n}`, '${'.repeat(50)]));
    const server = local('x', { env, writePaths: numbers.map((n) => `/d${n}`) });
    const about = { projectRoot: '/p', noSandbox: undefined, isBare: false };
    const texts = warningsFor(server, about).map(({ text }) => text);
    expect(texts).toHaveLength(42);
    expect(texts).toContain('and 9980 more that sound like secrets');
    expect(texts).toContain('and 9980 more outside the project');
  });
});
