import type { JsonObject } from '../../../protocol/index.ts';
import type { ModelResult, ModelTool } from '../model-tool.ts';

/** By this symbol the AI SDK knows a schema that is JSON Schema; every copy of it looks in the same place. */
const schemaMark: unique symbol = Symbol.for('vercel.ai.schema') as never;

/** A schema of the AI SDK. What a model writes is checked by the server. @public */
export interface AiSdkSchema {
  readonly [schemaMark]: true;
  readonly jsonSchema: JsonObject;
  readonly validate: undefined;
}

/** What the AI SDK gives a model of a result. @public */
export type AiSdkOutput =
  | { type: 'text' | 'error-text'; value: string }
  | {
      type: 'content';
      value: (
        | { type: 'text'; text: string }
        | { type: 'media' | 'image-data'; data: string; mediaType: string }
      )[];
    };

/**
 * A tool as the AI SDK (5 and 6) takes it.
 *
 * @public
 */
export interface AiSdkTool {
  type: 'dynamic';
  description: string;
  inputSchema: AiSdkSchema;
  execute: (input: unknown, options?: { abortSignal?: AbortSignal }) => Promise<ModelResult>;
  toModelOutput: (given: ModelResult | { output: ModelResult }) => AiSdkOutput;
}

/**
 * A tool for the AI SDK, an entry of its `tools`, which is keyed by the names of the tools:
 * `Object.fromEntries(tools.map((tool) => [tool.name, toAiSdk(tool)]))`.
 *
 * @see {@link https://ai-sdk.dev/docs/reference/ai-sdk-core/dynamic-tool | dynamicTool}
 * @public
 */
export function toAiSdk(tool: ModelTool): AiSdkTool {
  return {
    type: 'dynamic',
    description: tool.description,
    inputSchema: { [schemaMark]: true, jsonSchema: tool.inputSchema, validate: undefined },
    execute: (input, { abortSignal } = {}) =>
      tool.call(input, abortSignal === undefined ? {} : { signal: abortSignal }),
    // Version 5 gives the result itself, version 6 more about the call.
    toModelOutput: (given) =>
      'output' in given ? outputOf(given.output, 'image-data') : outputOf(given, 'media'),
  };
}

function outputOf(
  { text, images, isError }: ModelResult,
  imageType: 'media' | 'image-data',
): AiSdkOutput {
  if (isError) return { type: 'error-text', value: text };
  if (images.length === 0) return { type: 'text', value: text };
  const shown = images.map(({ data, mimeType }) => ({
    type: imageType,
    data,
    mediaType: mimeType,
  }));
  return { type: 'content', value: [{ type: 'text', text }, ...shown] };
}
