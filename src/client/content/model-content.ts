import { quote, type CallToolResult, type ContentBlock } from '../../protocol/index.ts';

/**
 * What every model with eyes can take; `data` is base64.
 *
 * @public
 */
export type ModelContent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly data: string; readonly mimeType: string };

/**
 * The content of a tool's result, or of a prompt's message, as texts and images for a model, in its
 * order. It never throws.
 *
 * - Texts and images stay, and so does what an embedded resource holds of either.
 * - A link to a resource becomes a line of text that names it.
 * - In the place of audio, of other embedded resources and of blocks of unknown types stands a line in
 *   brackets that says what was left out. The server's words in it are quoted.
 * - `structuredContent` is added as JSON where no text block is there that could say the same.
 *
 * Texts are the server's own: what a model may be told, and how it is marked, is for the host to say.
 * Which audience the annotations name is not looked at.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/server/tools#tool-result | Tool result}
 * @public
 */
export function modelContent(
  result: Pick<CallToolResult, 'content' | 'structuredContent'>,
): readonly ModelContent[] {
  const { content, structuredContent } = result;
  const all = content.map(readBlock);
  const isTold = content.some(({ type }) => type === 'text');
  if (structuredContent !== undefined && !isTold) all.push(text(toJson(structuredContent)));
  return all;
}

function readBlock(block: ContentBlock): ModelContent {
  switch (block.type) {
    case 'text':
      return text(block.text);
    case 'image':
      return { type: 'image', data: block.data, mimeType: block.mimeType };
    case 'audio':
      return text(`[audio ${named(block.mimeType)} left out]`);
    case 'resource_link':
      return text(`[resource ${named(block.uri)}: ${named(block.title ?? block.name)}]`);
    case 'resource': {
      const { uri, mimeType = '', text: words, blob } = block.resource;
      if (words !== undefined) return text(words);
      if (mimeType.startsWith('image/')) return { type: 'image', data: blob, mimeType };
      return text(`[resource ${quote(uri)} of the type ${quote(mimeType)} left out]`);
    }
    default:
      return text(`[content of the unknown type ${named(typeOf(block))} left out]`);
  }
}

/** The type that a block of a later revision, or of an extension, calls itself. */
function typeOf(block: object): unknown {
  return (block as { readonly type?: unknown }).type;
}

/** Revisions that do not know a kind of block leave its members unread: any may be missing. */
function named(words: unknown): string {
  return quote(typeof words === 'string' ? words : '');
}

function text(words: string): ModelContent {
  return { type: 'text', text: words };
}

function toJson(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    // What was parsed can be too deep to be written.
    return '[structured content left out: it is nested too deeply]';
  }
}
