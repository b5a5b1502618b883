/**
 * Who is compared. Another one: a file in adapters/ and an entry here.
 *
 * @typedef {object} Client
 * @property {string} name - as --clients and the tables call it
 * @property {string} title - what it is
 * @property {string} adapter - its file in adapters/
 * @property {'legacy' | 'modern' | 'auto'} era - in which it speaks
 * @property {readonly import('./adapters/adapter.d.ts').Way[]} ways - over which it speaks
 * @property {boolean} [short] - whether it runs in the short form
 * @property {readonly string[]} [modules] - what it imports from the nested package test/referee
 */

const official = ['@modelcontextprotocol/client', '@modelcontextprotocol/client/stdio'];
const officialV1 = ['index', 'stdio', 'streamableHttp'].map(
  (module) => `@modelcontextprotocol/sdk/client/${module}.js`,
);
const aiSdk = ['@ai-sdk/mcp', '@ai-sdk/mcp/mcp-stdio'];
const both = /** @type {const} */ (['stdio', 'http']);

/** @type {readonly Client[]} */
export const clients = [
  {
    name: 'floor',
    title: 'a raw pipe; node:http',
    adapter: 'floor.mjs',
    era: 'legacy',
    ways: both,
    short: true,
  },
  {
    name: 'floor-undici',
    title: "undici's Pool",
    adapter: 'floor-undici.mjs',
    era: 'legacy',
    ways: ['http'],
    short: true,
  },
  {
    name: 'floor-fetch',
    title: 'bare fetch',
    adapter: 'floor-fetch.mjs',
    era: 'legacy',
    ways: ['http'],
    short: true,
  },
  {
    name: 'garuda',
    title: 'garuda-mcp, speaking 2025-11-25 as the floors and the peers do',
    adapter: 'garuda.mjs',
    era: 'legacy',
    ways: both,
    short: true,
  },
  {
    name: 'garuda-modern',
    title: 'garuda-mcp, speaking 2026-07-28, whose messages are longer',
    adapter: 'garuda.mjs',
    era: 'modern',
    ways: both,
    short: true,
  },
  {
    name: 'garuda-fetch',
    title: 'garuda-mcp over fetch',
    adapter: 'garuda-fetch.mjs',
    era: 'legacy',
    ways: ['http'],
    short: true,
  },
  {
    name: 'official',
    title: '@modelcontextprotocol/client',
    adapter: 'official.mjs',
    era: 'legacy',
    ways: both,
    short: true,
    modules: official,
  },
  {
    name: 'official-modern',
    title: '@modelcontextprotocol/client, 2026-07-28',
    adapter: 'official.mjs',
    era: 'modern',
    ways: both,
    modules: official,
  },
  {
    name: 'official-v1',
    title: '@modelcontextprotocol/sdk',
    adapter: 'official-v1.mjs',
    era: 'legacy',
    ways: both,
    modules: [...officialV1, '@modelcontextprotocol/sdk/types.js'],
  },
  {
    name: 'ai-sdk',
    title: '@ai-sdk/mcp',
    adapter: 'ai-sdk.mjs',
    era: 'legacy',
    ways: both,
    modules: aiSdk,
  },
  {
    name: 'ai-sdk-modern',
    title: '@ai-sdk/mcp, asking for 2026-07-28',
    adapter: 'ai-sdk.mjs',
    era: 'modern',
    ways: both,
    modules: aiSdk,
  },
];
