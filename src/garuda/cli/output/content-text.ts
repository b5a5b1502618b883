import type { CallToolResult, ResourceContents } from '../../../protocol/index.ts';
import { cleanLine, cleanText } from './clean-text.ts';

/** One piece of a result or of a prompt. */
export type ContentBlock = CallToolResult['content'][number];

/** For whom text is made. */
export interface Screen {
  /** Whether it is a terminal: text of strangers is then cleaned; a file or a program gets it as it is. */
  readonly isTerminal: boolean;
  readonly columns: number | undefined;
}

/** One piece of content as text: what cannot be is a note in brackets. */
export function showBlock(block: ContentBlock, screen: Screen): string {
  switch (block.type) {
    case 'text':
      return showText(block.text, screen);
    case 'image':
    case 'audio':
      return note(block.type, block.mimeType, sizeOf(block.data));
    case 'resource_link':
      return note('resource', block.uri, block.mimeType);
    case 'resource':
      return showResource(block.resource, screen);
    default:
      return note('content of the type', String((block as { readonly type: unknown }).type));
  }
}

/** The contents of a resource as text, or a note where they are bytes. */
export function showResource(contents: ResourceContents, screen: Screen): string {
  if (contents.text !== undefined) return showText(contents.text, screen);
  return note('resource', contents.uri, contents.mimeType, sizeOf(contents.blob));
}

/** The text with a line break at its end, unless it is empty. */
export function endLine(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

function showText(text: string, screen: Screen): string {
  return screen.isTerminal ? cleanText(text) : text;
}

function note(...parts: readonly (string | undefined)[]): string {
  return `[${parts
    .filter((part) => part !== undefined)
    .map(cleanLine)
    .join(' ')}]`;
}

function sizeOf(base64: string): string {
  const bytes = Buffer.byteLength(base64, 'base64');
  return `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`;
}
