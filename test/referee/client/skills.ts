import { createHash } from 'node:crypto';
import type { Client } from 'garuda-mcp';

/**
 * Skills over MCP, an experimental extension: instructions for a model as files of a server. The
 * library speaks it through `request`; what follows is what a host adds.
 *
 * @see {@link https://modelcontextprotocol.io/seps/2640-skills-extension | SEP-2640}
 */
export interface Skill {
  readonly uri: string;
  readonly frontmatter: Readonly<Record<string, unknown>>;
  readonly resources: readonly SkillFile[];
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

/** The skills of a server. No file is read for that. */
export async function listSkills(client: Client): Promise<readonly Skill[]> {
  const { skills } = await client.request('skills/list');
  if (!Array.isArray(skills)) throw new SkillError('skills/list: expected a list of skills');
  return skills as readonly Skill[];
}

/** Reads a skill that is about to be used, its instructions first, each file checked before the next one. */
export async function loadSkill(
  client: Client,
  { uri, frontmatter, resources }: Skill,
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
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
