/**
 * Tools of servers, for models.
 *
 * @packageDocumentation
 */
export { toAiSdk } from './adapters/ai-sdk.ts';
export type { AiSdkOutput, AiSdkSchema, AiSdkTool } from './adapters/ai-sdk.ts';
export { toAnthropic, toAnthropicResult } from './adapters/anthropic.ts';
export type { AnthropicTool, AnthropicToolResult } from './adapters/anthropic.ts';
export { toOpenAI, toOpenAIChat, toOpenAIChatResult, toOpenAIResult } from './adapters/openai.ts';
export type {
  OpenAIChatTool,
  OpenAIChatToolResult,
  OpenAIFunction,
  OpenAITool,
  OpenAIToolResult,
} from './adapters/openai.ts';
export type { ModelNotice } from './left-out.ts';
export type { ModelCallOptions, ModelImage, ModelResult, ModelTool } from './model-tool.ts';
export { MemoryKeeper } from './output-keeper.ts';
export type { KeptOutput, MemoryKeeperOptions, OutputKeeper } from './output-keeper.ts';
export { previewCall } from './preview-call.ts';
export type { PreviewLine } from './preview-call.ts';
export { resultText } from './result-text.ts';
export type { ResultLimits } from './result-text.ts';
export type { OfferedServer, ResourceAccess, ServerAccess } from './server-access.ts';
export { modelToolName } from './tool-name.ts';
export { toolsFor } from './tools-for.ts';
export type { ToolsForModel, ToolsForOptions } from './tools-for.ts';
export { unverifiedHints } from './unverified-hints.ts';
export type { UnverifiedHints } from './unverified-hints.ts';
export type { ResultSource } from './wrap-result.ts';
