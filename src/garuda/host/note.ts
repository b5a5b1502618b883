import type { ServerState } from './server-state.ts';

/** What a model is told of a server that it cannot use. All texts are cleaned. */
export function noteFor(name: string, state: ServerState, why: string | undefined): string {
  const because = why === undefined ? '' : `: ${why}`;
  const words = `The MCP server "${name}" is ${state}${because}. Its tools cannot be used: say so where they are needed, and do not pretend to have used them.`;
  return `<garuda_note>${words}</garuda_note>`;
}
