import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { defaultValidator } from '../../../src/client/schema/default-validator.ts';
import { SchemaRefusal } from '../../../src/client/schema/schema-validator.ts';
import { proves } from '../../support/proves.ts';
import { root } from '../../support/repository.ts';
import { refused } from './expected-refusals.ts';

const suite = process.env['JSON_SCHEMA_SUITE'] ?? join(root, '.cache/json-schema-suite');

interface Group {
  readonly description: string;
  readonly schema: unknown;
  readonly tests: readonly {
    readonly description: string;
    readonly data: unknown;
    readonly valid: boolean;
  }[];
}

const dialects = {
  draft7: 'http://json-schema.org/draft-07/schema#',
  'draft2019-09': 'https://json-schema.org/draft/2019-09/schema',
  'draft2020-12': 'https://json-schema.org/draft/2020-12/schema',
} as const;

test('the official suite is there', () => {
  const advice = `no suite in ${suite}: run node scripts/schema-suite.mjs (it takes a Debian package), or set JSON_SCHEMA_SUITE to a copy`;
  expect(existsSync(join(suite, 'tests', 'draft2020-12')), advice).toBe(true);
});

for (const [folder, dialect] of Object.entries(dialects)) {
  proves(
    ['JSC-01', 'JSC-04', 'W-12'],
    `${folder}: every test of the suite, but for refusals`,
    () => {
      const found: string[] = [];
      const wrong: string[] = [];
      let count = 0;
      for (const file of filesOf(folder)) {
        for (const { name, group } of groupsOf(folder, file)) {
          count += group.tests.length;
          const judged = judge(group, dialect);
          if (judged === 'refused') found.push(name);
          else wrong.push(...judged.map((description) => `${name}: ${description}`));
        }
      }
      expect(count).toBeGreaterThan(800);
      expect(wrong).toEqual([]);
      const expected = refused[folder as keyof typeof refused].flatMap(({ groups }) => groups);
      expect(found.toSorted()).toEqual(expected.toSorted());
    },
  );
}

function filesOf(folder: string): readonly string[] {
  const files = readdirSync(join(suite, 'tests', folder), { withFileTypes: true });
  return files.filter((file) => file.isFile()).map((file) => file.name);
}

function groupsOf(folder: string, file: string): { name: string; group: Group }[] {
  const text = readFileSync(join(suite, 'tests', folder, file), 'utf8');
  const groups = JSON.parse(text) as readonly Group[];
  return groups.map((group) => ({
    name: `${file.replace('.json', '')}: ${group.description}`,
    group,
  }));
}

/** The tests whose verdict is not the suite's. */
function judge({ schema, tests }: Group, dialect: string): readonly string[] | 'refused' {
  const dated =
    typeof schema === 'object' && schema !== null ? { $schema: dialect, ...schema } : schema;
  try {
    const validate = defaultValidator.compile(dated);
    const wrong = tests.filter(({ data, valid }) => (validate(data).length === 0) !== valid);
    return wrong.map(({ description }) => description);
  } catch (error) {
    if (!(error instanceof SchemaRefusal)) throw error;
    return 'refused';
  }
}
