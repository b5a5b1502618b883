import {
  parseTemplate,
  type TemplateExpression,
  type TemplateOperator,
  type TemplateVariable,
} from './parse-template.ts';
import { encodeReserved, encodeUnreserved, isWellFormed } from './percent-encoding.ts';
import { TemplateError, type TemplatePlace } from './template-error.ts';

/**
 * What stands for a variable of a URI template: a text, a list or a record. One that is undefined, or
 * has no members, leaves its variable out.
 *
 * @public
 */
export type TemplateValue =
  | string
  | readonly string[]
  | Readonly<Record<string, string | undefined>>
  | undefined;

/** In UTF-16 code units. */
const maxUriLength = 1_048_576;

/**
 * The URI that a template gives with these variables: all four levels of RFC 6570.
 *
 * A template has at most 65,536 characters, the URI 1,048,576. The result is as trustworthy as the
 * template is: a server may write any URI.
 *
 * @throws TemplateError `MALFORMED_TEMPLATE`; `UNUSABLE_VALUE` for a value that is neither text nor made
 * of texts, or is cut by the template (`{name:3}`) and no text; `URI_TOO_LONG`. Its `at` says where.
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/server/resources#resource-templates | Resource templates}
 * @see {@link https://www.rfc-editor.org/rfc/rfc6570#section-3 | RFC 6570, Expansion}
 * @public
 */
export function expandTemplate(
  template: string,
  variables: Readonly<Record<string, TemplateValue>>,
): string {
  let uri = '';
  const append = (text: string, at: number): void => {
    uri += text;
    if (uri.length <= maxUriLength) return;
    const words = `the URI has more than ${maxUriLength} characters`;
    throw new TemplateError('URI_TOO_LONG', words, { template, at });
  };
  for (const part of parseTemplate(template)) {
    if (typeof part === 'string') append(part, 0);
    else expandExpression(part, { template, variables, append });
  }
  return uri;
}

/**
 * The names of the variables of a URI template, each once, in their order: what
 * {@link Client.complete} can ask values for, with `{ type: 'ref/resource', uri: template }`.
 *
 * @throws TemplateError `MALFORMED_TEMPLATE`
 * @public
 */
export function templateVariables(template: string): readonly string[] {
  const names = parseTemplate(template).flatMap((part) =>
    typeof part === 'string' ? [] : part.variables.map(({ name }) => name),
  );
  return [...new Set(names)];
}

/** RFC 6570, appendix A. */
interface Manner {
  readonly first: string;
  readonly separator: string;
  /** What stands behind a name without a value; `undefined` where names are not written. */
  readonly ifEmpty?: string;
  readonly reserved?: true;
}

const manners: Readonly<Record<TemplateOperator, Manner>> = {
  '': { first: '', separator: ',' },
  '+': { first: '', separator: ',', reserved: true },
  '#': { first: '#', separator: ',', reserved: true },
  '.': { first: '.', separator: '.' },
  '/': { first: '/', separator: '/' },
  ';': { first: ';', separator: ';', ifEmpty: '' },
  '?': { first: '?', separator: '&', ifEmpty: '=' },
  '&': { first: '&', separator: '&', ifEmpty: '=' },
};

interface Expansion {
  readonly template: string;
  readonly variables: Readonly<Record<string, TemplateValue>>;
  readonly append: (text: string, at: number) => void;
}

function expandExpression(
  expression: TemplateExpression,
  { template, variables, append }: Expansion,
): void {
  const manner = manners[expression.operator];
  let before = manner.first;
  for (const variable of expression.variables) {
    const { name, at } = variable;
    // A name such as `constructor` is a variable like any other.
    const value = Object.hasOwn(variables, name) ? variables[name] : undefined;
    for (const text of expandVariable(variable, value, manner, { template, at })) {
      append(before + text, at);
      before = manner.separator;
    }
  }
}

/** What is written for a variable, piece by piece; nothing where it is undefined. */
function* expandVariable(
  { name, explode, maxLength }: TemplateVariable,
  value: unknown,
  manner: Manner,
  place: TemplatePlace,
): Generator<string, void> {
  if (value === undefined || value === null) return;
  const encode = manner.reserved === true ? encodeReserved : encodeUnreserved;
  if (typeof value === 'string') {
    yield label(name, encode(cut(checked(value, place), maxLength, manner)), manner);
    return;
  }
  if (maxLength !== undefined) {
    throw unusable(`only a text can be cut to ${maxLength} characters`, place);
  }
  const members = membersOf(value, place).map((texts) => texts.map(encode));
  if (members.length === 0) return;
  if (!explode) yield label(name, members.flat().join(','), manner);
  else {
    for (const [first = '', second] of members) {
      if (second === undefined) yield label(name, first, manner);
      else yield manner.ifEmpty === undefined ? `${first}=${second}` : label(first, second, manner);
    }
  }
}

/** A value behind its name, where names are written. */
function label(name: string, text: string, { ifEmpty }: Manner): string {
  if (ifEmpty === undefined) return text;
  return text === '' ? name + ifEmpty : `${name}=${text}`;
}

/** Counted in characters, and what is encoded already and stays so is one (RFC 6570, section 2.4.1). */
function cut(text: string, maxLength: number | undefined, { reserved }: Manner): string {
  if (maxLength === undefined) return text;
  const character = reserved === true ? '(?:%[0-9A-Fa-f]{2}|.)' : '.';
  return new RegExp(`^${character}{0,${maxLength}}`, 'su').exec(text)?.[0] ?? '';
}

/** The members of a list, alone, and of a record, behind their keys. Undefined ones are none. */
function membersOf(value: unknown, place: TemplatePlace): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) {
    throw unusable(
      `expected a text, a list or a record, got a value of type ${typeof value}`,
      place,
    );
  }
  const isThere = (member: unknown): boolean => member !== undefined && member !== null;
  return Array.isArray(value)
    ? value.filter(isThere).map((member: unknown) => [checked(member, place)])
    : Object.entries(value)
        .filter(([, member]) => isThere(member))
        .map(([key, member]) => [checked(key, place), checked(member, place)]);
}

function checked(value: unknown, place: TemplatePlace): string {
  if (typeof value !== 'string') {
    throw unusable(
      `expected texts in a list or record, got a value of type ${typeof value}`,
      place,
    );
  }
  if (isWellFormed(value)) return value;
  throw unusable('expected a text, got one with half of a surrogate pair', place);
}

function unusable(message: string, place: TemplatePlace): TemplateError {
  return new TemplateError('UNUSABLE_VALUE', message, place);
}
