/**
 * What a forgiving reader of tags makes of one character: small letters and signs of ASCII, and nothing
 * of spaces, marks, dashes, underscores and what is not seen. Another character is `\ufffd`.
 */
export function canonicalCharacters(character: string): string {
  const unit = character.charCodeAt(0);
  if (unit < 128) return ascii[unit] ?? '';
  if (skipped.test(character)) return '';
  const plain = character.normalize('NFKD').replaceAll(skippedEach, '').toLowerCase();
  return plain.length === 1 ? drawnLike(plain) : Array.from(plain, drawnLike).join('');
}

function drawnLike(part: string): string {
  return /^[!-~]$/.test(part) ? part : (lookAlikes.get(part) ?? '\ufffd');
}

/** What is drawn like the bracket of a tag. */
const brackets = '‹«〈⟨《⟪˂ᐸ❮❬❰⧼⦑≺';

/** Characters that {@link canonicalCharacters} reads as the beginning of a tag or of an entity. */
export const openings: string = `<&＜﹤≮＆﹠${brackets}`;

/** Most characters are these, and a text can have millions. */
const ascii: readonly string[] = Array.from({ length: 128 }, (_, unit) => {
  const character = String.fromCharCode(unit);
  return /[!-~]/.test(character) && !/[_-]/.test(character) ? character.toLowerCase() : '';
});

const skipped =
  /^[\s\p{Cc}\p{Cs}\p{M}\p{Pc}\p{Pd}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb\u2800]$/u;

const skippedEach =
  /[\s\p{Cc}\p{Cs}\p{M}\p{Pc}\p{Pd}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb\u2800]/gu;

/** What is drawn like a sign or a letter, and has no relation to it in Unicode; all in small letters. */
const lookAlikes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '<': brackets,
    '/': '⁄∕⧸╱⟋',
    a: 'аɑα',
    b: 'ьƅ',
    c: 'сϲᴄ',
    d: 'ԁ',
    e: 'еєҽ℮',
    g: 'ɡց',
    i: 'іıι',
    j: 'ј',
    l: 'ӏⅼ',
    m: 'мⅿᴍ',
    n: 'пոɴ',
    o: 'оοօ',
    p: 'рρ',
    r: 'гᴦʀ',
    s: 'ѕꜱ',
    t: 'тτᴛ',
    u: 'υսᴜ',
    w: 'ԝѡᴡ',
    x: 'хχ',
    y: 'уγ',
  }).flatMap(([plain, alike]) => Array.from(alike, (character) => [character, plain] as const)),
);
