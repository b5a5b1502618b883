import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { proves } from '../support/proves.ts';
import { filesBelow, root } from '../support/repository.ts';

/** What the specification itself has put under its own prefix, and the ids of its own extensions. */
const published = [
  'protocolVersion',
  'clientCapabilities',
  'clientInfo',
  'serverInfo',
  'logLevel',
  'subscriptionId',
  'related-task',
  'model-immediate-response',
  'tasks',
  'ui',
  'oauth-client-credentials',
  'enterprise-managed-authorization',
];

/** A key with a prefix, in a string. */
const prefixed = /['"`]([a-z][a-z\d-]*(?:\.[a-z][a-z\d-]*)+)\/([\w.-]*)/giu;

/** Reserved by any revision: `mcp` or `modelcontextprotocol` as second label, or before a further one. */
function isReserved(prefix: string): boolean {
  const labels = prefix.toLowerCase().split('.');
  return labels.some(
    (label, at) =>
      ['mcp', 'modelcontextprotocol'].includes(label) && (at === 1 || at < labels.length - 1),
  );
}

proves('META-08', 'no key is made under a prefix that is not ours', async () => {
  const files = await filesBelow('src', ['.ts']);
  const texts = await Promise.all(files.map((path) => readFile(join(root, path), 'utf8')));
  const used = texts.flatMap((text) => [...text.matchAll(prefixed)].map(([, a, b]) => [a, b]));
  const reserved = used.filter(([prefix = '']) => isReserved(prefix));
  expect(reserved.length).toBeGreaterThan(5);
  const made = reserved.filter(
    ([prefix, name = '']) => prefix !== 'io.modelcontextprotocol' || !published.includes(name),
  );
  expect(made).toEqual([]);
});
