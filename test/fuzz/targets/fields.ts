import {
  planToolHeaders,
  redactSecrets,
  retryAfterMs,
  toolHeaders,
  type ToolHeaderPlan,
} from '../../../src/protocol/index.ts';
import { encodeHeaderValue } from '../../../src/protocol/http-binding/header-value.ts';
import {
  expandTemplate,
  templateVariables,
} from '../../../src/client/content/template/expand-template.ts';
import { TemplateError } from '../../../src/client/content/template/template-error.ts';
import { findHeaderFault } from '../../../src/transport/http/header-check.ts';
import { answeredIds, isAnswer } from '../../../src/transport/http/is-answer.ts';
import { planRedirect } from '../../../src/transport/http/plan-redirect.ts';
import { mediaTypeOf, planReply } from '../../../src/transport/http/plan-reply.ts';
import { Session } from '../../../src/transport/http/session.ts';
import { withholdInErrors } from '../../../src/transport/http/withhold-in-errors.ts';
import { leaf, treeOf, writeTree } from '../json-tree.ts';
import { mutateBytes } from '../mutate-bytes.ts';
import { mutateJson } from '../mutate-json.ts';
import type { Random } from '../random.ts';
import { someMessage, type Seeds } from '../seeds.ts';
import { smallerJson } from '../smaller-json.ts';
import { fingerprint, must, trialOf, type Kind, type Target } from '../trial.ts';

/** Words of a peer that are read for what they mean, and values that are searched or rewritten. */
interface FieldsInput {
  readonly reader: keyof typeof readers;
  readonly text: string;
}

const kind: Kind<FieldsInput> = {
  check: ({ reader, text }) => readers[reader](text),
  *smaller({ reader, text }) {
    for (const other of smallerJson(text)) yield { reader, text: other };
    for (let size = text.length >> 1; size >= 1; size >>= 1) {
      for (let at = 0; at < text.length; at += size) {
        yield { reader, text: text.slice(0, at) + text.slice(at + size) };
      }
    }
  },
  show: (input) => JSON.stringify(input),
};

/** Header fields, addresses, templates, annotations, secrets. */
export const fieldsTarget: Target = {
  name: 'fields',
  weight: 15,
  make: (random, seeds) => trialOf(someInput(random, seeds), kind),
};

const words = [
  ['120', '0', '-1', '1e3', '99999999999999999999999', ' 5 ', 'Wed, 21 Oct 2026 07:28:00 GMT'],
  [
    'Wednesday, 21-Oct-26 07:28:00 GMT',
    'Wed Oct 21 07:28:00 2026',
    'Wed, 99 Foo 9999 99:99:99 GMT',
  ],
  [
    'application/json',
    'text/event-stream; charset=utf-8',
    'Application/Problem+JSON',
    ';',
    ',',
    '',
  ],
  [
    '/other',
    '//evil.example',
    'https://server.example:443/x',
    'javascript:1',
    'http://[',
    '?x#y',
    '\\\\x',
  ],
  [
    'https://user:pass@server.example/',
    'session-1',
    'é',
    '\r\nX: y',
    '=?base64?x?=',
    ' lead',
    'tail ',
  ],
  [
    'file:///{path}',
    'x://{+a}{?b*}{&c:3}',
    '{',
    '}',
    '{}',
    '{a:99999}',
    '{a*:3}',
    '{a,b,,}',
    '{%zz}',
    '{=a}',
  ],
  [
    '{/a,b}{;c}{.d}{#e}',
    '{a:10000}',
    '😀{a}',
    '\ud800',
    'Bearer abcdefgh12345678',
    'token=hunter2hunter2',
  ],
  [
    '{"password":"hunter2hunter2"}',
    'https://u:hunter2hunter2@x/?api_key=hunter2hunter2',
    '--token hunter2hunter2',
  ],
  [
    'Authorization: Basic aHVudGVyMjpodW50ZXIy',
    '-----BEGIN PRIVATE KEY-----\nhunter2',
    "key='hunter2hunter2'",
  ],
].flat();

function someInput(random: Random, seeds: Seeds): FieldsInput {
  const reader = random.pick(Object.keys(readers) as (keyof typeof readers)[]);
  if (reader === 'words') return { reader, text: someWords(random) };
  if (reader === 'toolSchema') return { reader, text: someSchema(random, seeds) };
  if (reader === 'secrets' && random.oneIn(2)) {
    return { reader, text: JSON.stringify(`${someWords(random)} ${someWords(random)}`) };
  }
  return { reader, text: writeTree(someMessage(random, seeds, random.below(4))) };
}

function someWords(random: Random): string {
  let text = random.pick(words);
  if (random.oneIn(3)) text += random.pick(words);
  if (random.oneIn(500)) text = text.repeat(random.below(2_000));
  let bytes: Uint8Array = new TextEncoder().encode(text);
  for (let left = random.below(4); left > 0; left -= 1) bytes = mutateBytes(bytes, random);
  return random.oneIn(3) ? text : new TextDecoder().decode(bytes);
}

