import { expect } from 'vitest';
import { usableIcons, type IconWish } from '../../../src/client/index.ts';
import type { Icon } from '../../../src/protocol/index.ts';
import { proves } from '../../support/proves.ts';

const serverUrl = 'https://mcp.example.com/mcp';
const png = 'data:image/png;base64,AA==';

const sources: readonly { src: string; usable: boolean; wish?: IconWish }[] = [
  { src: 'https://mcp.example.com/icon.png', usable: true },
  { src: 'https://MCP.example.com:443/icon.png', usable: true },
  { src: png, usable: true },
  { src: 'DATA:Image/SVG+XML;base64,AA==', usable: true },
  { src: 'https://example.com/icon.png', usable: false },
  { src: 'https://mcp.example.com.evil.example/icon.png', usable: false },
  { src: 'https://mcp.example.com@evil.example/icon.png', usable: false },
  { src: 'https://mcp.example.com:8443/icon.png', usable: false },
  { src: 'http://mcp.example.com/icon.png', usable: false },
  { src: 'wss://mcp.example.com/icon.png', usable: false },
  { src: 'ws://mcp.example.com/icon.png', usable: false },
  { src: 'ftp://mcp.example.com/icon.png', usable: false },
  { src: 'file:///icon.png', usable: false },
  { src: 'blob:https://mcp.example.com/1', usable: false },
  { src: 'javascript:alert(1)', usable: false },
  { src: ' java\nscript:alert(1)', usable: false },
  { src: 'vscode://icon', usable: false },
  { src: 'data:text/html,<script>', usable: false },
  { src: 'data:,image/png', usable: false },
  { src: '/icon.png', usable: false },
  { src: '', usable: false },
  {
    src: 'https://cdn.example.com/a',
    usable: true,
    wish: { allowedOrigins: ['https://cdn.example.com'] },
  },
  {
    src: 'https://cdn.example.com/a',
    usable: true,
    wish: { allowedOrigins: ['https://cdn.example.com/x'] },
  },
  {
    src: 'https://cdn.example.com/a',
    usable: false,
    wish: { allowedOrigins: ['cdn.example.com'] },
  },
  {
    src: 'http://cdn.example.com/a',
    usable: false,
    wish: { allowedOrigins: ['http://cdn.example.com'] },
  },
  { src: 'https://mcp.example.com/a', usable: true, wish: { serverUrl: new URL(serverUrl) } },
];

for (const { src, usable, wish } of sources) {
  proves('ICO-02', `${JSON.stringify(src)} is ${usable ? 'usable' : 'refused'}`, () => {
    expect(usableIcons([{ src }], { serverUrl, ...wish })).toEqual(usable ? [{ src }] : []);
  });
}

proves('ICO-02', 'a server without an address has icons of its own in data URIs only', () => {
  const icons = [{ src: 'https://mcp.example.com/icon.png' }, { src: png }];
  expect(usableIcons(icons)).toEqual([{ src: png }]);
  expect(usableIcons(undefined)).toEqual([]);
});

proves('ICO-02', 'what is no icon is left out', () => {
  for (const odd of ['icon', 5, null, {}]) expect(usableIcons(odd as never)).toEqual([]);
  const odd = [null, 5, png, [], {}, { src: 5 }, { src: null }] as never[];
  expect(usableIcons([...odd, { src: png }], { serverUrl, size: 8 })).toEqual([{ src: png }]);
});

proves('ICO-02', 'sizes that are no texts count for nothing', () => {
  // Revisions without icons leave them unread, and not everything can be made a text.
  const odd = { src: png, sizes: [{ toString: 1, valueOf: 2 }, null, 48] } as never;
  expect(usableIcons([odd, { src: png, sizes: ['16x16'] }], { size: 8 })[1]).toBe(odd);
});

const icon = (name: string, more: Omit<Icon, 'src'> = {}): Icon => ({
  src: `${png}#${name}`,
  ...more,
});

const choices: readonly { why: string; wish: IconWish; icons: readonly Icon[]; order: string }[] = [
  {
    why: 'without a wish: any size, then the largest; else in their order',
    wish: {},
    icons: [
      icon('a', { sizes: ['16x16'] }),
      icon('b', { sizes: ['48x48', '32x32'] }),
      icon('c'),
      icon('d', { sizes: ['any'] }),
    ],
    order: 'c d b a',
  },
  {
    why: 'the smallest that is large enough, then the largest of the others',
    wish: { size: 32 },
    icons: [
      icon('a', { sizes: ['16x16'] }),
      icon('b', { sizes: ['24x24'] }),
      icon('c', { sizes: ['128x128'] }),
      icon('d', { sizes: ['48x48', '8x8'] }),
    ],
    order: 'd c b a',
  },
  {
    why: 'one for any size is as good as the size itself',
    wish: { size: 32 },
    icons: [
      icon('a', { sizes: ['48x48'] }),
      icon('b', { sizes: ['any'] }),
      icon('c', { sizes: [] }),
    ],
    order: 'b c a',
  },
  {
    why: 'the theme first, then one for any theme',
    wish: { theme: 'dark', size: 32 },
    icons: [
      icon('a', { theme: 'light', sizes: ['32x32'] }),
      icon('b', { sizes: ['32x32'] }),
      icon('c', { theme: 'dark', sizes: ['16x16'] }),
      icon('d', { theme: 'dark', sizes: ['64x64'] }),
    ],
    order: 'd c b a',
  },
  {
    why: 'no wish for a theme: the theme does not count',
    wish: { size: 32 },
    icons: [
      icon('a', { theme: 'light', sizes: ['16x16'] }),
      icon('b', { theme: 'dark', sizes: ['32x32'] }),
    ],
    order: 'b a',
  },
  {
    why: 'members of another kind count as absent, or as not fitting',
    wish: { theme: 'dark', size: 32 },
    icons: [
      icon('a', { theme: 5 as never }),
      icon('b', { sizes: '32x32' as never }),
      icon('c', { sizes: [5, null, '16x16'] as never }),
    ],
    order: 'b c a',
  },
  {
    why: 'sizes that are none count as the smallest',
    wish: { size: 32 },
    icons: [icon('a', { sizes: ['large', '', '1e9x1', '-64x-64'] }), icon('b', { sizes: ['8x8'] })],
    order: 'b a',
  },
];

for (const { why, wish, icons, order } of choices) {
  proves('ICO-02', `the best icon first: ${why}`, () => {
    const names = usableIcons(icons, wish).map(({ src }) => src.split('#')[1]);
    expect(names.join(' ')).toBe(order);
  });
}
