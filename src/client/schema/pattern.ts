import { quote } from '../../protocol/index.ts';
import type { Work } from './bounds.ts';
import { patternCost } from './pattern-cost.ts';
import { SchemaRefusal } from './schema-validator.ts';

const maxPatternLength = 2_000;
/** So many steps of the engine of regular expressions count as one of ours. */
const patternStepsPerStep = 100;
/** To find out what a pattern may take. */
const stepsPerCharacter = 10;

/** @throws SchemaRefusal for what is no regular expression, or is too long for one */
export function preparePattern(source: string): (text: string, work: Work) => boolean {
  if (source.length > maxPatternLength)
    throw new SchemaRefusal(`it has a pattern of more than ${maxPatternLength} characters`);
  const { pattern, unicode } = read(source);
  let cost: ((length: number) => number) | undefined;
  return (text, work) => {
    if (cost === undefined) {
      // Found out with the first text: a schema may have thousands of patterns.
      work.spend(source.length * stepsPerCharacter);
      cost = patternCost(source, unicode);
    }
    work.spend(cost(text.length) / patternStepsPerStep);
    try {
      return pattern.test(text);
    } catch {
      throw new SchemaRefusal(`the pattern ${quote(source)} is too much for this machine`);
    }
  };
}

/** As JSON Schema has it, and else as old programs wrote it: with `\-` and the like. */
function read(source: string): { readonly pattern: RegExp; readonly unicode: boolean } {
  for (const unicode of [true, false]) {
    try {
      return { pattern: new RegExp(source, unicode ? 'u' : ''), unicode };
    } catch {
      // Perhaps the other way.
    }
  }
  throw new SchemaRefusal(`the pattern ${quote(source)} is no regular expression`);
}
