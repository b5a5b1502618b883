import { describe, expect, test } from 'vitest';
import { ProtocolError } from '../../../src/protocol/index.ts';
import { stdio, type StdioOptions } from '../../../src/transport/stdio.ts';

const wrong: readonly { why: string; options: unknown; says: string }[] = [
  { why: 'no command', options: {}, says: 'command must be a text' },
  { why: 'an empty command', options: { command: ' ' }, says: 'command must be a text' },
  { why: 'NUL in the command', options: { command: 'a\0b' }, says: 'command must be a text' },
  {
    why: 'arguments that are a text',
    options: { command: 'a', args: 'b' },
    says: 'args must be a list',
  },
  {
    why: 'an argument that is a number',
    options: { command: 'a', args: [1] },
    says: 'args must be a list',
  },
  {
    why: 'NUL in an argument',
    options: { command: 'a', args: ['s3cret\0'] },
    says: 'args must be a list',
  },
  {
    why: 'an empty working folder',
    options: { command: 'a', cwd: '' },
    says: 'cwd must be a text',
  },
  {
    why: 'a variable that is a number',
    options: { command: 'a', env: { A: 1 } },
    says: 'env.A must be a text',
  },
  {
    why: 'NUL in a variable',
    options: { command: 'a', env: { A: 's3cret\0' } },
    says: 'env.A must be a text',
  },
  {
    why: 'a name that is none',
    options: { command: 'a', env: { 'A=B': 'x' } },
    says: 'env has a name',
  },
  {
    why: 'inherited names that are a text',
    options: { command: 'a', inheritEnv: 'A' },
    says: 'inheritEnv must be',
  },
  {
    why: 'a time that is none',
    options: { command: 'a', stopGraceMs: -1 },
    says: 'stopGraceMs must be',
  },
  { why: 'an empty label', options: { command: 'a', label: '' }, says: 'label must be a text' },
];

describe('options', () => {
  test.each(wrong)('$why is refused, by name and without its value', ({ options, says }) => {
    const make = (): unknown => stdio(options as StdioOptions);
    expect(make).toThrow(ProtocolError);
    expect(make).toThrow(says);
    expect(make).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }));
    expect(make).not.toThrow('s3cret');
  });

  test('a target is named by its label or its command', () => {
    expect(stdio({ command: 'my-server' })).toMatchObject({ kind: 'pipe', label: 'my-server' });
    expect(stdio({ command: 'my-server', label: 'mine' }).label).toBe('mine');
  });
});
