import { isReservedHeader } from '../../../transport/index.ts';
import type { Spot } from '../text/spot.ts';
import { reportForms } from './read-variables.ts';

/** Reads `headers`. No fault shows a value. */
export function readHeaders(spot: Spot): Readonly<Record<string, string>> | undefined {
  const members = spot.members('a map of header fields', 'write { "NAME": "value" }');
  if (members === undefined) return undefined;
  const fields: [string, string][] = [];
  const seen = new Set<string>();
  for (const { name, at, value } of members) {
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) {
      at.under(spot).fault(
        'expected the name of a header field as key',
        'write it like "X-Api-Key"',
      );
      continue;
    }
    if (isReservedHeader(name))
      at.fault('the protocol sets this header field itself', 'leave it out');
    if (seen.has(name.toLowerCase()))
      at.fault('the header field stands here twice', 'keep one of the two');
    seen.add(name.toLowerCase());
    const text = readValue(value);
    if (text !== undefined) fields.push([name, text]);
  }
  return Object.fromEntries(fields);
}

function readValue(spot: Spot): string | undefined {
  const text = spot.word(
    'text as the value of a header field',
    'write it in double quotation marks',
  );
  if (text === undefined) return undefined;
  if (/[\r\n]/.test(text)) {
    spot.fault('the value of a header field has a line break in it', 'write it on one line');
    return undefined;
  }
  if (text.trim() === '!') spot.fault('behind ! a command is expected', 'write "!COMMAND"');
  if (!text.startsWith('!')) reportForms(spot, text);
  return text;
}
