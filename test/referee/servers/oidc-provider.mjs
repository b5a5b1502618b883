// An authorization server that others wrote and had certified, and an MCP server that believes its tokens.
// The one argument is JSON: `behind`, the URL of the MCP server proper; `clients`, known from before;
// `nonces`, whether proofs need one. It needs Node.js 22, and ends with its standard input.
import { createHash, createPublicKey, randomBytes, verify } from 'node:crypto';
import { once } from 'node:events';
import { createServer, request as send } from 'node:http';
import { Provider } from 'oidc-provider';

const {
  behind,
  clients = [],
  nonces = false,
  pushing = false,
} = JSON.parse(process.argv[2] ?? '{}');
const scopes = ['mcp:read', 'mcp:write'];

const web = createServer();
const resource = createServer();
const origins = await Promise.all([web, resource].map((server) => listen(server)));
const [issuer, resourceOrigin] = origins;
const url = `${resourceOrigin}/mcp`;

// Its warnings are about what a real site must not do.
console.warn = () => {};
console.info = () => {};
const provider = new Provider(issuer, {
  clients,
  scopes: ['openid', 'offline_access'],
  issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
  rotateRefreshToken: () => true,
  expiresWithSession: () => false,
  cookies: { keys: [randomBytes(16).toString('hex')] },
  features: {
    registration: { enabled: true },
    revocation: { enabled: true },
    introspection: { enabled: true },
    deviceFlow: { enabled: true },
    clientCredentials: { enabled: true },
    pushedAuthorizationRequests: { enabled: true, requirePushedAuthorizationRequests: pushing },
    dPoP: {
      enabled: true,
      ...(nonces && { nonceSecret: randomBytes(32), requireNonce: () => true }),
    },
    resourceIndicators: {
      enabled: true,
      getResourceServerInfo: (_ctx, indicator) => {
        if (indicator !== url) throw new Error(`expected ${url}, got ${indicator}`);
        return { scope: scopes.join(' '), accessTokenTTL: 3_600, accessTokenFormat: 'opaque' };
      },
    },
  },
});

/** Every access token that is alive. */
const alive = new Map();
for (const kind of ['access_token', 'client_credentials']) {
  provider.on(`${kind}.saved`, (token) => alive.set(token.jti, token));
  provider.on(`${kind}.destroyed`, (token) => alive.delete(token.jti));
}
/** What was asked of the token endpoint, and whether it was given. */
const asked = [];
provider.on('grant.success', (ctx) => asked.push({ grant: ctx.oidc.params.grant_type, ok: true }));
provider.on('grant.error', (ctx, error) => {
  asked.push({ grant: ctx.oidc.params?.grant_type, ok: false, error: error.error });
});

web.on('request', provider.callback());
resource.on('request', (request, response) => {
  take(request, response).catch((error) => response.writeHead(500).end(String(error)));
});
process.stdin.resume().on('end', () => process.exit());
process.stdout.write(`${JSON.stringify({ issuer, url })}\n`);

async function listen(server) {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${server.address().port}`;
}

async function take(request, response) {
  const { pathname } = new URL(request.url, resourceOrigin);
  if (pathname === '/.well-known/oauth-protected-resource/mcp') return json(response, metadata());
  if (pathname === '/control/asked') return json(response, asked);
  if (pathname === '/control/expire') {
    await Promise.all([...alive.values()].map((token) => token.destroy()));
    return json(response, {});
  }
  if (pathname !== '/mcp') return response.writeHead(404).end();
  const wrong = await wrongWith(request);
  if (wrong !== undefined) return challenge(response, wrong);
  if (behind === undefined) return json(response, { jsonrpc: '2.0', id: 1, result: {} });
  forward(request, response);
}

function metadata() {
  return { resource: url, authorization_servers: [issuer], scopes_supported: scopes };
}

function json(response, document) {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(document));
}

/** Why a request is not let through, or undefined. */
async function wrongWith({ headers, method }) {
  const [scheme = '', value = ''] = (headers.authorization ?? '').split(' ');
  if (value === '') return '';
  const token =
    (await provider.AccessToken.find(value)) ?? (await provider.ClientCredentials.find(value));
  if (token === undefined || token.aud !== url) return 'invalid_token';
  if (token.jkt === undefined)
    return scheme.toLowerCase() === 'bearer' ? undefined : 'invalid_token';
  if (scheme.toLowerCase() !== 'dpop') return 'invalid_token';
  return isProof(headers.dpop ?? '', { value, method, jkt: token.jkt })
    ? undefined
    : 'invalid_dpop_proof';
}

/** Whether a proof is of this request and token, by the key that the token is bound to (ES256 alone). */
function isProof(proof, { value, method, jkt }) {
  try {
    const [head, body, signature] = proof.split('.');
    const [header, claims] = [head, body].map((part) =>
      JSON.parse(Buffer.from(part, 'base64url').toString()),
    );
    const { crv, kty, x, y } = header.jwk;
    const hash = (text) => createHash('sha256').update(text).digest('base64url');
    const key = createPublicKey({ key: header.jwk, format: 'jwk' });
    const how = { key, dsaEncoding: 'ieee-p1363' };
    const { htm, htu, ath } = claims;
    return (
      verify('sha256', Buffer.from(`${head}.${body}`), how, Buffer.from(signature, 'base64url')) &&
      hash(JSON.stringify({ crv, kty, x, y })) === jkt &&
      htm === method &&
      htu === url &&
      ath === hash(value)
    );
  } catch {
    return false;
  }
}

function challenge(response, error) {
  const where = `${resourceOrigin}/.well-known/oauth-protected-resource/mcp`;
  const why = error === '' ? '' : `error="${error}", `;
  response
    .writeHead(401, { 'www-authenticate': `Bearer ${why}resource_metadata="${where}"` })
    .end();
}

function forward(request, response) {
  const { host: _host, authorization: _authorization, ...headers } = request.headers;
  const onward = send(behind, { method: request.method, headers }, (incoming) => {
    response.writeHead(incoming.statusCode, incoming.headers);
    response.flushHeaders();
    incoming.pipe(response);
  });
  onward.on('error', () => response.destroy());
  response.on('close', () => onward.destroy());
  request.pipe(onward);
}
