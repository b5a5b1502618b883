/**
 * Text of strangers, made fit for people and models.
 *
 * @packageDocumentation
 */
export { capText, countCharacters } from './cap-text.ts';
export { cleanJson } from './clean-json.ts';
export type { CleanJsonOptions, JsonCut } from './clean-json.ts';
export { cleanLine, cleanText } from './clean-text.ts';
export { hostTags, neutralizeTags } from './neutralize-tags.ts';
