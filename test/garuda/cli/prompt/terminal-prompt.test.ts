import { expect, test } from 'vitest';
import { TerminalPrompt } from '../../../../src/garuda/cli/prompt/terminal-prompt.ts';
import type { Answer, Question } from '../../../../src/garuda/trust/index.ts';
import { proves } from '../../../support/proves.ts';

const question: Question = {
  kind: 'start',
  server: 'x',
  title: 'Run the MCP server "x"?',
  facts: [{ label: 'Command', value: 'npx x' }],
  warnings: ['it may reach the network'],
  comparisons: [],
  answers: ['once', 'remember', 'deny'],
};

function typing(...lines: readonly string[]) {
  const shown: string[] = [];
  const left = [...lines];
  const screen = {
    columns: () => undefined,
    tell: (line: string) => {
      shown.push(line);
      return Promise.resolve();
    },
    ask: (text: string) => {
      shown.push(text);
      return Promise.resolve(left.shift() ?? '');
    },
  };
  return { shown, prompt: new TerminalPrompt(screen) };
}

const never = new AbortController().signal;

const cases: readonly (readonly [readonly string[], Answer])[] = [
  [['y'], 'once'],
  [['YES '], 'once'],
  [['always'], 'remember'],
  [['a'], 'remember'],
  [['n'], 'deny'],
  [[''], 'deny'],
  [['what?', 'y'], 'once'],
  [['what?', '\u001b[A', 'yess'], 'deny'],
  [['yy', 'yy', 'yy', 'y'], 'deny'],
];
for (const [typed, expected] of cases) {
  proves('G-07', `${JSON.stringify(typed)}: ${expected}`, async () => {
    const { shown, prompt } = typing(...typed);
    expect(await prompt.ask(question, never)).toBe(expected);
    expect(shown.slice(0, 4)).toEqual([
      'Run the MCP server "x"?',
      '  Command: npx x',
      '  ! it may reach the network',
      'yes (this time), always, no [no]: ',
    ]);
  });
}

test('what is not offered is no answer', async () => {
  const { prompt } = typing('always', 'always', 'always');
  const signIn: Question = { ...question, kind: 'sign-in', answers: ['once', 'deny'] };
  expect(await prompt.ask(signIn, never)).toBe('deny');
});

test('nobody is asked for whom nobody waits', async () => {
  const { shown, prompt } = typing('y');
  await expect(prompt.ask(question, AbortSignal.abort(new Error('given up')))).rejects.toThrow(
    'given up',
  );
  expect(shown.filter((line) => line.includes('[no]'))).toEqual([]);
});
