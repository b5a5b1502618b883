import { bearerChallenge } from '../../../src/oauth/challenge/bearer-challenge.ts';
import { parseChallenges } from '../../../src/oauth/challenge/parse-challenges.ts';
import { systemClock } from '../../../src/oauth/clock.ts';
import { type Document, isObject } from '../../../src/oauth/discovery/first-document.ts';
import { readResource } from '../../../src/oauth/discovery/resource-document.ts';
import { readServer } from '../../../src/oauth/discovery/server-document.ts';
import { OAuthError } from '../../../src/oauth/errors.ts';
import { BoundedNetwork } from '../../../src/oauth/network/bounded-network.ts';
import { nameOfPlace, quote } from '../../../src/oauth/network/quote.ts';
import { checkPage } from '../../../src/oauth/network/url-policy.ts';
import { kindOfAddress } from '../../../src/oauth/node/address-kind.ts';
import { leaf, treeOf, writeTree } from '../json-tree.ts';
import { mutateBytes } from '../mutate-bytes.ts';
import { mutateJson } from '../mutate-json.ts';
import type { Random } from '../random.ts';
import type { Seeds } from '../seeds.ts';
import { smallerJson } from '../smaller-json.ts';
import { fingerprint, must, trialOf, type Kind, type Target } from '../trial.ts';

/** What a server says before and while somebody signs in. */
interface SignInInput {
  readonly reader: keyof typeof readers;
  readonly text: string;
}

const kind: Kind<SignInInput> = {
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

/** Challenges, addresses, and the metadata of resources and authorization servers. */
export const signInTarget: Target = {
  name: 'sign-in',
  weight: 15,
  make: (random, seeds) => trialOf(someInput(random, seeds), kind),
};

const words = [
  'Bearer realm="x", resource_metadata="https://h.example/m", scope="a b"',
  'DPoP algs="ES256", error="use_dpop_nonce"',
  'Negotiate YII/+a==, Basic realm="a \\"b\\""',
  'Bearer __proto__="x", constructor=y',
  'https://as.example/token?x=hunter2#hunter2',
  'https://u:hunter2@as.example/',
  'http://127.0.0.1:1/',
  'https:\\\\as.example',
  'javascript://as.example/%0aalert(1)',
  'data:text/html,x',
  '169.254.169.254',
  '::ffff:127.0.0.1',
  '64:ff9b::10.0.0.1',
  'fe80::1%eth0',
  '2002:7f00:1::',
  '"',
  '\\',
  ' , ',
  '=',
  '\u202e\u0000\n',
  '\ud800',
];

const issuer = 'https://as.example';
const endpoint = new URL('https://h.example/a/mcp');
const network = new BoundedNetwork({
  fetch: () => Promise.reject(new Error('nothing is sent')),
  allowInsecureLoopback: false,
  clock: systemClock,
});

const document = treeOf({
  resource: 'https://h.example/a/mcp',
  authorization_servers: [issuer, 'http://as.example', 1],
  scopes_supported: ['a', 'b'],
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  registration_endpoint: 'javascript:alert(1)',
  code_challenge_methods_supported: ['S256', 'plain'],
  client_id_metadata_document_supported: true,
  mtls_endpoint_aliases: { token_endpoint: `${issuer}/mtls`, __proto__: 'x' },
});

function someInput(random: Random, seeds: Seeds): SignInInput {
  return random.oneIn(2)
    ? { reader: 'words', text: someWords(random) }
    : { reader: 'documents', text: someDocument(random, seeds) };
}

function someWords(random: Random): string {
  let text = random.pick(words);
  while (random.oneIn(2)) text += random.pick(words);
  if (random.oneIn(500)) text = text.repeat(random.below(2_000));
  let bytes: Uint8Array = new TextEncoder().encode(text);
  for (let left = random.below(4); left > 0; left -= 1) bytes = mutateBytes(bytes, random);
  return random.oneIn(3) ? text : new TextDecoder().decode(bytes);
}

function someDocument(random: Random, seeds: Seeds): string {
  let tree = document;
  for (let left = random.below(4); left > 0; left -= 1) {
    tree = mutateJson(tree, random, [...seeds.trees, document, leaf('{}'), leaf(`"${issuer}"`)]);
  }
  return writeTree(tree);
}

const readers = { words: checkWords, documents: checkDocument };

function checkWords(text: string): void {
  for (const { scheme, token68, parameters } of parseChallenges(text)) {
    must(/^[\w!#$%&'*+.^`|~-]+$/.test(scheme), `a scheme ${scheme}`);
    must(token68 !== '', 'an empty token68');
    must(Object.getPrototypeOf(parameters) === null, 'parameters that inherit');
  }
  const challenge = bearerChallenge(text);
  must(challenge?.resourceMetadata !== '' && challenge?.scope !== '', 'an empty word');
  kindOfAddress(text);
  must(/^"[^\p{Cc}\u202e\u2028]{0,4000}"$/u.test(quote(text)), 'a quotation with controls');
  // The rest of an address can be a secret.
  const { host = '', pathname = '' } = URL.canParse(text) ? new URL(text) : {};
  const isSafe = (message: string) =>
    `${host}${pathname}`.includes('hunter2') || !message.includes('hunter2');
  const url = allowed(() => checkPage(text, 'a page', { allowInsecureLoopback: true }), isSafe);
  if (url === undefined) return;
  must(url.protocol === 'https:' || /^(?:127\.|localhost$|\[::1\]$)/.test(url.hostname), url.href);
  must(url.username === '' && url.password === '', 'a user in an address');
  must(nameOfPlace(url).length <= 201, 'a place without an end');
}

function checkDocument(text: string): void {
  const value: unknown = JSON.parse(text);
  if (!isObject(value)) return;
  const before = fingerprint(value);
  checkResource(value);
  const reading = readServer(value, { issuer, network, emptyPathSlash: true });
  if (reading.kind === 'read') {
    const { value: server } = reading;
    must([issuer, `${issuer}/`].includes(server.issuer), 'another issuer');
    for (const [name, one] of Object.entries(server)) {
      if (!name.endsWith('_endpoint')) continue;
      must(typeof one === 'string' && one.startsWith('https://'), `a ${name} that is refused`);
    }
  } else {
    must(reading.why.length < 4_000, 'a reason without an end');
  }
  must(fingerprint(value) === before, 'the document was changed');
}

function checkResource(value: Document): void {
  const reading = allowed(() => readResource(value, endpoint, false));
  if (reading?.kind !== 'read') return;
  must(new URL(reading.value.resource).origin === endpoint.origin, 'another resource');
  must(reading.value.authorizationServers.length > 0, 'no authorization server');
}

function allowed<T>(
  run: () => T,
  isSafe: (message: string) => boolean = () => true,
): T | undefined {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    must(isSafe(error.message), 'a secret in a message');
    must(error.message.length < 4_000, 'a message without an end');
    return undefined;
  }
}
