import { expect, test } from 'vitest';
import { Invalidations } from '../../../src/client/cache/invalidations.ts';
import type { Change } from '../../../src/client/index.ts';
import { proves } from '../../support/proves.ts';

const uris = ['note://1', 'folder://a', 'folder://a/b.md', 'folder://ab'] as const;
const requests = {
  tools: { method: 'tools/list' },
  prompts: { method: 'prompts/list' },
  resources: { method: 'resources/list' },
  templates: { method: 'resources/templates/list' },
  ...Object.fromEntries(uris.map((uri) => [uri, { method: 'resources/read', subject: uri }])),
};

/** The answers that count no longer, of those that were asked for at a time. */
function droppedBy(invalidations: Invalidations, askedAt: number): readonly string[] {
  const how = { params: undefined, options: {}, repeatable: true, progress: false };
  return Object.entries(requests).flatMap(([name, request]) =>
    invalidations.allows({ ...how, ...request }, askedAt) ? [] : [name],
  );
}

for (const { change, drops } of [
  { change: { kind: 'tools' }, drops: ['tools'] },
  { change: { kind: 'prompts' }, drops: ['prompts'] },
  { change: { kind: 'resources' }, drops: ['resources', 'templates'] },
  { change: { kind: 'resource', uri: 'note://1' }, drops: ['note://1'] },
  { change: { kind: 'resource', uri: 'note://12' }, drops: [] },
  // What holds a part that changed has changed, and so may have the parts of what changed.
  {
    change: { kind: 'resource', uri: 'folder://a/b.md' },
    drops: ['folder://a', 'folder://a/b.md'],
  },
  { change: { kind: 'resource', uri: 'folder://a' }, drops: ['folder://a', 'folder://a/b.md'] },
  { change: { kind: 'unsupported', filter: { tools: true } }, drops: [] },
  { change: { kind: 'missed' }, drops: Object.keys(requests) },
] satisfies { change: Change; drops: readonly string[] }[]) {
  const what = 'uri' in change ? change.uri : change.kind;
  proves('CCH-07', `${what} drops: ${drops.join(', ') || 'nothing'}`, () => {
    let now = 10;
    const invalidations = new Invalidations(() => now);
    expect(droppedBy(invalidations, 0)).toEqual([]);
    invalidations.changed(change);
    now = 20;
    expect(droppedBy(invalidations, 9)).toEqual(drops);
    // Of the same moment nobody knows which was first.
    expect(droppedBy(invalidations, 10)).toEqual(drops);
    expect(droppedBy(invalidations, 11)).toEqual([]);
  });
}

test('each change counts from its own time, and the last of one', () => {
  let now = 10;
  const invalidations = new Invalidations(() => now);
  invalidations.changed({ kind: 'tools' });
  invalidations.changed({ kind: 'resource', uri: 'note://1' });
  now = 20;
  invalidations.changed({ kind: 'prompts' });
  invalidations.changed({ kind: 'resource', uri: 'note://1' });
  expect(droppedBy(invalidations, 15)).toEqual(['prompts', 'note://1']);
  now = 30;
  invalidations.forgetEverything();
  expect(droppedBy(invalidations, 25)).toEqual(Object.keys(requests));
  expect(droppedBy(invalidations, 31)).toEqual([]);
});

test('more single resources than are kept in mind are all of them', () => {
  let now = 1;
  const invalidations = new Invalidations(() => now);
  for (; now <= 500; now += 1) invalidations.changed({ kind: 'resource', uri: `other://${now}` });
  expect(droppedBy(invalidations, 0)).toEqual([]);
  // One that is known already is no further one.
  invalidations.changed({ kind: 'resource', uri: 'other://1' });
  expect(droppedBy(invalidations, 0)).toEqual([]);
  invalidations.changed({ kind: 'resource', uri: 'one more' });
  expect(droppedBy(invalidations, now)).toEqual(uris);
  expect(droppedBy(invalidations, now + 1)).toEqual([]);
});
