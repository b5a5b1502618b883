import type { ModelResult, ModelTool } from '../model-tool.ts';

/**
 * A tool as the Messages interface of Anthropic takes it.
 *
 * @public
 */
export interface AnthropicTool {
  name: string;
  description: string;
  input_schema: { type: 'object'; [member: string]: unknown };
}

/**
 * A tool for the Messages interface of Anthropic, one of its `tools`.
 *
 * @see {@link https://platform.claude.com/docs/en/agents-and-tools/tool-use/overview | Tool use}
 * @public
 */
export function toAnthropic({ name, description, inputSchema }: ModelTool): AnthropicTool {
  return { name, description, input_schema: { ...inputSchema, type: 'object' } };
}

/**
 * A result as the Messages interface of Anthropic takes it.
 *
 * @public
 */
export interface AnthropicToolResult {
  type: 'tool_result';
  tool_use_id: string;
  content: (
    | { type: 'text'; text: string }
    | {
        type: 'image';
        source: {
          type: 'base64';
          media_type: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';
          data: string;
        };
      }
  )[];
  is_error: boolean;
}

/**
 * A result for the Messages interface of Anthropic, a block of the next message of the user.
 *
 * @param id - of the block `tool_use` that it answers
 * @public
 */
export function toAnthropicResult(id: string, result: ModelResult): AnthropicToolResult {
  const images = result.images.map(({ mimeType, data }) => {
    return {
      type: 'image' as const,
      source: { type: 'base64' as const, media_type: mimeType, data },
    };
  });
  return {
    type: 'tool_result',
    tool_use_id: id,
    content: [{ type: 'text', text: result.text }, ...images],
    is_error: result.isError,
  };
}
