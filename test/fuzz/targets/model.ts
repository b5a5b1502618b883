import { cleanText } from '../../../src/garuda/cleaning/index.ts';
import { resultText, toolsFor } from '../../../src/garuda/model/index.ts';
import { readerOf, type Revision } from '../../../src/protocol/index.ts';
import { forged, forgive } from '../../garuda/cleaning/forgiving-reader.ts';
import { pieces } from '../../garuda/cleaning/some-text.ts';
import { writeTree } from '../json-tree.ts';
import { mutateJson } from '../mutate-json.ts';
import type { Random } from '../random.ts';
import type { Seeds } from '../seeds.ts';
import { smallerJson } from '../smaller-json.ts';
import { must, trialOf, type Kind, type Target } from '../trial.ts';

/** What a server says of its tools, or gives as a result, before it is made fit for a model. */
interface ModelInput {
  readonly revision: Revision;
  readonly what: 'result' | 'tools';
  readonly text: string;
}

const kind: Kind<ModelInput> = {
  check,
  *smaller(input) {
    for (const text of smallerJson(input.text)) yield { ...input, text };
  },
  show: (input) => JSON.stringify(input),
};

/** What a model is given: no tag of the host, nothing that is not seen, and nothing without a bound. */
export const modelTarget: Target = {
  name: 'model',
  weight: 6,
  make: (random, seeds) => trialOf(someInput(random, seeds), kind),
};

function someInput(random: Random, seeds: Seeds): ModelInput {
  const what = random.pick(['result', 'tools'] as const);
  const type = what === 'result' ? 'CallToolResult' : 'ListToolsResult';
  const seed = random.pick(seeds.results.filter((each) => each.type === type));
  let tree = seed.tree;
  for (let left = random.below(3); left > 0; left -= 1)
    tree = mutateJson(tree, random, seeds.trees);
  return { revision: seed.revision, what, text: harm(writeTree(tree), random) };
}

/** Puts harmful texts in the place of some, and of a few names. What says what kind of thing it is stays. */
function harm(json: string, random: Random): string {
  return json.replaceAll(/("type":)?"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?/g, (text, type, colon = '') => {
    if (type !== undefined || !random.oneIn(colon === '' ? 3 : 20)) return text;
    return JSON.stringify(harmfulText(random)) + String(colon);
  });
}

function harmfulText(random: Random): string {
  return Array.from({ length: random.between(1, 8) }, () => random.pick(pieces)).join('');
}

async function check({ revision, what, text }: ModelInput): Promise<void> {
  const reader = readerOf(revision);
  const value: unknown = JSON.parse(text);
  if (what === 'result') {
    const result = reader.result('tools/call')?.(value);
    if (result?.ok !== true) return;
    const source = { server: 'x', tool: text.slice(0, 50) };
    const given = await resultText(result.value, source, { maxCharacters: 500, images: true });
    const [whole, words = ''] =
      /^<mcp_result [^<>]*>\n([^]*)\n<\/mcp_result>$/.exec(given.text) ?? [];
    must(whole === given.text, 'a result that is not wrapped');
    must(Array.from(words).length <= 500, 'a result that is too long');
    checkText(words);
    return;
  }
  const list = reader.list('tools/list');
  const page = list?.page(value);
  if (page?.ok !== true) return;
  const offered = page.value.entries.flatMap((entry) => {
    const tool = list?.entry(entry);
    return tool?.ok === true ? [tool.value] : [];
  });
  const access = { call: () => Promise.reject(new Error('not called')) };
  const { tools, notices } = toolsFor([{ server: 'x', tools: offered }], { access });
  for (const { name, description, inputSchema } of tools) {
    must(/^[\w-]{1,64}$/.test(name), 'a name that is not legal');
    must(Array.from(description).length <= 2_000, 'a description that is too long');
    must(inputSchema['type'] === 'object', 'a schema of no object');
    checkText(description);
    checkText(JSON.stringify(inputSchema));
  }
  for (const notice of notices) checkText(notice.text);
}

function checkText(text: string): void {
  must(!forged.test(forgive(text)), 'a tag of the host');
  // A selector may be left behind the bracket that was taken from it.
  const plain = text.replaceAll(/[\ufe0e\ufe0f]/g, '');
  must(cleanText(plain) === plain, 'something that is not seen');
}
