import { countCharacters } from '../cleaning/index.ts';
import { firstCharacters, offsetOf } from '../cleaning/cap-text.ts';
import { failedResult, inputOf, textResult } from './host-result.ts';
import type { ModelTool } from './model-tool.ts';
import type { KeptOutput, OutputKeeper } from './output-keeper.ts';
import type { ResultSource } from './wrap-result.ts';

/** No server's tool can be called so: theirs begin with `mcp__`. */
const readOnName = 'mcp_read_output';

/**
 * The beginning of a text, and where the rest can be read; the text itself if it is not longer than `max`.
 *
 * @param keep - gives the rest a name
 */
export async function headOf(
  text: string,
  max: number,
  keep: () => Promise<string | undefined>,
): Promise<string> {
  if (text.length <= max || countCharacters(text) <= max) return text;
  return partOf(text, 0, max, await keep());
}

/** The tool by which a model reads on in an output that is longer than what it was given. */
export function readOnTool(keeper: OutputKeeper, max: number): ModelTool {
  return {
    name: readOnName,
    description:
      'Reads on in a long output of an MCP tool, whose beginning was given with the name of the output.',
    inputSchema: {
      type: 'object',
      properties: {
        output: { type: 'string', description: 'The name of the output.' },
        from: { type: 'integer', minimum: 0, description: 'At which character to begin.' },
      },
      required: ['output', 'from'],
      additionalProperties: false,
    },
    server: undefined,
    tool: readOnName,
    hints: undefined,
    async call(input) {
      const { output: name, from } = inputOf(input) ?? {};
      if (typeof name !== 'string' || !Number.isInteger(from) || Number(from) < 0) {
        return failedResult(source, 'expected the name of an output, and from which character on');
      }
      const kept = await keeper.find(name);
      if (kept === undefined)
        return failedResult(source, 'no output of that name is kept any more');
      return textResult(kept, partAt(kept, Number(from), max, name));
    },
  };
}

const source: ResultSource = { server: 'host', tool: readOnName };

function partAt({ text }: KeptOutput, from: number, max: number, name: string): string {
  const rest = text.slice(offsetOf(text, from));
  if (rest === '') return '[nothing is left]';
  return countCharacters(rest) <= max ? rest : partOf(rest, from, max, name);
}

/** As much as fits with the note about what follows. */
function partOf(rest: string, from: number, max: number, name: string | undefined): string {
  const left = countCharacters(rest);
  const head = firstCharacters(rest, Math.max(0, max - noteOf(left, from + left, name).length));
  const read = countCharacters(head);
  return head + noteOf(left - read, from + read, name);
}

function noteOf(left: number, from: number, name: string | undefined): string {
  const how =
    name === undefined
      ? 'They are not kept.'
      : `Read on by ${readOnName} with {"output":"${name}","from":${from}}.`;
  return `\n… [${left} more characters. ${how}]`;
}
