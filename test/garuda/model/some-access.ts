import type { CallToolResult, JsonObject, Tool } from '../../../src/protocol/index.ts';
import {
  toolsFor,
  type ModelTool,
  type ServerAccess,
  type ToolsForOptions,
} from '../../../src/garuda/model/index.ts';

/** A tool of a server that says no more than it must. */
export function someTool(name: string, more: Partial<Tool> = {}): Tool {
  return { name, inputSchema: { type: 'object' }, ...more };
}

/** What a server was asked. */
export interface Asked {
  readonly server: string;
  readonly tool: string;
  readonly arguments?: JsonObject;
}

/** A way to servers that all give the same result, or fail. */
export class SomeAccess implements ServerAccess {
  readonly asked: Asked[] = [];
  readonly #answer: () => CallToolResult | Promise<CallToolResult>;
  readonly resources?: NonNullable<ServerAccess['resources']>;

  constructor(
    answer: () => CallToolResult | Promise<CallToolResult>,
    resources?: ServerAccess['resources'],
  ) {
    this.#answer = answer;
    if (resources !== undefined) this.resources = resources;
  }

  async call(call: Asked): Promise<CallToolResult> {
    this.asked.push(call);
    return await this.#answer();
  }
}

/** A tool of the server `x` whose calls give this. */
export function toolThatGives(
  answer: CallToolResult | (() => CallToolResult | Promise<CallToolResult>),
  options: Partial<ToolsForOptions> = {},
): ModelTool {
  return toolsThatGive(answer, options)[0]!;
}

/** The same tool, and those of the host. */
export function toolsThatGive(
  answer: CallToolResult | (() => CallToolResult | Promise<CallToolResult>),
  options: Partial<ToolsForOptions> = {},
): readonly ModelTool[] {
  const access = new SomeAccess(typeof answer === 'function' ? answer : () => answer);
  return toolsFor([{ server: 'x', tools: [someTool('do')] }], { access, ...options }).tools;
}

/** A result of texts. */
export function texts(...all: readonly string[]): CallToolResult {
  return { content: all.map((text) => ({ type: 'text', text })) };
}

/** What stands between the tags, which must be the only ones. */
export function inside(text: string): string {
  const [, words] = /^<mcp_result server="x" tool="do">\n([^]*)\n<\/mcp_result>$/.exec(text) ?? [];
  return words ?? `not wrapped: ${text}`;
}
