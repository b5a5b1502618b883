import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { editText, type RegistryChange } from '../../../../src/garuda/registry/saving/edit-text.ts';
import { readText } from '../read-text.ts';

const add: RegistryChange = { kind: 'add', name: 'new', server: { command: 'x', args: ['y'] } };
const remove = (name: string): RegistryChange => ({ kind: 'remove', name });

const table: readonly {
  readonly why: string;
  readonly before: string | undefined;
  readonly change: RegistryChange;
  readonly after: string;
}[] = [
  {
    why: 'a first server',
    before: undefined,
    change: add,
    after:
      '{\n  "version": 2,\n  "servers": {\n    "new": {\n      "command": "x",\n      "args": [\n        "y"\n      ]\n    }\n  }\n}\n',
  },
  {
    why: 'a file on one line',
    before: '{"version":1,"servers":{"a":{"command":"x"}}}',
    change: remove('a'),
    after: '{\n  "version": 2,\n  "servers": {\n  }\n}\n',
  },
  {
    why: 'comments, order and odd layout stay',
    before:
      '// mine\n{\n    "activeProfile": "default", // why\n    "servers": {\n        // the first\n        "a": { "command":   "x" }, // behind\n        /* the second */\n        "b": { "command": "y" }\n    }\n}\n',
    change: remove('b'),
    after:
      '// mine\n{\n    "version": 2,\n    "activeProfile": "default", // why\n    "servers": {\n        // the first\n        "a": { "command":   "x" } // behind\n        /* the second */\n    }\n}\n',
  },
  {
    why: 'the first of two',
    before:
      '{\n  "version": 2,\n  "servers": {\n    "a": { "command": "x" },\n    "b": { "command": "y" },\n  },\n}\n',
    change: remove('a'),
    after: '{\n  "version": 2,\n  "servers": {\n    "b": { "command": "y" },\n  },\n}\n',
  },
  {
    why: 'the last of two, with a comma behind it',
    before:
      '{\n  "version": 2,\n  "servers": {\n    "a": { "command": "x" },\n    "b": { "command": "y" },\n  },\n}\n',
    change: remove('b'),
    after: '{\n  "version": 2,\n  "servers": {\n    "a": { "command": "x" },\n  },\n}\n',
  },
  {
    why: 'the other name of the list, tabs, and the ends of lines of Windows',
    before:
      '{\r\n\t"version": 2,\r\n\t"mcpServers": {\r\n\t\t"a": { "command": "x" }\r\n\t}\r\n}\r\n',
    change: add,
    after:
      '{\r\n\t"version": 2,\r\n\t"mcpServers": {\r\n\t\t"a": { "command": "x" },\r\n\t\t"new": {\r\n\t\t\t"command": "x",\r\n\t\t\t"args": [\r\n\t\t\t\t"y"\r\n\t\t\t]\r\n\t\t}\r\n\t}\r\n}\r\n',
  },
  {
    why: 'a removed server goes out of the profiles',
    before:
      '{\n  "version": 2,\n  "profiles": { "work": ["a", "b"], "home": ["b"] },\n  "servers": {\n    "a": { "command": "x" },\n    "b": { "command": "y" }\n  }\n}\n',
    change: remove('a'),
    after:
      '{\n  "version": 2,\n  "profiles": { "work": ["b"], "home": ["b"] },\n  "servers": {\n    "b": { "command": "y" }\n  }\n}\n',
  },
];

describe('a change of the text', () => {
  test.each(table)('$why', ({ before, change, after }) => {
    expect(editText(before, [change])).toBe(after);
  });
});

/** Files with comments, odd blanks and commas wherever they may be. */
const filler = fc.constantFrom('', ' ', '\n', '\n  ', ' // c\n', '/* c */', '\r\n\t');
const names = fc.uniqueArray(fc.constantFrom<string[]>('a', 'b', 'c', 'd', 'e'), { maxLength: 5 });
const files = fc
  .tuple(names, fc.array(filler, { minLength: 40, maxLength: 40 }), fc.boolean(), fc.boolean())
  .map(([list, fillers, trailing, isAlias]) => {
    let at = 0;
    const next = (): string => fillers[at++ % fillers.length] ?? '';
    const servers = list.map(
      (name) =>
        `${next()}"${name}"${next()}:${next()}{${next()}"command":"${name}"${next()}}${next()}`,
    );
    const comma = trailing && list.length > 0 ? `,${next()}` : '';
    return {
      list,
      text: `${next()}{${next()}"${isAlias ? 'mcpServers' : 'servers'}":${next()}{${servers.join(',')}${comma}${next()}}${next()}}${next()}`,
    };
  });

test('after any changes of any file, the servers are those that were meant, and no comment is lost', () => {
  fc.assert(
    fc.property(
      files,
      fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { maxLength: 6 }),
      ({ list, text }, toggles) => {
        const expected = new Set(list);
        const changes: RegistryChange[] = [];
        for (const name of toggles) {
          if (expected.delete(name)) changes.push(remove(name));
          else {
            expected.add(name);
            changes.push({ kind: 'add', name, server: { command: name } });
          }
        }
        const after = editText(text, changes);
        const { file, faults } = readText(after);
        expect(faults).toEqual([]);
        expect(file.servers.map(({ name }) => name).toSorted()).toEqual([...expected].toSorted());
        expect(after).toContain('"version": 2');
        const removes = changes.some(({ kind }) => kind === 'remove');
        if (!removes) expect(commentsOf(after)).toBe(commentsOf(text));
      },
    ),
    { numRuns: 500 },
  );
});

function commentsOf(text: string): number {
  return [...text.matchAll(/\/\/ c|\/\* c \*\//g)].length;
}
