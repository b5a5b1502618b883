/**
 * Whether a member, header field, variable, query parameter or option of this name holds a secret, in
 * any case and spelling: `access_token`, `apiKey`, `X-API-KEY`, `GITHUB_TOKEN_2`.
 */
export function isSecretName(name: string): boolean {
  // No name that says something is longer; what matters of one that is stands at its end.
  const words = wordsOf(name.slice(-maxNameLength));
  const joined = words.join('');
  if (open.has(joined)) return false;
  if (whole.has(joined)) return true;
  const last = words.at(-1) ?? '';
  if (describing.has(last)) return false;
  return words.some((word) => secretWords.has(word)) || secretPart.test(joined);
}

/** Whether this name stands for several things that are counted, where its value is a number. */
export function isCountName(name: string): boolean {
  return /tokens$/i.test(name);
}

const maxNameLength = 200;

/** `APIKey2` is `api`, `key`. */
function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '');
}

/** Names of the protocol that only sound like secrets. */
const open: ReadonlySet<string> = new Set([
  'progresstoken',
  'maxtokens',
  'publickey',
  'primarykey',
]);

const whole: ReadonlySet<string> = new Set([
  'clientassertion',
  'codeverifier',
  'devicecode',
  'dpop',
  'mcpsessionid',
  'requeststate',
  'sessionid',
  'usercode',
]);

const secretWords: ReadonlySet<string> = new Set([
  'assertion',
  'authorization',
  'cookie',
  'cookies',
  'credential',
  'credentials',
  'jwt',
  'key',
  'keys',
  'otp',
  'pass',
  'pin',
  'pwd',
  'sig',
  'signature',
]);

/** What is secret also inside of a longer word, since many write `accesstoken`. */
const secretPart =
  /token(?!i[sz])|secret(?!ar)|password|passwd|passphrase|passcode|(?:api|auth|access|private)key/;

/** What a name ends with that tells something about a secret, and not the secret. */
const describing: ReadonlySet<string> = new Set([
  'alg',
  'algorithm',
  'at',
  'count',
  'description',
  'endpoint',
  'expires',
  'expiry',
  'file',
  'format',
  'hint',
  'id',
  'in',
  'length',
  'limit',
  'location',
  'method',
  'methods',
  'name',
  'path',
  'policy',
  'schema',
  'server',
  'servers',
  'supported',
  'title',
  'ttl',
  'type',
  'types',
  'uri',
  'url',
]);
