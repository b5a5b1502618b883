import { schemas as before } from '../2024-11-05/schemas.ts';
import { revise, type Definitions } from '../definitions.ts';
import { byWord, hint, may, object, words } from '../form.ts';
import { once } from '../once.ts';

/**
 * What changed in what a client receives.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2025-03-26/changelog | Changes}
 */
export const schemas: () => Definitions = once(() =>
  revise(before(), {
    ServerCapabilities: object({ completions: may('object') }),
    AudioContent: object({ type: words('audio'), data: 'string', mimeType: 'string' }, 'Annotated'),
    ContentBlock: byWord(
      'type',
      {
        text: 'TextContent',
        image: 'ImageContent',
        audio: 'AudioContent',
        resource: 'EmbeddedResource',
      },
      'object',
    ),
    ToolAnnotations: object({
      title: hint('string'),
      readOnlyHint: hint('boolean'),
      destructiveHint: hint('boolean'),
      idempotentHint: hint('boolean'),
      openWorldHint: hint('boolean'),
    }),
    Tool: object({ annotations: hint('ToolAnnotations') }),
    SamplingContent: byWord(
      'type',
      { text: 'TextContent', image: 'ImageContent', audio: 'AudioContent' },
      'object',
    ),
    ProgressNotificationParams: object({ message: hint('string') }),
  }),
);
