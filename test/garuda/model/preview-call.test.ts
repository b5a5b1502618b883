import { describe, expect } from 'vitest';
import { previewCall, toolsFor } from '../../../src/garuda/model/index.ts';
import type { ToolAnnotations } from '../../../src/protocol/index.ts';
import { proves } from '../../support/proves.ts';
import { SomeAccess, someTool, texts } from './some-access.ts';

const access = new SomeAccess(() => texts('ok'));

describe('hints of a server', () => {
  const cases: readonly {
    why: string;
    annotations?: ToolAnnotations;
    text: string;
    readOnly?: boolean;
  }[] = [
    { why: 'none', text: 'not verified: the server says nothing of what it does' },
    {
      why: 'a title alone',
      annotations: { title: 'Safe!' },
      text: 'not verified: the server says nothing of what it does',
    },
    {
      why: 'it reads',
      annotations: { readOnlyHint: true, openWorldHint: false },
      text: 'not verified: only reads, can be repeated, reaches nothing else',
      readOnly: true,
    },
    {
      why: 'it adds',
      annotations: { destructiveHint: false },
      text: 'not verified: adds, and deletes nothing, does more each time, reaches others',
    },
    {
      why: 'it deletes',
      annotations: { destructiveHint: true, idempotentHint: true },
      text: 'not verified: may overwrite and delete, can be repeated, reaches others',
    },
  ];
  for (const { why, annotations, text, readOnly = false } of cases) {
    proves('G-27', `${why}: shown as not verified`, () => {
      const tool = someTool('a', annotations === undefined ? {} : { annotations });
      const [made] = toolsFor([{ server: 'x', tools: [tool] }], { access }).tools;
      expect(made?.hints).toMatchObject({ text, readOnlyHint: readOnly });
      expect(previewCall(made!, {})).toContainEqual({ label: 'hints', value: text });
    });
  }
});

describe('what a person sees of a call', () => {
  const [tool] = toolsFor([{ server: 'x', tools: [someTool('a\n  sandbox: full')] }], {
    access,
  }).tools;
  for (const { why, input, shown } of [
    { why: 'the arguments', input: { path: '/etc', n: 1 }, shown: '{"path":"/etc","n":1}' },
    { why: 'arguments as text', input: '{"path":"/etc"}', shown: '{"path":"/etc"}' },
    { why: 'no arguments', input: undefined, shown: '{}' },
    {
      why: 'arguments that draw lines',
      input: { a: 'x\nAllow? yes\u001b[1A\u2028\u202e' },
      shown: String.raw`{"a":"x\nAllow? yes\n"}`,
    },
    {
      why: 'arguments of megabytes',
      input: { a: 'x'.repeat(3_000_000) },
      shown: expect.stringMatching(/^\{"a":"x{3900,}… \[\d+ more characters\]$/),
    },
    {
      why: 'arguments without an end',
      input: JSON.parse('['.repeat(200) + ']'.repeat(200)) as unknown,
      shown: expect.stringContaining('[nested too deeply]'),
    },
  ]) {
    proves('G-27', why, () => {
      expect(previewCall(tool!, input)).toEqual([
        { label: 'server', value: 'x' },
        { label: 'tool', value: 'a sandbox: full' },
        { label: 'hints', value: 'not verified: the server says nothing of what it does' },
        { label: 'arguments', value: shown },
      ]);
    });
  }
});
