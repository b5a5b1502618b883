/**
 * What is done without a question, or not at all. `mcp__SERVER__TOOL` or `mcp__SERVER__*`, each with a pattern of the
 * call's input in brackets if it is for some calls only: `mcp__files__read_file(*"path":"docs/*)`. A `*` stands for any
 * text, and the pattern must fit the whole input, which is the JSON of the arguments as they are sent.
 *
 * @public
 */
export interface Rules {
  readonly allow?: readonly string[];
  readonly deny?: readonly string[];
}

/** What is to be decided. */
export type PolicyRequest =
  | {
      readonly kind: 'call';
      readonly server: string;
      /** The tool as models know it, such as `mcp__files__read_file`. */
      readonly name: string;
      /** The JSON of the arguments. */
      readonly input: string;
    }
  | {
      readonly kind: 'start';
      /** Nobody vouches for a project's server. */
      readonly scope: 'user' | 'project';
      /** Whether exactly this was agreed to before. */
      readonly isAgreed: boolean;
    }
  | {
      readonly kind: 'tools';
      readonly scope: 'user' | 'project';
      /** `unknown`: nothing was agreed to yet. */
      readonly compared: 'same' | 'changed' | 'unknown';
    };

/** What is to be done. */
export type Decision = 'allow' | 'ask' | 'deny';

/** Decides, by the request and the rules alone. A rule that denies is stronger than one that allows. */
export function decide(request: PolicyRequest, rules: CheckedRules): Decision {
  switch (request.kind) {
    case 'start':
      return request.scope === 'user' || request.isAgreed ? 'allow' : 'ask';
    case 'tools':
      return request.scope === 'user' || request.compared !== 'changed' ? 'allow' : 'ask';
    case 'call':
      if (rules.deny.some((rule) => fits(rule, request))) return 'deny';
      return rules.allow.some((rule) => fits(rule, request)) ? 'allow' : 'ask';
  }
}

/** Rules that can be meant. */
export interface CheckedRules {
  readonly allow: readonly Rule[];
  readonly deny: readonly Rule[];
}

/** One rule, read. */
export interface Rule {
  /** The tool as models know it, or `mcp__SERVER__*`. */
  readonly name: string;
  /** A pattern of the input. */
  readonly input: string | undefined;
}

/** A rule that cannot be meant. @public */
export class RuleError extends Error {
  override readonly name = 'RuleError';
}

/** Reads rules. @throws RuleError */
export function checkRules({ allow = [], deny = [] }: Rules): CheckedRules {
  return { allow: allow.map(readRule), deny: deny.map(readRule) };
}

function readRule(text: string): Rule {
  const found = /^(?<name>mcp__[a-z0-9][a-z0-9_]*__(?:\*|[\w-]+))(?:\((?<input>.*)\))?$/su.exec(
    text,
  );
  const { name, input } = found?.groups ?? {};
  if (name !== undefined) return { name, input };
  const wanted = 'expected mcp__SERVER__TOOL or mcp__SERVER__*, with a pattern in brackets if any';
  throw new RuleError(`the rule ${JSON.stringify(text.slice(0, 200))} cannot be read: ${wanted}`);
}

/** `*` stands for the tools of exactly that server: another one's name may begin as its tools do. */
function fits(
  rule: Rule,
  { server, name, input }: Extract<PolicyRequest, { kind: 'call' }>,
): boolean {
  const isTool = rule.name === name || rule.name === `mcp__${server}__*`;
  return isTool && (rule.input === undefined || matches(rule.input, input));
}

/** Whether a pattern fits a whole text; a `*` stands for any part. Takes time linear in the text for each part. */
export function matches(pattern: string, text: string): boolean {
  const parts = pattern.split('*');
  const [first = '', ...rest] = parts;
  const last = rest.pop();
  if (last === undefined) return text === pattern;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = text.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}
