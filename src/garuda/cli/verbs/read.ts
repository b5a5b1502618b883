import type { ReadResourceResult } from '../../../protocol/index.ts';
import { cleanLine } from '../output/clean-text.ts';
import { endLine, showResource, type Screen } from '../output/content-text.ts';
import { mustOffer } from './offer.ts';
import type { Verb } from './verb.ts';

/** Reads a resource. */
export const read: Verb = {
  name: 'read',
  summary: 'read a resource',
  words: [{ name: 'URI', what: 'the URI of a resource' }],
  details: `A resource with one content is written to a file or a pipe byte for byte. At a
terminal control characters are made visible, and bytes become a note. Where a
URI gives several contents, each stands behind a line with its own URI.`,
  prepare([uri = '']) {
    return async ({ client, options, say }) => {
      mustOffer(client, 'resources');
      say(`reading ${uri}`);
      const result = await client.readResource(uri, options);
      return {
        document: result,
        render: (screen) => render(result, screen),
        ...(result.contents.length === 0 && { remark: 'the resource has no contents' }),
      };
    };
  },
};

function render({ contents }: ReadResourceResult, screen: Screen): string | Uint8Array {
  const [only, second] = contents;
  if (only !== undefined && second === undefined) {
    if (!screen.isTerminal && only.blob !== undefined) return Buffer.from(only.blob, 'base64');
    if (!screen.isTerminal && only.text !== undefined) return only.text;
    return endLine(showResource(only, screen));
  }
  return contents
    .map((one) => {
      const type = one.mimeType === undefined ? '' : ` (${one.mimeType})`;
      const head = cleanLine(`${one.uri}${type}`);
      return `--- ${head}\n${endLine(showResource(one, screen))}`;
    })
    .join('');
}
