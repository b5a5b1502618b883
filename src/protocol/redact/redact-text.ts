import { endOfNested } from './nested-value.ts';
import { isSecretName } from './secret-name.ts';

/** What stands in the place of a secret. */
export const redacted = '<redacted>';

/** Told of each secret before it is gone. */
export type FoundSecret = (secret: string) => void;

/**
 * A text without the secrets in it that can be told by what stands before them, or by their form:
 * user and password of an address, `name=value` and `"name": "value"` under a secret name, options of
 * a command line, header fields, credentials behind their scheme, signed tokens, private keys.
 *
 * Linear in the text: no pattern begins again in the middle of a run that it has already walked over.
 */
export function redactText(text: string, found: FoundSecret): string {
  const hide = (secret: string): string => hideSecret(secret, found);
  const lines = text
    .replaceAll(privateKey, hide)
    .replaceAll(userInfo, (_all, before: string, user: string) => `${before}${hide(user)}@`)
    .replaceAll(headerLine, (_all, name: string, value: string) => name + hideValue(value, found));
  return hideNamed(hideNamed(lines, pair, found), option, found)
    .replaceAll(formField, (_all, name: string, field: string) => name + hide(field))
    .replaceAll(bearer, (_all, scheme: string, token: string) => scheme + hide(token))
    .replaceAll(basic, (_all, scheme: string, token: string) => scheme + hide(token))
    .replaceAll(knownForm, hide);
}

/** The value of a secret name. A scheme of HTTP authentication stays, what follows it does not. */
export function hideValue(value: string, found: FoundSecret): string {
  const scheme = /^(?:bearer|basic|dpop)[ \t]+(?=\S)/i.exec(value)?.[0] ?? '';
  return scheme + hideSecret(value.slice(scheme.length), found);
}

function hideSecret(secret: string, found: FoundSecret): string {
  if (secret !== redacted) found(secret);
  return redacted;
}

/**
 * Hides what stands behind each secret name. What stands behind another one is looked at in its turn,
 * since it can begin with a name itself, as the rest of an address does.
 */
function hideNamed(text: string, named: RegExp, found: FoundSecret): string {
  let shown = '';
  let end = 0;
  for (const { 0: all, 1: name = '', 2: quote = '', index } of text.matchAll(named)) {
    if (index < end || !isSecretName(name)) continue;
    const start = index + all.length;
    if (text[start] === '{' || text[start] === '[') {
      shown += text.slice(end, start) + quote + redacted + quote;
      end = endOfNested(text, start, quote);
      continue;
    }
    const value = /["']/.test(all) ? member : bare;
    value.lastIndex = start;
    const secret = value.exec(text)?.[0];
    if (secret === undefined) continue;
    shown += text.slice(end, start) + hideQuoted(secret, found);
    end = start + secret.length;
  }
  return shown + text.slice(end);
}

/** Keeps the quotes around a value, so that a document in a text stays one. */
function hideQuoted(value: string, found: FoundSecret): string {
  const before = /^\\*["']/.exec(value)?.[0] ?? '';
  if (before === '') return hideValue(value, found);
  const after = before.length === 1 && value.length > 1 && value.endsWith(before) ? before : '';
  return before + hideValue(value.slice(before.length, value.length - after.length), found) + after;
}

const privateKey = /-----BEGIN [A-Z ]*PRIVATE KEY-----[^]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g;

const userInfo = /(?<![a-z\d+.-])([a-z][a-z\d+.-]*:\/\/)([^\s/?#"'`]*)@/gi;

/** Fields whose value has spaces in it goes to the end of its line. */
const headerLine =
  /(?<![\w-])((?:(?:proxy-)?authorization|(?:set-)?cookie)[ \t]*:[ \t]*)([^\s"'][^\r\n]*)/gi;

/** A name up to its value; between them the end of its quotes, or of its brackets in a form. */
const pair = /(?<![\w-])([\w-]+)(\\*["'])?(?:\]|%5D)?[ \t]*(?:=>|[=:]|%3D)[ \t]*/gi;

const option = /(?<![\w-])(--?[a-z][\w-]*)[ \t]+(?!--)/gi;

/** A value in quotes, or in quotes of a document inside of a document. */
const quoted = String.raw`"[^"\\]*(?:\\[^][^"\\]*)*"?|'[^']*'?|\\+"[^"\\]*(?:\\+[^"\\]+)*`;

const schemes = String.raw`(?:(?:bearer|basic|dpop)[ \t]+)?`;

const bare = new RegExp(String.raw`${quoted}|${schemes}[^\s"'&;]+`, 'iy');

/** Behind a name in quotes, as in JSON: nothing, true and false are no secrets, and a comma ends the value. */
const member = new RegExp(
  String.raw`${quoted}|(?!(?:null|true|false)\b)${schemes}[^\s"'&;,\]}]+`,
  'iy',
);

/** Anywhere but in an address or a form, these are words like others. */
const formField = /((?:^|[?&#])(?:code|session|sid|auth)=)([^\s"'&#]+)/gi;

const bearer =
  /(?<![\w-])((?:bearer|dpop)[ \t]+)(?!(?:realm|scope|error|error_\w+|resource_metadata|algs|nonce)=|(?:tokens?|auth|authentication|authorization|credentials?|schemes?)\b)([^\s"',;\\]+)/gi;

/** What is encoded in base 64 is no word of small letters. */
const basic = /(?<![\w-])([Bb]asic[ \t]+)(?=[a-z+/]*[A-Z\d=])([\w+/-]{4,}=*)/g;

/** Signed tokens, and keys whose issuer marks them. */
const knownForm =
  /(?<![\w-])(?:eyJ[\w-]*(?:\.[\w-]*){2,4}|A(?:KIA|SIA)[A-Z\d]{16}|AIza[\w-]{35}|(?:sk|rk|gh[oprsu]|github_pat|glpat|xapp|xox[abeprs])[-_][\w-]{10,})/g;
