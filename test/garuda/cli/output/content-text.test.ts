import { describe, expect, test } from 'vitest';
import {
  endLine,
  showBlock,
  type ContentBlock,
} from '../../../../src/garuda/cli/output/content-text.ts';

const terminal = { isTerminal: true, columns: 80 };
const pipe = { isTerminal: false, columns: undefined };

describe('a piece of content', () => {
  test.each<{ block: ContentBlock; atTerminal: string; inPipe: string }>([
    {
      block: { type: 'text', text: 'a\u001b[0m\n' },
      atTerminal: 'a\\u001b[0m\n',
      inPipe: 'a\u001b[0m\n',
    },
    {
      block: { type: 'image', data: 'aGVsbG8=', mimeType: 'image/png' },
      atTerminal: '[image image/png 5 bytes]',
      inPipe: '[image image/png 5 bytes]',
    },
    {
      block: { type: 'audio', data: 'aA', mimeType: 'audio/\u001bwav' },
      atTerminal: '[audio audio/\\u001bwav 1 byte]',
      inPipe: '[audio audio/\\u001bwav 1 byte]',
    },
    {
      block: { type: 'resource_link', uri: 'file:///a', name: 'a', mimeType: 'text/plain' },
      atTerminal: '[resource file:///a text/plain]',
      inPipe: '[resource file:///a text/plain]',
    },
    {
      block: { type: 'resource_link', uri: 'file:///a', name: 'a' },
      atTerminal: '[resource file:///a]',
      inPipe: '[resource file:///a]',
    },
    {
      block: { type: 'resource', resource: { uri: 'file:///a', text: 'x\u0007' } },
      atTerminal: 'x\\u0007',
      inPipe: 'x\u0007',
    },
    {
      block: { type: 'resource', resource: { uri: 'file:///a', blob: 'aGk=' } },
      atTerminal: '[resource file:///a 2 bytes]',
      inPipe: '[resource file:///a 2 bytes]',
    },
    {
      block: { type: 'hologram' } as unknown as ContentBlock,
      atTerminal: '[content of the type hologram]',
      inPipe: '[content of the type hologram]',
    },
  ])('$block', ({ block, atTerminal, inPipe }) => {
    expect(showBlock(block, terminal)).toBe(atTerminal);
    expect(showBlock(block, pipe)).toBe(inPipe);
  });
});

test.each([
  { text: '', ended: '' },
  { text: 'a', ended: 'a\n' },
  { text: 'a\n', ended: 'a\n' },
])('a line ends: $ended', ({ text, ended }) => {
  expect(endLine(text)).toBe(ended);
});
