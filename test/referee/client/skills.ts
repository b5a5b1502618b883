import { createHash } from 'node:crypto';
import type { Client, Extension } from 'garuda-mcp';

/**
 * Skills over MCP, an extension: instructions for a model as files of a server. The library declares
 * it and speaks it through `request`; what follows is what a host adds.
 *
 * @see {@link https://modelcontextprotocol.io/seps/2640-skills-extension | SEP-2640}
 */
export const SKILLS: Extension = { id: 'io.modelcontextprotocol/skills' };

/** A server that names ever another page is not followed for ever. */
const MAX_PAGES = 100;

/** A skill, as a server lists it. */
export interface Skill {
  readonly uri: string;
  readonly frontmatter: Readonly<Record<string, unknown>>;
  /** `dynamic` where its files are made when they are read, so that nothing is promised of them. */
  readonly resources: readonly SkillFile[] | 'dynamic';
}

/** A file of a skill, as its entry promises it. */
export interface SkillFile {
  readonly uri: string;
  /** `sha256:` and hexadecimal digits. */
  readonly digest: string;
  /** In bytes. */
  readonly size: number;
}

/** A file that is not what its entry promised: the skill is not loaded. */
export class SkillError extends Error {
  override readonly name = 'SkillError';
}

/** The skills of a server, all pages. No file is read for that. */
export async function listSkills(client: Client): Promise<readonly Skill[]> {
  const all: Skill[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const params = cursor === undefined ? undefined : { cursor };
    const { skills, nextCursor } = await client.request('skills/list', params);
    if (!Array.isArray(skills)) throw new SkillError('skills/list: expected a list of skills');
    all.push(...(skills as readonly Skill[]));
    if (typeof nextCursor !== 'string') return all;
    cursor = nextCursor;
  }
  throw new SkillError(`skills/list: expected at most ${MAX_PAGES} pages`);
}

/** Reads a skill that is about to be used, its instructions first, each file checked before the next one. */
export async function loadSkill(
  client: Client,
  { uri, frontmatter, resources }: Skill,
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  if (!Array.isArray(resources))
    throw new SkillError(`${uri}: its entry has no list of files to check them against`);
  const first = resources.filter((file) => file.uri === uri);
  if (first.length !== 1) throw new SkillError(`${uri} is not among the files of its entry`);
  for (const file of [...first, ...resources.filter((other) => other.uri !== uri)]) {
    const text = await readText(client, file.uri);
    const fault =
      faultOfFile(file, text) ??
      (file.uri === uri ? faultOfFrontmatter(frontmatter, text) : undefined);
    if (fault !== undefined) throw new SkillError(`${file.uri}: ${fault}`);
    texts.set(file.uri, text);
  }
  return texts;
}

/** Why a text is not the file of an entry. */
export function faultOfFile({ digest, size }: SkillFile, text: string): string | undefined {
  const bytes = Buffer.from(text, 'utf8');
  if (bytes.length !== size) return `size: expected ${size} bytes, got ${bytes.length}`;
  const found = `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
  return found === digest ? undefined : `digest: expected ${digest}, got ${found}`;
}

/** Why the head of the instructions is not that of the entry, field by field. */
export function faultOfFrontmatter(
  expected: Readonly<Record<string, unknown>>,
  text: string,
): string | undefined {
  const found = parseFrontmatter(text);
  if (found === undefined) return 'frontmatter: none, or one of more than lines "name: text"';
  for (const name of new Set([...Object.keys(expected), ...found.keys()])) {
    if (expected[name] !== found.get(name)) return `frontmatter: ${name} differs`;
  }
  return undefined;
}

/** Of YAML only what skills need: lines of a name and a plain text. Anything else is not understood, and so no match. */
function parseFrontmatter(text: string): ReadonlyMap<string, string> | undefined {
  const head = /^---\n([\s\S]*?)\n---(?:\n|$)/.exec(text)?.[1];
  if (head === undefined) return undefined;
  const fields = new Map<string, string>();
  for (const line of head.split('\n')) {
    const [, name, value] = /^([\w-]+): ([^"'[{>|&*!#%@`].*)$/.exec(line) ?? [];
    if (name === undefined || value === undefined || fields.has(name)) return undefined;
    fields.set(name, value.trim());
  }
  return fields;
}

async function readText(client: Client, uri: string): Promise<string> {
  const { contents } = await client.readResource(uri);
  const [content] = contents;
  if (contents.length === 1 && content !== undefined && 'text' in content) return content.text;
  throw new SkillError(`${uri}: expected one text`);
}