function someSchema(random: Random, seeds: Seeds): string {
  const names = ['a', '', '__proto__', 'constructor', 'x-mcp-header', 'properties'];
  const property = (): object => ({
    type: random.pick(['string', 'integer', 'number', ['string', 'null'], 'object']),
    'x-mcp-header': random.pick(['A', 'a', 'B b', '', 'Ü', 7]),
    ...(random.oneIn(3) && { properties: { [random.pick(names)]: property() } }),
  });
  let tree = treeOf({
    type: 'object',
    properties: { [random.pick(names)]: property(), b: property() },
  });
  for (let left = random.below(4); left > 0; left -= 1)
    tree = mutateJson(tree, random, [...seeds.trees, leaf('{}')]);
  return writeTree(tree);
}

const readers = {
  words: checkWords,
  toolSchema: checkToolSchema,
  secrets: checkSecrets,
  answers: checkAnswers,
};
const address = new URL('https://server.example/mcp');

function checkWords(text: string): void {
  const wait = retryAfterMs(text, 1_792_000_000_000, 60_000);
  must(wait === undefined || (wait >= 0 && wait <= 60_000), `a wait of ${wait} ms`);
  must(mediaTypeOf(text) === mediaTypeOf(text).toLowerCase(), 'a media type in capitals');
  for (const status of [200, 302, 404]) planReply({ status, contentType: text, forRequest: true });
  for (const policy of ['never', 'same-origin'] as const) {
    const plan = planRedirect({ status: 307, location: text, from: address, followed: 0 }, policy);
    if (plan.kind !== 'follow') continue;
    must(policy === 'same-origin' && plan.url.origin === address.origin, `led to ${plan.url.href}`);
    must(plan.url.username === '' && plan.url.password === '', 'a user in an address');
  }
  const session = new Session();
  if (session.take({ 'mcp-session-id': text }) === 'issued') {
    must(
      findHeaderFault({ 'Mcp-Session-Id': session.id ?? '' }) === undefined,
      'an id that no header can carry',
    );
  }
  checkEncoded(text);
  checkTemplate(text);
}

function checkEncoded(text: string): void {
  const encoded = encodeHeaderValue(text);
  must(
    (encoded === undefined) === /\p{Surrogate}/u.test(text),
    'encoded what has no UTF-8, or refused what has',
  );
  if (encoded === undefined) return;
  must(/^[\x20-\x7e]*$/.test(encoded), 'an encoded value with other characters');
  const base64 = /^=\?base64\?(.*)\?=$/.exec(encoded)?.[1];
  const decoded = base64 === undefined ? encoded : Buffer.from(base64, 'base64').toString('utf8');
  must(decoded === text, 'a value that is read as another one');
}

function checkTemplate(text: string): void {
  try {
    const names = templateVariables(text);
    const uri = expandTemplate(text, { a: 'x y', b: ['1', 'é'], c: { k: 'v', __proto__: 'w' } });
    must(uri.length <= 1_048_576, 'a URI without an end');
    must(names.length <= text.length, 'more names than characters');
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    must(error.message.length < 4_000, 'a message without an end');
  }
}

function checkToolSchema(text: string): void {
  const schema: unknown = JSON.parse(text);
  const before = fingerprint(schema);
  const plan: ToolHeaderPlan = planToolHeaders(schema);
  must(fingerprint(schema) === before, 'the schema was changed');
  if (!plan.ok) return must(plan.why.length < 4_000, 'a reason without an end');
  const headers = new Set(plan.fields.map(({ header }) => header.toLowerCase()));
  must(headers.size === plan.fields.length, 'two arguments for one field');
  for (const args of [schema, { a: 'é', b: 1, '': true, __proto__: 'x', constructor: '\ud800' }]) {
    const outcome = toolHeaders(plan.fields, args);
    if (!outcome.ok) continue;
    must(findHeaderFault(outcome.headers) === undefined, 'a field that cannot be sent');
  }
}

function checkSecrets(text: string): void {
  const value: unknown = JSON.parse(text);
  const before = fingerprint(value);
  const found: string[] = [];
  const shown = redactSecrets(value, {
    known: ['aHVudGVyMjpodW50ZXIy'],
    found: (secret) => found.push(secret),
  });
  must(fingerprint(value) === before, 'the value was changed');
  must(!fingerprint(shown).includes('aHVudGVyMjpodW50ZXIy'), 'a known secret is shown');
  must(typeof shown === typeof value || typeof shown === 'string', 'another kind of value');
  must(
    Array.isArray(shown) === Array.isArray(value) || shown === '<redacted>',
    'another kind of value',
  );
}

function hasError(member: unknown): boolean {
  return typeof member === 'object' && member !== null && 'error' in member;
}

function checkAnswers(text: string): void {
  const value: unknown = JSON.parse(text);
  const before = fingerprint(value);
  const ids = answeredIds(value);
  for (const id of [1, 2, '1']) {
    if (!isAnswer(value, id) || ids.includes(id)) continue;
    // Only an error may leave its id out.
    must([value].flat().some(hasError), 'an answer to nobody');
  }
  withholdInErrors(value, { 'X-Key': 'a secret of ours' });
  must(fingerprint(value) === before, 'the value was changed');
}
