import { modelContent, type ModelContent } from '../../client/index.ts';
import type { CallToolResult } from '../../protocol/index.ts';
import type { ModelImage, ModelResult } from './model-tool.ts';
import type { OutputKeeper } from './output-keeper.ts';
import { headOf } from './read-on-tool.ts';
import { cleanResult, wrapResult, type ResultSource } from './wrap-result.ts';

/**
 * How much of a result a model is given.
 *
 * @public
 */
export interface ResultLimits {
  /** Characters of text. @defaultValue 30,000 */
  readonly maxCharacters?: number;
  /** Whether images are given as images. @defaultValue `false`: a note stands for each */
  readonly images?: boolean;
}

/** Images of one result. */
const maxImages = 10;

/** Units of base 64 of one image: 5 MB, the least that large models take. */
const maxImageLength = 6_990_508;

/**
 * A tool's result for a model: its texts and what embedded resources hold as text, URIs of links, notes for what
 * cannot be shown, and structured content as JSON where there is no text; cleaned, cut, and wrapped with the names of
 * server and tool. Whether it is an error is the server's word.
 *
 * @param keeper - keeps what is longer; without one the rest is lost
 * @public
 */
export async function resultText(
  result: CallToolResult,
  source: ResultSource,
  limits: ResultLimits = {},
  keeper?: OutputKeeper,
): Promise<ModelResult> {
  const images: ModelImage[] = [];
  const parts = modelContent(result).map((part) => {
    return part.type === 'text' ? part.text : showImage(part, images, limits.images === true);
  });
  const text = cleanResult(parts.join('\n'));
  const head = await headOf(text, limits.maxCharacters ?? 30_000, async () => {
    // An output that cannot be kept is still given as far as it goes.
    return await keeper?.keep({ ...source, text }).catch(() => undefined);
  });
  const shown = head.trim() === '' ? '[no content]' : head;
  return { text: wrapResult(shown, source), images, isError: result.isError === true };
}

/** Adds the image if it is wanted and can be given. Says what stands in its place in the text. */
function showImage(
  { data, mimeType }: Extract<ModelContent, { type: 'image' }>,
  images: ModelImage[],
  areWanted: boolean,
): string {
  if (areWanted && images.length < maxImages && isModelType(mimeType) && isBase64(data)) {
    images.push({ mimeType, data });
    return `[image ${images.length}]`;
  }
  // The type is quoted, since it may be anything.
  return `[image ${JSON.stringify(mimeType.slice(0, 100))} left out]`;
}

function isModelType(mimeType: string): mimeType is ModelImage['mimeType'] {
  return /^image\/(?:png|jpeg|gif|webp)$/.test(mimeType);
}

/** A model's interface refuses the whole request for one that is none. */
function isBase64(data: string): boolean {
  const isWhole = data.length > 0 && data.length % 4 === 0 && data.length <= maxImageLength;
  return isWhole && /^[A-Za-z\d+/]*={0,2}$/.test(data);
}
