import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { faultOfFile, faultOfFrontmatter } from './skills.ts';

const text = '---\nname: birds\ndescription: Tells birds apart: by ear\n---\n\nListen – first.\n';
const bytes = Buffer.from(text);
const digest = `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
const file = { uri: 'skill://birds/SKILL.md', digest, size: bytes.length };
const frontmatter = { name: 'birds', description: 'Tells birds apart: by ear' };

test.each([
  { why: 'the file as promised', of: file, text, fault: undefined },
  { why: 'another size', of: { ...file, size: 1 }, text, fault: /^size: expected 1 bytes/ },
  {
    why: 'other bytes of the same size',
    of: file,
    text: text.replace('L', 'l'),
    fault: /^digest:/,
  },
  {
    why: 'a digest of another kind',
    of: { ...file, digest: digest.slice(7) },
    text,
    fault: /^digest:/,
  },
])('a file: $why', ({ of, text: given, fault }) => {
  const found = faultOfFile(of, given);
  if (fault === undefined) expect(found).toBeUndefined();
  else expect(found).toMatch(fault);
});

test.each([
  { why: 'the same', expected: frontmatter, text, fault: undefined },
  { why: 'another value', expected: { ...frontmatter, name: 'cats' }, text, fault: /name differs/ },
  { why: 'a field less', expected: { name: 'birds' }, text, fault: /description differs/ },
  {
    why: 'a field more',
    expected: { ...frontmatter, license: 'MIT' },
    text,
    fault: /license differs/,
  },
  { why: 'no head', expected: frontmatter, text: 'Listen.\n', fault: /none/ },
  {
    why: 'a name twice',
    expected: frontmatter,
    text: '---\nname: a\nname: birds\n---\n',
    fault: /none/,
  },
  {
    why: 'YAML that is not understood',
    expected: frontmatter,
    text: '---\nname: [birds]\n---\n',
    fault: /none/,
  },
])('a head: $why', ({ expected, text: given, fault }) => {
  const found = faultOfFrontmatter(expected, given);
  if (fault === undefined) expect(found).toBeUndefined();
  else expect(found).toMatch(fault);
});
