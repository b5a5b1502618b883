import { appOfTool, appViewOf } from '../../../src/client/content/apps.ts';
import { displayName } from '../../../src/client/content/display-name.ts';
import { modelContent } from '../../../src/client/content/model-content.ts';
import { textOf } from '../../../src/client/content/text-of.ts';
import { toolHints } from '../../../src/client/content/tool-hints.ts';
import { usableIcons } from '../../../src/client/content/usable-icons.ts';
import { defaultValidator } from '../../../src/client/schema/default-validator.ts';
import { SchemaRefusal } from '../../../src/client/schema/schema-validator.ts';
import { readerOf, revisions, type Revision, type Tool } from '../../../src/protocol/index.ts';
import { writeTree } from '../json-tree.ts';
import { mutateJson } from '../mutate-json.ts';
import type { Random } from '../random.ts';
import type { Seeds } from '../seeds.ts';
import { smallerJson } from '../smaller-json.ts';
import { must, trialOf, type Kind, type Target } from '../trial.ts';

/** A result or an entry of a list, as an application gets it, and what it does with it. */
interface ContentInput {
  readonly revision: Revision;
  readonly what: 'result' | 'tool' | 'resources' | 'prompt';
  readonly text: string;
}

const kind: Kind<ContentInput> = {
  check,
  *smaller(input) {
    for (const text of smallerJson(input.text)) yield { ...input, text };
  },
  show: (input) => JSON.stringify(input),
};

/** What was read, in the hands of the helpers that show it or check it. */
export const contentTarget: Target = {
  name: 'content',
  weight: 12,
  make: (random, seeds) => trialOf(someInput(random, seeds), kind),
};

const types = {
  result: 'CallToolResult',
  tool: 'ListToolsResult',
  resources: 'ReadResourceResult',
  prompt: 'GetPromptResult',
};

function someInput(random: Random, seeds: Seeds): ContentInput {
  const what = random.pick(['result', 'tool', 'tool', 'resources', 'prompt'] as const);
  const seed = random.pick(seeds.results.filter(({ type }) => type === types[what]));
  let tree = seed.tree;
  for (let left = random.between(1, 4); left > 0; left -= 1)
    tree = mutateJson(tree, random, seeds.trees);
  return {
    revision: random.oneIn(3) ? random.pick(revisions) : seed.revision,
    what,
    text: writeTree(tree),
  };
}

function check({ revision, what, text }: ContentInput): void {
  const reader = readerOf(revision);
  const value: unknown = JSON.parse(text);
  switch (what) {
    case 'result': {
      const result = reader.result('tools/call')?.(value);
      if (result?.ok !== true) return;
      must(typeof textOf(result.value) === 'string', 'a text that is none');
      for (const block of modelContent(result.value)) checkBlock(block);
      return;
    }
    case 'prompt': {
      const prompt = reader.result('prompts/get')?.(value);
      if (prompt?.ok !== true) return;
      for (const { content } of prompt.value.messages) {
        for (const block of modelContent({ content: [content] })) checkBlock(block);
      }
      return;
    }
    case 'resources': {
      const read = reader.result('resources/read')?.(value);
      if (read?.ok === true) for (const contents of read.value.contents) appViewOf(contents);
      return;
    }
    case 'tool': {
      const list = reader.list('tools/list');
      const page = list?.page(value);
      if (page?.ok !== true) return;
      for (const entry of page.value.entries) {
        const tool = list?.entry(entry);
        if (tool?.ok === true) checkTool(tool.value);
      }
      return;
    }
  }
}

function checkBlock(block: object): void {
  for (const member of Object.values(block))
    must(typeof member === 'string', 'a block with something else than texts');
}

function checkTool(tool: Tool): void {
  must(typeof displayName(tool) === 'string', 'a name that is none');
  for (const hint of Object.values(toolHints(tool)))
    must(typeof hint === 'boolean', 'a hint that is none');
  appOfTool(tool);
  usableIcons(tool.icons, { serverUrl: 'https://example.com', theme: 'dark', size: 48 });
  for (const schema of [tool.inputSchema, tool.outputSchema]) {
    if (schema === undefined) continue;
    try {
      const compiled = defaultValidator.compile(schema);
      for (const value of [{}, { text: 'x'.repeat(2_000), n: 1 }, tool]) compiled(value);
    } catch (error) {
      if (!(error instanceof SchemaRefusal)) throw error;
    }
  }
}
