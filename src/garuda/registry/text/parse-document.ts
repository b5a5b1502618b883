import {
  createScanner,
  parseTree,
  printParseErrorCode,
  type Node,
  type ParseError,
} from 'jsonc-parser';
import type { SourceText } from './source-text.ts';

/** No file of servers is as deep, and the parser goes down by calling itself. */
const deepest = 32;

/** More faults of the spelling than these are consequences of the first. */
const mostFaults = 10;

/**
 * The tree of a text that is JSON with comments and trailing commas; `undefined` after telling the source what is
 * wrong with it. No word of the text is repeated: where its quotation marks are missing, a secret is such a word.
 */
export function parseDocument(source: SourceText): Node | undefined {
  const tooDeep = offsetOfTooDeep(source.text);
  if (tooDeep !== undefined) {
    source.fault(tooDeep, '', `expected at most ${deepest} levels of braces and brackets`);
    return undefined;
  }
  const errors: ParseError[] = [];
  const root = parseTree(source.text, errors, { allowTrailingComma: true });
  if (errors.length === 0 && root !== undefined) return root;
  if (source.text.trim() === '' || root === undefined) {
    source.fault(0, '', 'expected a map in braces, got nothing', 'write { "servers": {} }');
    return undefined;
  }
  let lastLine = 0;
  for (const error of errors) {
    const { line } = source.position(error.offset);
    if (line === lastLine || source.faults.length === mostFaults) continue;
    lastLine = line;
    source.fault(error.offset, '', ...wordsOf(error, source.text));
  }
  return undefined;
}

// Numbers, since the names of the parser's tokens are constants that only a whole-program compiler can read.
const opening: ReadonlySet<number> = new Set([1, 3]);
const closing: ReadonlySet<number> = new Set([2, 4]);
const endOfText = 17;

function offsetOfTooDeep(text: string): number | undefined {
  const scanner = createScanner(text, true);
  let depth = 0;
  for (let token: number = scanner.scan(); token !== endOfText; token = scanner.scan()) {
    if (opening.has(token)) depth += 1;
    if (closing.has(token)) depth -= 1;
    if (depth > deepest) return scanner.getTokenOffset();
  }
  return undefined;
}

type Words = readonly [problem: string, instead?: string];

function wordsOf({ error, offset }: ParseError, text: string): Words {
  const rest = text.slice(offset, offset + 12);
  if (rest.startsWith("'")) return ['text stands in single quotation marks', 'write "…"'];
  if (/^[“”„«]/.test(rest)) return ['text stands in typographic quotation marks', 'write "…"'];
  if (rest.startsWith('#')) return ['this is no comment', 'begin it with //'];
  const constant = /^(?:True|False|None|undefined|yes|no|on|off)\b/.exec(rest)?.[0];
  if (constant !== undefined)
    return [`${constant} is no value`, 'write true, false, or text in "…"'];
  return spelling[printParseErrorCode(error)] ?? ['this is no JSON'];
}

const spelling: Readonly<Record<string, Words>> = {
  InvalidSymbol: ['a word stands here without quotation marks', 'write "…"'],
  InvalidNumberFormat: ['this is no number', 'write digits, such as 30000'],
  PropertyNameExpected: ['expected a key in double quotation marks', 'write "KEY": VALUE'],
  ValueExpected: ['expected a value', 'write text in "…", a number, true, false, […] or {…}'],
  ColonExpected: ['expected a colon between key and value', 'write "KEY": VALUE'],
  CommaExpected: ['expected a comma before this', 'write a comma behind the entry before it'],
  CloseBraceExpected: ['a brace is not closed', 'write } where its map ends'],
  CloseBracketExpected: ['a bracket is not closed', 'write ] where its list ends'],
  EndOfFileExpected: ['the file goes on behind its end', 'take out what stands from here on'],
  InvalidCommentToken: ['this is no comment', 'write // …, or /* … */'],
  UnexpectedEndOfComment: ['a comment is not closed', 'write */ where it ends'],
  UnexpectedEndOfString: ['text is not closed on its line', 'write " where it ends'],
  UnexpectedEndOfNumber: ['a number breaks off', 'write digits, such as 30000'],
  InvalidUnicode: [
    'an escape is not as expected',
    'write \\\\ for a backslash, or \\u and four digits of base 16',
  ],
  InvalidEscapeCharacter: ['a backslash is not as expected', 'write \\\\ for a backslash'],
  InvalidCharacter: [
    'text has a control character in it',
    'write it as an escape, such as \\n or \\t',
  ],
};
