import { capText } from '../../cleaning/index.ts';
import type { ModelResult, ModelTool } from '../model-tool.ts';

/** What a tool is for both interfaces. @public */
export interface OpenAIFunction {
  name: string;
  description: string;
  parameters: { [member: string]: unknown };
  strict: false;
}

/**
 * A tool as the Responses interface of OpenAI takes it.
 *
 * @public
 */
export interface OpenAITool extends OpenAIFunction {
  type: 'function';
}

/**
 * A tool as the Chat Completions interface of OpenAI takes it.
 *
 * @public
 */
export interface OpenAIChatTool {
  type: 'function';
  function: OpenAIFunction;
}

/** Both interfaces refuse a request with a longer description. */
const maxDescription = 1_024;

/**
 * A tool for the Responses interface of OpenAI, one of its `tools`. It is not strict, since schemas of servers are
 * not written in the part of JSON Schema that this would need.
 *
 * @see {@link https://platform.openai.com/docs/guides/function-calling | Function calling}
 * @public
 */
export function toOpenAI(tool: ModelTool): OpenAITool {
  return { type: 'function', ...functionOf(tool) };
}

/**
 * A tool for the Chat Completions interface of OpenAI, one of its `tools`; as {@link toOpenAI} otherwise.
 *
 * @public
 */
export function toOpenAIChat(tool: ModelTool): OpenAIChatTool {
  return { type: 'function', function: functionOf(tool) };
}

/**
 * A result as the Responses interface of OpenAI takes it.
 *
 * @public
 */
export interface OpenAIToolResult {
  type: 'function_call_output';
  call_id: string;
  output:
    | string
    | (
        | { type: 'input_text'; text: string }
        | { type: 'input_image'; image_url: string; detail: 'auto' }
      )[];
}

/**
 * A result for the Responses interface of OpenAI, one of its next `input`. That the tool failed stands in the text
 * only: there is no other place for it.
 *
 * @param id - `call_id` of the call that it answers
 * @public
 */
export function toOpenAIResult(id: string, result: ModelResult): OpenAIToolResult {
  const text = textOf(result);
  const images = result.images.map(({ mimeType, data }) => {
    const image_url = `data:${mimeType};base64,${data}`;
    return { type: 'input_image' as const, image_url, detail: 'auto' as const };
  });
  const output = images.length === 0 ? text : [{ type: 'input_text' as const, text }, ...images];
  return { type: 'function_call_output', call_id: id, output };
}

/**
 * A result as the Chat Completions interface of OpenAI takes it.
 *
 * @public
 */
export interface OpenAIChatToolResult {
  role: 'tool';
  tool_call_id: string;
  content: string;
}

/**
 * A result for the Chat Completions interface of OpenAI, one of its next `messages`. It takes no images there.
 *
 * @param id - of the call that it answers
 * @public
 */
export function toOpenAIChatResult(id: string, result: ModelResult): OpenAIChatToolResult {
  return { role: 'tool', tool_call_id: id, content: textOf(result) };
}

function functionOf({ name, description, inputSchema }: ModelTool): OpenAIFunction {
  const parameters = { ...inputSchema };
  return { name, description: capText(description, maxDescription), parameters, strict: false };
}

function textOf({ text, isError }: ModelResult): string {
  return isError ? `[the tool failed]\n${text}` : text;
}
