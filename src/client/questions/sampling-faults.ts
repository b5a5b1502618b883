import type {
  CreateMessageParams,
  CreateMessageResult,
  SamplingContent,
  SamplingMessage,
} from '../../protocol/index.ts';
import type { QuestionHandlers } from './handlers.ts';

/**
 * What is wrong with a server's request for a message: that it needs what was not declared, or that
 * its messages do not belong together.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/client/sampling#message-content-constraints | Message content constraints}
 */
export function faultOfSampling(
  request: CreateMessageParams,
  declared: QuestionHandlers['sampling'],
): string | undefined {
  const usesTools = request.tools !== undefined || request.toolChoice !== undefined;
  if (usesTools && declared?.tools !== true) return 'this client did not declare sampling.tools';
  return faultOfMessages(request.messages);
}

function faultOfMessages(messages: readonly SamplingMessage[]): string | undefined {
  let open: readonly string[] = [];
  for (const [index, message] of messages.entries()) {
    const blocks = blocksOf(message.content);
    const results = blocks.filter((block) => block.type === 'tool_result');
    const where = `messages[${index}]`;
    if (results.length > 0 && results.length < blocks.length)
      return `${where} mixes tool results with other content`;
    const answered = results.map((block) => block.toolUseId);
    if (open.length > 0 && !isSame(open, answered))
      return `${where} must answer the tool calls of the message before it, each once`;
    if (open.length === 0 && answered.length > 0)
      return `${where} has the result of a tool that was not called`;
    open = blocks.filter((block) => block.type === 'tool_use').map((block) => block.id);
  }
  return open.length === 0 ? undefined : 'the last message calls tools whose results are missing';
}

function isSame(asked: readonly string[], answered: readonly string[]): boolean {
  return asked.length === answered.length && asked.every((id) => answered.includes(id));
}

/** What is wrong with the message that a handler gave. */
export function faultOfSample(result: unknown, request: CreateMessageParams): string | undefined {
  if (typeof result !== 'object' || result === null) return 'it must be an object';
  const { role, content, model } = result as Partial<CreateMessageResult>;
  if (role !== 'user' && role !== 'assistant') return 'role must be "assistant" or "user"';
  if (typeof model !== 'string') return 'model must be a string';
  if (typeof content !== 'object' || content === null) return 'content must be a block or several';
  const blocks = blocksOf(content);
  if (blocks.some((block) => typeof block?.type !== 'string'))
    return 'each block of content must have a type';
  const callsTool = blocks.some((block) => block.type === 'tool_use');
  return callsTool && request.tools === undefined
    ? 'it calls a tool, and the request gave none'
    : undefined;
}

function blocksOf(content: SamplingMessage['content']): readonly SamplingContent[] {
  return Array.isArray(content) ? content : [content as SamplingContent];
}
