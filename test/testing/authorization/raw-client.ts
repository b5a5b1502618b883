import {
  createHash,
  generateKeyPairSync,
  randomBytes,
  randomUUID,
  sign,
  type KeyObject,
} from 'node:crypto';
import type { ScriptedSignIn } from 'garuda-mcp/testing';

/** Text by name, as in forms and documents. */
export type Words = Readonly<Record<string, string>>;

/** A document, as it came. */
export type Document = Record<string, string>;

export const redirectUri = 'http://127.0.0.1:7777/callback';

/** A verifier and its challenge. */
export function newPkce(): { readonly verifier: string; readonly challenge: string } {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

/** A form, posted. */
export function postForm(url: string, form: Words, headers: Words = {}): Promise<Response> {
  return fetch(url, { method: 'POST', headers, body: new URLSearchParams(form) });
}

/** JSON, posted. */
function postJson(url: string, body: object, headers: Words = {}): Promise<Response> {
  const type = { 'content-type': 'application/json' };
  return fetch(url, {
    method: 'POST',
    headers: { ...type, ...headers },
    body: JSON.stringify(body),
  });
}

/** A message to the MCP server. */
export function callMcp(url: string, headers: Words = {}, tool?: string): Promise<Response> {
  const params = tool === undefined ? {} : { name: tool };
  const method = tool === undefined ? 'ping' : 'tools/call';
  return postJson(url, { jsonrpc: '2.0', id: 1, method, params }, headers);
}

export async function documentOf(response: Promise<Response>): Promise<Document> {
  return (await (await response).json()) as Document;
}

/** The challenge of a refusal. */
export function challengeOf(response: Response): string {
  return response.headers.get('www-authenticate') ?? '';
}

/** A client that has registered, and knows where everything is. */
export interface RawClient {
  readonly metadata: Document;
  readonly clientId: string;
  readonly secret: string | undefined;
}

/** Registers at the authorization server of a scripted sign-in. */
export async function registered(signIn: ScriptedSignIn, more: object = {}): Promise<RawClient> {
  const { origin, pathname } = new URL(signIn.issuer);
  const path = pathname === '/' ? '' : pathname;
  const where = `${origin}/.well-known/oauth-authorization-server${path}`;
  const metadata = await documentOf(fetch(where));
  const { client_id: clientId = '', client_secret: secret } = await documentOf(
    postJson(metadata['registration_endpoint'] ?? '', {
      client_name: 'raw',
      redirect_uris: [redirectUri],
      application_type: 'native',
      token_endpoint_auth_method: 'none',
      ...more,
    }),
  );
  return { metadata, clientId, secret };
}

/** An authorization request that is right, with what differs from that. */
export function authorizeUrl(
  { metadata, clientId }: RawClient,
  signIn: ScriptedSignIn,
  more: Readonly<Record<string, string | undefined>> = {},
): URL {
  const url = new URL(metadata['authorization_endpoint'] ?? '');
  const parameters = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    state: randomUUID(),
    resource: signIn.resource,
    code_challenge_method: 'S256',
    ...more,
  };
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) url.searchParams.set(name, value);
  }
  return url;
}

/** The parameters of the answer that a browser brings. */
export async function answerTo(signIn: ScriptedSignIn, page: URL): Promise<Document> {
  const to = await signIn.browse(page);
  return Object.fromEntries(new URL(to ?? 'http://nowhere').searchParams);
}

/** A code and its verifier, for a client that has done all right. */
export async function codeFor(
  client: RawClient,
  signIn: ScriptedSignIn,
  more: Words = {},
): Promise<Words> {
  const { verifier, challenge } = newPkce();
  const page = authorizeUrl(client, signIn, { code_challenge: challenge, ...more });
  const { code = '' } = await answerTo(signIn, page);
  return { code, code_verifier: verifier };
}

/** Asks for tokens with a code. */
export async function exchange(
  client: RawClient,
  signIn: ScriptedSignIn,
  proven: Words,
  headers: Words = {},
): Promise<Response> {
  const form = {
    grant_type: 'authorization_code',
    redirect_uri: redirectUri,
    client_id: client.clientId,
    resource: signIn.resource,
    ...proven,
  };
  return postForm(client.metadata['token_endpoint'] ?? '', form, headers);
}

/** Asks for tokens with a refresh token. */
export function refresh(
  { clientId, metadata }: RawClient,
  signIn: ScriptedSignIn,
  token: string,
  more: Words = {},
): Promise<Response> {
  return postForm(metadata['token_endpoint'] ?? '', {
    grant_type: 'refresh_token',
    refresh_token: token,
    client_id: clientId,
    resource: signIn.resource,
    ...more,
  });
}

/** Signs in, all the way. */
export async function signedIn(
  signIn: ScriptedSignIn,
  more: Words = {},
): Promise<{ readonly client: RawClient; readonly tokens: Document }> {
  const client = await registered(signIn);
  const proven = await codeFor(client, signIn, more);
  return { client, tokens: await documentOf(exchange(client, signIn, proven)) };
}

/** The header field of a token. */
export function bearer({ access_token: token = '' }: Document): Words {
  return { authorization: `Bearer ${token}` };
}

/** A key pair of this test, and what it signs. */
export class TestKey {
  readonly #private: KeyObject;
  readonly jwk: Record<string, unknown>;

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#private = privateKey;
    this.jwk = { ...publicKey.export({ format: 'jwk' }) };
  }

  sign(header: object, claims: object): string {
    const signed = [{ alg: 'ES256', ...header }, claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
    const how = { key: this.#private, dsaEncoding: 'ieee-p1363' } as const;
    return `${signed}.${sign('sha256', Buffer.from(signed), how).toString('base64url')}`;
  }

  /** A proof of possession for a POST, with what differs from a right one. */
  proof(htu: string, more: object = {}): string {
    const iat = Math.floor(Date.now() / 1_000);
    const claims = { htm: 'POST', htu, iat, jti: randomUUID(), ...more };
    return this.sign({ typ: 'dpop+jwt', jwk: this.jwk }, claims);
  }

  /** An assertion of a client, with what differs from a right one. */
  assertion(clientId: string, aud: string, more: object = {}): string {
    const iat = Math.floor(Date.now() / 1_000);
    const claims = { iss: clientId, sub: clientId, aud, iat, exp: iat + 60, jti: randomUUID() };
    return this.sign({ typ: 'JWT' }, { ...claims, ...more });
  }
}

/** The digest of a token, as a proof names it. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
