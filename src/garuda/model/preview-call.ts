import { capText, cleanJson, cleanLine } from '../cleaning/index.ts';
import { inputOf } from './host-result.ts';
import type { ModelTool } from './model-tool.ts';

/**
 * One line of what a person is shown of a call. Both texts are cleaned.
 *
 * @public
 */
export interface PreviewLine {
  readonly label: string;
  readonly value: string;
}

/** Characters of the arguments that are shown. */
const maxArguments = 4_000;

/**
 * What a person sees of a call before it is made: server, tool, what the server says of the tool, and the arguments,
 * a line each. No value can draw a line of its own.
 *
 * @public
 */
export function previewCall(
  { server, tool, hints }: Pick<ModelTool, 'server' | 'tool' | 'hints'>,
  input: unknown,
): readonly PreviewLine[] {
  const lines = [
    { label: 'server', value: server ?? 'this host' },
    { label: 'tool', value: capText(cleanLine(tool), 200) },
    { label: 'hints', value: hints?.text ?? '' },
    {
      label: 'arguments',
      value: capText(cleanLine(JSON.stringify(cleanJson(inputOf(input) ?? input))), maxArguments),
    },
  ];
  return lines.filter(({ value }) => value !== '');
}
