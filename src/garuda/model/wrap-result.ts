import { cleanText, neutralizeTags } from '../cleaning/index.ts';

/** Whose words a text is. @public */
export interface ResultSource {
  readonly server: string;
  /** As the server calls it: untrusted. */
  readonly tool: string;
}

/** The text of a stranger, cleaned and unable to leave the tag in which it is given to a model. */
export function cleanResult(text: string): string {
  return neutralizeTags(cleanText(text));
}

/** A clean text in the tag that says whose it is. */
export function wrapResult(text: string, { server, tool }: ResultSource): string {
  return `<mcp_result server="${legal(server)}" tool="${legal(tool)}">\n${text}\n</mcp_result>`;
}

/** Nothing that could end the value of an attribute. */
function legal(name: string): string {
  return name.replaceAll(/[^\w./:-]/gu, '_').slice(0, 128);
}
