/**
 * Text of a stranger, fit to be shown to a person or a model: what a terminal would obey, what changes
 * the direction of writing and what no reader sees is gone.
 *
 * - Escape sequences go as a whole, with the addresses of hyperlinks; an unfinished one loses its
 *   introduction, so that it hides nothing that follows.
 * - Every break of a line is `\n`. Tabs stay.
 * - Joiners stay between letters of scripts, and between emoji, that need them; the selector of an
 *   emoji's presentation stays behind an emoji. All other characters without a shape go, and halves of
 *   characters.
 *
 * The result is never longer, and cleaning it again changes nothing. The work is linear in the text.
 *
 * @public
 */
export function cleanText(text: string): string {
  return text
    .replaceAll(escapes, '')
    .replaceAll(lineBreaks, '\n')
    .replaceAll(unseen, '')
    .replaceAll(shapers, keepShapers);
}

/**
 * {@link cleanText} on one line, without spaces around it: no value can draw a line of its own.
 *
 * @public
 */
export function cleanLine(text: string): string {
  return cleanText(text).replaceAll(/\s+/g, ' ').trim();
}

const control = String.raw`\u0000-\u001f\u007f-\u009f`;

/**
 * What ECMA-48 calls control strings (with their content), control sequences and escape sequences, in
 * both forms. A string that is not ended is no string: only its introduction is taken. What a class
 * walks over holds no beginning of another sequence, so no place is walked over again and again.
 *
 * In this pattern and that of the shapers a class is repeated, so they have no `u`: with it, a long run
 * would take the whole stack.
 */
const escapes = new RegExp(
  [
    String.raw`(?:\u001b[\]PX^_]|[\u0090\u0098\u009d-\u009f])[^${control}]*(?:\u0007|\u001b\\|\u009c)`,
    String.raw`(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]?`,
    String.raw`\u001b[ -/]*[0-~]?`,
  ].join('|'),
  'g',
);

const lineBreaks = /\r\n?|[\v\f\u0085\u2028\u2029]/g;

/** Controls, halves of characters, and what has no shape; joiners and two selectors are looked at after it. */
const unseen =
  /(?![\ufe0e\ufe0f\u200c\t\n]|\u200d)[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu;

const shapers = /[\ufe0e\ufe0f\u200c\u200d]+/g;

/** Of a run of joiners and selectors: a selector at its beginning, and a joiner at its end, where they do something. */
function keepShapers(run: string, at: number, text: string): string {
  const before = lastCharacter(text, at);
  const after = text.codePointAt(at + run.length);
  const next = after === undefined ? '' : String.fromCodePoint(after);
  const selector = /^[\ufe0e\ufe0f]/.exec(run)?.[0] ?? '';
  const joiner = /[\u200c\u200d]$/.exec(run)?.[0] ?? '';
  return (
    (emoji.test(before) ? selector : '') +
    (isJoined(before, next) && (joiner !== '\u200c' || !pictured.test(before)) ? joiner : '')
  );
}

function lastCharacter(text: string, end: number): string {
  const isPair = /[\udc00-\udfff]/.test(text.charAt(end - 1));
  return text.slice(Math.max(0, end - (isPair ? 2 : 1)), end);
}

function isJoined(before: string, next: string): boolean {
  return (
    (pictured.test(before) && pictured.test(next)) || (joining.test(before) && joining.test(next))
  );
}

const emoji = /\p{Emoji}/u;

const pictured = /[\p{Extended_Pictographic}\p{Emoji_Modifier}]/u;

/** Letters and marks of scripts in which a joiner changes how a word is written, and so what it says. */
const joining = new RegExp(
  `(?=[\\p{L}\\p{M}])[${[
    'Arab',
    'Syrc',
    'Nkoo',
    'Mong',
    'Deva',
    'Beng',
    'Guru',
    'Gujr',
    'Orya',
    'Taml',
    'Telu',
    'Knda',
    'Mlym',
    'Sinh',
    'Mymr',
    'Khmr',
    'Tibt',
  ]
    .map((script) => `\\p{Script=${script}}`)
    .join('')}]`,
  'u',
);
