import { quote } from '../../../protocol/index.ts';
import { encodeReserved } from './percent-encoding.ts';
import { TemplateError } from './template-error.ts';

/** A piece of a template: what stands in the URI as it is, encoded already, or an expression. */
export type TemplatePart = string | TemplateExpression;

/** What stands between braces. */
export interface TemplateExpression {
  readonly operator: TemplateOperator;
  readonly variables: readonly TemplateVariable[];
}

/** How an expression is written into the URI. */
export type TemplateOperator = '' | '+' | '#' | '.' | '/' | ';' | '?' | '&';

/** A variable of an expression. */
export interface TemplateVariable {
  readonly name: string;
  /** Whether each member of a list or record is written by itself. */
  readonly explode: boolean;
  /** How many characters of a text are written. */
  readonly maxLength: number | undefined;
  /** Where its name stands in the template. */
  readonly at: number;
}

/** In UTF-16 code units. Real templates have a hundred. */
const maxTemplateLength = 65_536;

/** What may not stand outside of an expression (RFC 6570, section 2.1; RFC 3986 allows the apostrophe). */
const forbidden = /[\p{Cc}\p{Surrogate} "<>\\^`|}]|%(?![0-9A-Fa-f]{2})/u;

const variable =
  /^((?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2})(?:\.?(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2}))*)(\*|:([1-9]\d{0,3}))?$/;

/**
 * Reads a URI template.
 *
 * @throws TemplateError `MALFORMED_TEMPLATE`
 * @see {@link https://www.rfc-editor.org/rfc/rfc6570#section-2 | RFC 6570, Syntax}
 */
export function parseTemplate(template: string): readonly TemplatePart[] {
  if (template.length > maxTemplateLength) {
    throw malformed(
      template,
      maxTemplateLength,
      `it goes on after ${maxTemplateLength} characters`,
    );
  }
  const parts: TemplatePart[] = [];
  let at = 0;
  while (at < template.length) {
    const open = template.indexOf('{', at);
    const end = open === -1 ? template.length : open;
    if (end > at) parts.push(readLiteral(template, at, end));
    if (open === -1) break;
    const close = template.indexOf('}', open);
    if (close === -1) throw malformed(template, open, 'this brace is never closed');
    parts.push(readExpression(template, open + 1, close));
    at = close + 1;
  }
  return parts;
}

function readLiteral(template: string, from: number, to: number): string {
  const literal = template.slice(from, to);
  const bad = literal.search(forbidden);
  if (bad === -1) return encodeReserved(literal);
  const met = quote(literal.slice(bad, bad + 1));
  throw malformed(template, from + bad, `expected a character of a URI or "{", got ${met}`);
}

function readExpression(template: string, from: number, to: number): TemplateExpression {
  const first = template.charAt(from);
  const operator = isOperator(first) ? first : '';
  const variables: TemplateVariable[] = [];
  let at = from + operator.length;
  for (const written of template.slice(at, to).split(',')) {
    variables.push(readVariable(template, at, written));
    at += written.length + 1;
  }
  return { operator, variables };
}

function readVariable(template: string, at: number, written: string): TemplateVariable {
  const [, name, modifier, length] = variable.exec(written) ?? [];
  if (name === undefined) {
    const expected =
      'a name of letters, digits, "_" and ".", then perhaps "*" or ":" and 1 to 9999';
    throw malformed(template, at, `expected ${expected}, got ${quote(written)}`);
  }
  const maxLength = length === undefined ? undefined : Number(length);
  return { name, explode: modifier === '*', maxLength, at };
}

function isOperator(character: string): character is TemplateOperator {
  return character !== '' && '+#./;?&'.includes(character);
}

function malformed(template: string, at: number, message: string): TemplateError {
  return new TemplateError('MALFORMED_TEMPLATE', message, { template, at });
}
