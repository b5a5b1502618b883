import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  readerOf,
  revisions,
  strictReaderOf,
  type Parser,
  type Revision,
} from '../../../src/protocol/revisions/registry.ts';
import { instancesOf, messageKindsOf } from './messages.ts';
import { at, mutationsOf, put } from './mutate.ts';
import { SpecSchema } from './spec-schema.ts';

const methods = [
  'initialize',
  'server/discover',
  'tools/call',
  'resources/read',
  'prompts/get',
  'completion/complete',
  'subscriptions/listen',
  'tasks/get',
] as const;
const received = [
  'sampling/createMessage',
  'elicitation/create',
  'roots/list',
  'notifications/message',
  'notifications/progress',
  'notifications/subscriptions/acknowledged',
] as const;
const lists = [
  'tools/list',
  'resources/list',
  'resources/templates/list',
  'prompts/list',
  'tasks/list',
] as const;

/** Every parser of a revision. */
function parsersOf(revision: Revision): readonly Parser<unknown>[] {
  const reader = readerOf(revision);
  return [
    ...methods.map((method) => reader.result(method)),
    ...methods.map((method) => reader.inputRequired(method)),
    ...received.map((method) => reader.params(method)),
    ...lists.flatMap((method) => [reader.list(method)?.page, reader.list(method)?.entry]),
  ].filter((parser) => parser !== undefined) as readonly Parser<unknown>[];
}

/** Words of the protocol, so that random values get past the first check. */
const word = fc.constantFrom(
  'type',
  'text',
  'image',
  'content',
  'resource',
  'resource_link',
  'name',
  'uri',
  'mode',
  'form',
  'url',
  'message',
  'requestedSchema',
  'properties',
  'enum',
  'oneOf',
  'items',
  'anyOf',
  'tools',
  'inputSchema',
  '_meta',
  'resultType',
  'complete',
  'input_required',
  'inputRequests',
  'method',
  'params',
  'string',
  'object',
  'array',
  '__proto__',
  'constructor',
  'toString',
  '',
);
const json = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(null, true, 0, -1.5, 'text'),
    word,
    fc.array(tie('value'), { maxLength: 3 }),
    // As JSON.parse makes them: __proto__ is an ordinary member.
    fc
      .array(fc.tuple(word, tie('value')), { maxLength: 6 })
      .map((entries) => Object.fromEntries(entries) as unknown),
  ),
})).value;

describe.each(revisions)('%s', (revision) => {
  const parsers = parsersOf(revision);

  test('no value makes a parser throw, and what it gives is its own normal form', () => {
    fc.assert(
      fc.property(json, (value) => {
        for (const parse of parsers) {
          const parsed = parse(value);
          if (parsed.ok) expect(parse(parsed.value)).toEqual(parsed);
          else expect(parsed.message).toMatch(/^expected .+, got /);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('a member that nobody knows stays where it is, in every object of every message', () => {
    const spec = new SpecSchema(revision);
    const lost: string[] = [];
    for (const { type } of messageKindsOf(revision, spec)) {
      for (const { value } of instancesOf(revision, type)) {
        for (const { how, path, value: spoiled } of mutationsOf(value)) {
          if (how !== 'extra' || maps.has(path.at(-1))) continue;
          for (const parse of parsers) {
            const parsed = parse(spoiled);
            if (parsed.ok && !isKept(at(parsed.value, path)))
              lost.push(`${type} ${path.join('.')}`);
          }
        }
      }
    }
    expect(lost).toEqual([]);
  });
});

function isKept(object: unknown): boolean {
  return Array.isArray((object as { readonly 'x-unknown'?: unknown } | undefined)?.['x-unknown']);
}

/** Objects whose every member has a meaning. */
const maps: ReadonlySet<unknown> = new Set([
  'experimental',
  'extensions',
  'inputRequests',
  'inputResponses',
  'properties',
  'arguments',
  'content',
]);

test('a strict reader accepts nothing that a tolerant one refuses, but for what the prose refuses', () => {
  const strict = strictReaderOf('2025-11-25').result('tools/call');
  const tolerant = readerOf('2025-11-25').result('tools/call');
  const refused = fc.sample(json, 1_000).filter((content) => {
    const value = put({ content: [] }, ['content'], content);
    return strict?.(value).ok === true && tolerant?.(value).ok !== true;
  });
  expect(refused).toEqual([]);
});
