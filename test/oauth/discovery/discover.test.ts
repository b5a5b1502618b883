import { describe, expect, test } from 'vitest';
import { discover, type Discovered } from '../../../src/oauth/discovery/discover.ts';
import type { DiscoveryOrder } from '../../../src/oauth/discovery/discovery-order.ts';
import { OAuthError } from '../../../src/oauth/errors.ts';
import { BoundedNetwork } from '../../../src/oauth/network/bounded-network.ts';
import { openSite, type Page, type Site } from '../../fixtures/oauth/site.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { proves } from '../../support/proves.ts';

const prm = '/.well-known/oauth-protected-resource';
const oauth = '/.well-known/oauth-authorization-server';
const openid = '/.well-known/openid-configuration';

function order(site: Site, more: Partial<DiscoveryOrder> = {}): DiscoveryOrder {
  const network = new BoundedNetwork({
    fetch: (url, init) => fetch(url, init),
    allowInsecureLoopback: true,
    clock: new FakeClock(),
  });
  return {
    network,
    url: `${site.origin}/mcp`,
    challenge: undefined,
    tolerances: {},
    strict: false,
    signal: new AbortController().signal,
    ...more,
  };
}

/** The metadata of a server with nothing special. */
function serverOf(issuer: string, more: object = {}): Record<string, unknown> {
  const base = issuer.replace(/\/$/, '');
  return {
    issuer,
    authorization_endpoint: `${base}/authorize`,
    token_endpoint: `${base}/token`,
    code_challenge_methods_supported: ['S256'],
    ...more,
  };
}

async function fault(promise: Promise<Discovered>): Promise<OAuthError> {
  const error: unknown = await promise.then(
    () => 'nothing was wrong',
    (reason: unknown) => reason,
  );
  if (error instanceof OAuthError) return error;
  throw new Error('no OAuthError', { cause: error });
}

/** A resource and its authorization server, at two origins. */
async function openPair(path = '') {
  const resource = await openSite();
  const server = await openSite();
  const issuer = server.origin + path;
  const metadata = (more: object = {}) => ({
    resource: `${resource.origin}/mcp`,
    authorization_servers: [issuer],
    ...more,
  });
  return {
    resource,
    server,
    issuer,
    /** The metadata of the resource. */
    metadata,
    async [Symbol.asyncDispose]() {
      await resource[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

describe('where the metadata of the resource is', () => {
  proves(
    ['AUTH-03', 'AUTH-04'],
    'with the path comes first, and nothing else is asked',
    async () => {
      await using pair = await openPair();
      pair.resource.pages[`${prm}/mcp`] = pair.metadata({ scopes_supported: ['a', 'b'] });
      pair.server.pages[oauth] = serverOf(pair.issuer);
      expect(await discover(order(pair.resource))).toEqual({
        resource: `${pair.resource.origin}/mcp`,
        scopesSupported: ['a', 'b'],
        server: serverOf(pair.issuer),
        source: 'metadata',
      });
      expect(pair.resource.paths).toEqual([`${prm}/mcp`]);
      expect(pair.server.paths).toEqual([oauth]);
    },
  );

  proves(
    'AUTH-03',
    'the root comes second, and its resource is used as it is written',
    async () => {
      await using pair = await openPair();
      pair.resource.pages[prm] = pair.metadata({ resource: pair.resource.origin });
      pair.server.pages[oauth] = serverOf(pair.issuer);
      const { resource, scopesSupported } = await discover(order(pair.resource));
      expect([resource, scopesSupported]).toEqual([pair.resource.origin, undefined]);
      expect(pair.resource.paths).toEqual([`${prm}/mcp`, prm]);
    },
  );

  proves('AUTH-02', 'what the challenge names is used wherever it is', async () => {
    await using pair = await openPair();
    pair.server.pages['/custom/location.json'] = pair.metadata();
    pair.server.pages[oauth] = serverOf(pair.issuer);
    const resourceMetadata = `${pair.server.origin}/custom/location.json`;
    const challenge = { scheme: 'bearer', resourceMetadata } as const;
    await discover(order(pair.resource, { challenge }));
    expect(pair.resource.paths).toEqual([]);
    expect(pair.server.paths).toEqual(['/custom/location.json', oauth]);
  });

  for (const resourceMetadata of [
    'javascript:alert(1)',
    'file:///etc/passwd',
    'http://192.0.2.1/',
    '/x',
  ]) {
    proves(
      ['AUTH-15', 'W-59'],
      `a challenge that names ${resourceMetadata} is passed over`,
      async () => {
        await using pair = await openPair();
        pair.resource.pages[`${prm}/mcp`] = pair.metadata();
        pair.server.pages[oauth] = serverOf(pair.issuer);
        const challenge = { scheme: 'bearer', resourceMetadata } as const;
        expect((await discover(order(pair.resource, { challenge }))).source).toBe('metadata');
      },
    );
  }

  proves('AUTH-06', 'it is asked for bare, and anew each time', async () => {
    await using pair = await openPair();
    pair.resource.pages[`${prm}/mcp`] = pair.metadata();
    pair.server.pages[oauth] = serverOf(pair.issuer);
    const asking = order(pair.resource);
    await discover(asking);
    pair.resource.pages[`${prm}/mcp`] = pair.metadata({ scopes_supported: ['new'] });
    expect((await discover(asking)).scopesSupported).toEqual(['new']);
    for (const { headers } of [...pair.resource.asked, ...pair.server.asked]) {
      expect(headers.accept).toBe('application/json');
      expect([headers.authorization, headers.cookie, headers['mcp-protocol-version']]).toEqual([
        undefined,
        undefined,
        undefined,
      ]);
    }
  });
});

/** What may stand where metadata should be. */
const bad: readonly { why: string; page: Page; said: string }[] = [
  ...[400, 401, 403, 404, 405, 406, 410, 500, 502, 503].map((status) => ({
    why: `${status}`,
    page: status,
    said: ` answered ${status}`,
  })),
  { why: 'a page', page: '<html>Not here</html>', said: ' is not JSON but "text/html"' },
  {
    why: 'JSON that breaks off',
    page: (response) => response.end('{"issuer":'),
    said: ' is not JSON',
  },
  { why: 'nothing', page: (response) => response.end(), said: ' is not JSON' },
  { why: 'a list', page: [], said: ' is no JSON object' },
  { why: 'null', page: (response) => response.end('null'), said: ' is no JSON object' },
  {
    why: 'a million brackets',
    page: (response) => response.end('['.repeat(1_000_000)),
    said: ' is not JSON',
  },
  {
    why: 'too much',
    page: (response) => response.end(`{"x":"${'x'.repeat(2_000_000)}"}`),
    said: ': the answer is over 1048576 bytes',
  },
  {
    why: 'a redirect',
    page: (response) => response.writeHead(302, { location: 'https://evil.example/?s' }).end(),
    said: ': the answer is a redirect to https://evil.example/',
  },
  {
    why: 'a connection that breaks',
    page: (response) => response.destroy(),
    said: ': no answer came (UND_ERR_SOCKET)',
  },
];

describe('one bad place does not end it', () => {
  for (const { why, page } of bad) {
    proves(['AUTH-13', 'W-54'], `${why} where the metadata of a resource should be`, async () => {
      await using pair = await openPair();
      pair.resource.pages[`${prm}/mcp`] = page;
      pair.resource.pages[prm] = pair.metadata();
      pair.server.pages[oauth] = serverOf(pair.issuer);
      expect((await discover(order(pair.resource))).source).toBe('metadata');
    });

    proves(['AUTH-13', 'W-54'], `${why} where that of a server should be`, async () => {
      await using pair = await openPair('/tenant');
      pair.resource.pages[`${prm}/mcp`] = pair.metadata();
      pair.server.pages[`${oauth}/tenant`] = page;
      pair.server.pages[`${openid}/tenant`] = page;
      pair.server.pages[`/tenant${openid}`] = serverOf(pair.issuer);
      expect((await discover(order(pair.resource))).server.issuer).toBe(pair.issuer);
      expect(pair.server.paths).toEqual([
        `${oauth}/tenant`,
        `${openid}/tenant`,
        `/tenant${openid}`,
      ]);
    });
  }

  for (const { why, page, said } of bad) {
    proves(['AUTH-13', 'W-54'], `${why}: the error at the end says so`, async () => {
      await using pair = await openPair();
      pair.resource.pages[`${prm}/mcp`] = pair.metadata();
      pair.server.pages[oauth] = page;
      pair.server.pages[openid] = 404;
      const error = await fault(discover(order(pair.resource)));
      expect(error.message).toContain(`${pair.server.origin}${oauth}${said}; `);
      expect(error.message).toContain(
        `${pair.server.origin}${openid} answered 404 [${error.code}]`,
      );
      const mayPass = /^50|connection/.test(why);
      expect(error.code).toBe(mayPass ? 'TRY_AGAIN' : 'NO_METADATA');
    });
  }

  proves('W-54', 'the error lists every place of the resource', async () => {
    await using site = await openSite({
      [`${prm}/mcp`]: 401,
      [prm]: '<html>',
      '/named?x=secret': 405,
    });
    const challenge = {
      scheme: 'bearer',
      resourceMetadata: `${site.origin}/named?x=secret`,
    } as const;
    const error = await fault(discover(order(site, { challenge })));
    const { origin } = site;
    expect(error.message).toBe(
      `no usable metadata of ${origin}/mcp: ${origin}/named answered 405; ${origin}${prm}/mcp answered 401; ${origin}${prm} is not JSON but "text/html" [NO_METADATA]`,
    );
  });

  test('no root document is asked for an issuer with a path', async () => {
    await using pair = await openPair('/tenant');
    pair.resource.pages[`${prm}/mcp`] = pair.metadata();
    await fault(discover(order(pair.resource)));
    expect(pair.server.paths).not.toContain(oauth);
    expect(pair.server.paths).not.toContain(openid);
  });
});

describe('metadata of a resource that cannot be used', () => {
  const unusable = [
    { why: 'no resource', document: { authorization_servers: ['x'] }, said: 'names no resource' },
    { why: 'a number', document: { resource: 1 }, said: 'in which resource is no text' },
    {
      why: 'no server',
      document: { authorization_servers: [] },
      said: 'names no authorization server',
    },
    {
      why: 'null',
      document: { authorization_servers: null },
      said: 'names no authorization server',
    },
    {
      why: 'numbers',
      document: { authorization_servers: [1] },
      said: 'names no authorization server',
    },
    {
      why: 'one server that is no list',
      document: { authorization_servers: 'https://as.example' },
      said: 'in which authorization_servers is no list',
    },
    {
      why: 'scopes that are no list',
      document: { authorization_servers: ['https://as.example'], scopes_supported: 'a b' },
      said: 'in which scopes_supported is no list',
    },
  ];
  for (const { why, document, said } of unusable) {
    proves(['AUTH-13', 'W-59'], why, async () => {
      await using site = await openSite();
      const resource = why === 'no resource' ? {} : { resource: `${site.origin}/mcp` };
      site.pages[`${prm}/mcp`] = { ...resource, ...document };
      const error = await fault(discover(order(site)));
      expect(error.message).toContain(`${prm}/mcp ${said}; `);
      expect(error.code).toBe('NO_METADATA');
      // It is there, so the server is none of 2025-03-26.
      expect(site.paths).toEqual([`${prm}/mcp`, prm]);
    });
  }

  for (const resource of ['https://evil.example/mcp', 'urn:x', 'javascript:alert(1)']) {
    proves('AUTH-05', `that of ${resource} ends it, and nothing else is asked`, async () => {
      await using pair = await openPair();
      pair.resource.pages[`${prm}/mcp`] = pair.metadata({ resource });
      pair.resource.pages[prm] = pair.metadata();
      const error = await fault(discover(order(pair.resource)));
      expect(error.message).toBe(
        `expected the metadata of ${pair.resource.origin}/mcp, got that of "${resource}" [RESOURCE_MISMATCH]`,
      );
      expect([...pair.resource.paths, ...pair.server.paths]).toEqual([`${prm}/mcp`]);
    });
  }

  proves('AUTH-05', 'another one of the same origin is put up with by a setting', async () => {
    await using pair = await openPair();
    const resource = `${pair.resource.origin}/api`;
    pair.resource.pages[`${prm}/mcp`] = pair.metadata({ resource });
    pair.server.pages[oauth] = serverOf(pair.issuer);
    const error = await fault(discover(order(pair.resource)));
    expect(error.code).toBe('RESOURCE_MISMATCH');
    expect(error.message).toContain('; the tolerance otherResource puts up with that');
    const tolerances = { otherResource: true };
    expect((await discover(order(pair.resource, { tolerances }))).resource).toBe(resource);
  });
});

describe('which authorization server', () => {
  async function openMany(paths: readonly string[]) {
    const pair = await openPair();
    const issuers = paths.map((path) => pair.server.origin + path);
    pair.resource.pages[`${prm}/mcp`] = pair.metadata({ authorization_servers: issuers });
    const open = (path: string, more: object = {}) => {
      pair.server.pages[oauth + path] = serverOf(pair.server.origin + path, more);
    };
    return { ...pair, issuers, open };
  }

  proves('AUTH-04', 'the first one that can be used', async () => {
    await using many = await openMany(['/a', '/b', '/c']);
    many.open('/a', { code_challenge_methods_supported: ['plain'] });
    many.open('/c');
    expect((await discover(order(many.resource))).server.issuer).toBe(many.issuers[2]);
  });

  proves('AUTH-04', 'one with credentials comes first', async () => {
    await using many = await openMany(['/a', '/b', '/c']);
    for (const path of ['/a', '/b', '/c']) many.open(path);
    const known = (issuer: string) => issuer.endsWith('/b');
    expect((await discover(order(many.resource, { known }))).server.issuer).toBe(many.issuers[1]);
    expect(many.server.paths).toEqual([`${oauth}/b`]);
  });

  test('credentials are found by either way to write an empty path', async () => {
    await using pair = await openPair();
    pair.resource.pages[`${prm}/mcp`] = pair.metadata({
      authorization_servers: [`${pair.server.origin}/a`, pair.server.origin],
    });
    pair.server.pages[`${oauth}/a`] = serverOf(`${pair.server.origin}/a`);
    pair.server.pages[oauth] = serverOf(`${pair.server.origin}/`);
    const known = (issuer: string) => issuer === `${pair.server.origin}/`;
    const found = await discover(order(pair.resource, { known }));
    expect(found.server.issuer).toBe(`${pair.server.origin}/`);
  });

  proves(
    'AUTH-04',
    'one with credentials that fails for the moment leads to no other',
    async () => {
      await using many = await openMany(['/a', '/b']);
      many.open('/a');
      many.server.pages[`${oauth}/b`] = 503;
      const known = (issuer: string) => issuer.endsWith('/b');
      const error = await fault(discover(order(many.resource, { known })));
      expect(error.code).toBe('TRY_AGAIN');
      expect(many.server.paths).not.toContain(`${oauth}/a`);
    },
  );

  proves('W-59', 'of a thousand five are asked', async () => {
    await using many = await openMany(Array.from({ length: 1000 }, (_, n) => `/${n}`));
    const error = await fault(discover(order(many.resource)));
    expect(many.server.paths).toHaveLength(15);
    expect(error.message.length).toBeLessThan(3_000);
  });

  test('the same one twice is asked once', async () => {
    await using many = await openMany(['/a', '/a']);
    await fault(discover(order(many.resource)));
    expect(many.server.paths).toHaveLength(3);
  });

  const hostile = [
    { issuer: 'javascript:alert(1)', said: 'one of the kind "javascript:"' },
    { issuer: 'http://as.example', said: 'got http://as.example/' },
    { issuer: 'https://me:secret@as.example', said: 'with a user name or a password' },
    { issuer: 'https://as.example/#x', said: 'with a fragment' },
    { issuer: 'as.example', said: 'something that is no URL' },
  ];
  for (const { issuer, said } of hostile) {
    proves(['AUTH-15', 'W-59'], `${issuer} is not asked`, async () => {
      await using site = await openSite();
      site.pages[`${prm}/mcp`] = {
        resource: site.origin,
        authorization_servers: [issuer],
      };
      const error = await fault(discover(order(site)));
      expect(error.code).toBe('URL_REFUSED');
      expect(error.message).toContain(said);
      expect(error.message).not.toContain('secret');
    });
  }

  for (const end of ['?', '?x=y', '/t?']) {
    proves('W-59', `an issuer with a query is not asked: ${end}`, async () => {
      await using many = await openMany([end]);
      const error = await fault(discover(order(many.resource)));
      expect(error.message).toContain(`the issuer "${many.server.origin}" has a query`);
      expect(many.server.paths).toEqual([]);
    });
  }
});

describe('metadata of a server that cannot be used', () => {
  for (const issuer of ['https://honest.example', 'https://honest.example/tenant']) {
    proves('AUTH-12', `that of ${issuer}`, async () => {
      await using pair = await openPair();
      pair.resource.pages[`${prm}/mcp`] = pair.metadata();
      pair.server.pages[oauth] = serverOf(issuer);
      pair.server.pages[openid] = serverOf(issuer);
      const error = await fault(discover(order(pair.resource)));
      expect(error.code).toBe('ISSUER_MISMATCH');
      expect(error.message).toContain(
        `${oauth} is of the issuer "${issuer}", expected "${pair.issuer}"; `,
      );
    });
  }

  proves(['AUTH-12', 'AUTH-13'], 'one of another issuer leads to the next place', async () => {
    await using pair = await openPair();
    pair.resource.pages[`${prm}/mcp`] = pair.metadata();
    pair.server.pages[oauth] = serverOf('https://honest.example');
    pair.server.pages[openid] = serverOf(pair.issuer);
    const { server } = await discover(order(pair.resource));
    expect(server.token_endpoint).toBe(`${pair.issuer}/token`);
  });

  const directions = [
    { why: 'as Google', ofResource: '/', ofServer: '' },
    { why: 'as JumpCloud', ofResource: '', ofServer: '/' },
  ];
  for (const { why, ofResource, ofServer } of directions) {
    proves('W-53', `the slash of an empty path makes no difference, ${why} has it`, async () => {
      await using pair = await openPair(ofResource);
      pair.resource.pages[`${prm}/mcp`] = pair.metadata();
      pair.server.pages[oauth] = serverOf(pair.server.origin + ofServer);
      const { server } = await discover(order(pair.resource));
      expect(server.issuer).toBe(pair.server.origin + ofServer);
      for (const more of [{ strict: true }, { tolerances: { emptyPathSlash: false } }]) {
        const error = await fault(discover(order(pair.resource, more)));
        expect(error.code).toBe('ISSUER_MISMATCH');
        expect(error.message).toContain('; the tolerance emptyPathSlash puts up with that');
      }
    });
  }

  proves('W-53', 'the slash of another path does', async () => {
    await using pair = await openPair('/tenant');
    pair.resource.pages[`${prm}/mcp`] = pair.metadata();
    pair.server.pages[`${oauth}/tenant`] = serverOf(`${pair.issuer}/`);
    const error = await fault(discover(order(pair.resource)));
    expect(error.code).toBe('ISSUER_MISMATCH');
  });

  for (const methods of [undefined, [], ['plain'], ['s256'], null]) {
    proves('AUTH-14', `PKCE is ${JSON.stringify(methods)}`, async () => {
      await using pair = await openPair();
      pair.resource.pages[`${prm}/mcp`] = pair.metadata();
      const document = serverOf(pair.issuer, { code_challenge_methods_supported: methods });
      pair.server.pages[oauth] = document;
      pair.server.pages[openid] = document;
      const error = await fault(discover(order(pair.resource)));
      expect(error.code).toBe('PKCE_NOT_OFFERED');
      expect(error.message).toContain('; the tolerance pkceNotAdvertised proceeds all the same');
      const tolerances = { pkceNotAdvertised: true };
      for (const more of [{ tolerances }, { pkce: false }]) {
        expect((await discover(order(pair.resource, more))).source).toBe('metadata');
      }
    });
  }

  const spoiled: readonly { why: string; more: object; said: string; code: string }[] = [
    ...[
      'javascript:alert(1)',
      'data:text/html,x',
      'file:///x',
      'http://as.example/x',
      '/x',
      '',
    ].flatMap((url) =>
      [
        'authorization_endpoint',
        'token_endpoint',
        'registration_endpoint',
        'revocation_endpoint',
        'device_authorization_endpoint',
        'pushed_authorization_request_endpoint',
      ].map((name) => ({
        why: `${name} ${JSON.stringify(url)}`,
        more: { [name]: url },
        said: `is refused: ${name}: expected an https: address`,
        code: 'NO_METADATA',
      })),
    ),
    {
      why: 'an alias for clients with certificates',
      more: { mtls_endpoint_aliases: { token_endpoint: 'http://as.example/token' } },
      said: 'is refused: token_endpoint: expected an https: address, got http://as.example/token',
      code: 'NO_METADATA',
    },
    { why: 'no issuer', more: { issuer: undefined }, said: 'names no issuer', code: 'NO_METADATA' },
    {
      why: 'an issuer that is no text',
      more: { issuer: [] },
      said: 'in which issuer is no text',
      code: 'NO_METADATA',
    },
    {
      why: 'no token endpoint',
      more: { token_endpoint: undefined },
      said: 'names no token_endpoint',
      code: 'NO_METADATA',
    },
    {
      why: 'a number as an endpoint',
      more: { token_endpoint: 1 },
      said: 'in which token_endpoint is no text',
      code: 'NO_METADATA',
    },
    {
      why: 'a text as a list',
      more: { grant_types_supported: 'x' },
      said: 'in which grant_types_supported is no list',
      code: 'NO_METADATA',
    },
    {
      why: 'a text as a flag',
      more: { client_id_metadata_document_supported: 'true' },
      said: 'in which client_id_metadata_document_supported is neither true nor false',
      code: 'NO_METADATA',
    },
    {
      why: 'a list as an object',
      more: { mtls_endpoint_aliases: [] },
      said: 'in which mtls_endpoint_aliases is no object',
      code: 'NO_METADATA',
    },
  ];
  for (const { why, more, said, code } of spoiled) {
    proves(['AUTH-15', 'W-59'], why, async () => {
      await using pair = await openPair();
      pair.resource.pages[`${prm}/mcp`] = pair.metadata();
      pair.server.pages[oauth] = serverOf(pair.issuer, more);
      const error = await fault(discover(order(pair.resource)));
      expect(error.message).toContain(`${oauth} ${said}`);
      expect(error.code).toBe(code);
      expect(pair.server.paths).toEqual([oauth, openid]);
    });
  }
});

describe('what is read of a server', () => {
  proves('AUTH-16', 'all that a sign-in uses, and nothing else', async () => {
    await using pair = await openPair();
    const document = serverOf(pair.issuer, {
      registration_endpoint: `${pair.issuer}/register`,
      revocation_endpoint: `${pair.issuer}/revoke`,
      device_authorization_endpoint: `${pair.issuer}/device`,
      pushed_authorization_request_endpoint: `${pair.issuer}/par`,
      authorization_grant_profiles_supported: ['urn:ietf:params:oauth:grant-profile:id-jag'],
      dpop_signing_alg_values_supported: ['ES256'],
      grant_types_supported: ['authorization_code'],
      id_token_signing_alg_values_supported: ['ES256'],
      response_modes_supported: ['query'],
      response_types_supported: ['code'],
      revocation_endpoint_auth_methods_supported: ['none'],
      revocation_endpoint_auth_signing_alg_values_supported: ['ES256'],
      scopes_supported: ['a'],
      token_endpoint_auth_methods_supported: ['none'],
      token_endpoint_auth_signing_alg_values_supported: ['ES256'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
      require_pushed_authorization_requests: false,
      tls_client_certificate_bound_access_tokens: true,
      mtls_endpoint_aliases: { token_endpoint: `${pair.issuer}/mtls/token` },
    });
    pair.resource.pages[`${prm}/mcp`] = pair.metadata();
    const more = { userinfo_endpoint: 'http://as.example', issuerx: 1, constructor: 'x' };
    pair.server.pages[openid] = { ...document, ...more };
    expect((await discover(order(pair.resource))).server).toEqual(document);
  });

  proves('W-59', 'names that every object has are not taken for members', async () => {
    await using pair = await openPair();
    pair.resource.pages[`${prm}/mcp`] = pair.metadata();
    const text = JSON.stringify(serverOf(pair.issuer));
    const hostile = '{"__proto__":{"registration_endpoint":"https://evil.example","polluted":1},';
    pair.server.pages[oauth] = (response) => response.end(hostile + text.slice(1));
    const { server } = await discover(order(pair.resource));
    expect(server).toEqual(serverOf(pair.issuer));
    expect(server.registration_endpoint).toBeUndefined();
    expect('polluted' in {}).toBe(false);
  });

  test('null means as much as nothing, and no text in a list is passed over', async () => {
    await using pair = await openPair();
    pair.resource.pages[`${prm}/mcp`] = pair.metadata({ scopes_supported: null });
    pair.server.pages[oauth] = serverOf(pair.issuer, {
      registration_endpoint: null,
      scopes_supported: ['a', null, 1, 'b'],
      client_id_metadata_document_supported: null,
    });
    const found = await discover(order(pair.resource));
    expect(found.scopesSupported).toBeUndefined();
    expect(found.server).toEqual(serverOf(pair.issuer, { scopes_supported: ['a', 'b'] }));
  });
});

describe('a server of 2025-03-26', () => {
  proves('AUTH-07', 'is its own authorization server, by its metadata at the root', async () => {
    await using site = await openSite();
    site.pages[oauth] = serverOf(site.origin, { token_endpoint: `${site.origin}/oauth/token` });
    const url = `${site.origin}/v1/mcp?key=secret`;
    const found = await discover(order(site, { url, revision: '2025-03-26' }));
    expect(found).toEqual({
      resource: `${site.origin}/v1/mcp`,
      server: serverOf(site.origin, { token_endpoint: `${site.origin}/oauth/token` }),
      source: 'fallback-metadata',
    });
    expect(site.paths).toEqual([`${prm}/v1/mcp`, prm, oauth]);
    expect(site.asked[2]?.headers['mcp-protocol-version']).toBe('2025-03-26');
  });

  for (const { why, page } of bad.filter((one) => /^4\d\d|page|redirect/.test(one.why))) {
    proves('AUTH-07', `has default endpoints where its metadata is ${why}`, async () => {
      await using site = await openSite({ [`${prm}/mcp`]: page, [prm]: page, [oauth]: page });
      expect(await discover(order(site))).toEqual({
        resource: `${site.origin}/mcp`,
        server: {
          issuer: site.origin,
          authorization_endpoint: `${site.origin}/authorize`,
          token_endpoint: `${site.origin}/token`,
          registration_endpoint: `${site.origin}/register`,
        },
        source: 'fallback-endpoints',
      });
    });
  }

  proves(['AUTH-07', 'AUTH-14'], 'needs PKCE in its metadata, where it has any', async () => {
    await using site = await openSite();
    site.pages[oauth] = serverOf(site.origin, { code_challenge_methods_supported: undefined });
    expect((await fault(discover(order(site)))).code).toBe('PKCE_NOT_OFFERED');
  });

  proves(['AUTH-07', 'AUTH-12'], 'has no metadata of another issuer', async () => {
    await using site = await openSite({ [oauth]: serverOf('https://honest.example') });
    expect((await fault(discover(order(site)))).code).toBe('ISSUER_MISMATCH');
  });

  const notOld: readonly { why: string; pages: Record<string, Page>; code: string }[] = [
    { why: 'that fails for the moment', pages: { [`${prm}/mcp`]: 503 }, code: 'TRY_AGAIN' },
    { why: 'that has too much to do', pages: { [prm]: 429 }, code: 'TRY_AGAIN' },
    { why: 'that has some other metadata', pages: { [prm]: {} }, code: 'NO_METADATA' },
    { why: 'whose own metadata fails', pages: { [oauth]: 500 }, code: 'TRY_AGAIN' },
    { why: 'whose own metadata is rubbish', pages: { [oauth]: [] }, code: 'NO_METADATA' },
  ];
  for (const { why, pages, code } of notOld) {
    proves('AUTH-07', `is not one ${why}`, async () => {
      await using site = await openSite(pages);
      expect((await fault(discover(order(site)))).code).toBe(code);
    });
  }

  proves('AUTH-07', 'is not one that speaks of metadata', async () => {
    await using site = await openSite({ [oauth]: serverOf('x') });
    const challenge = { scheme: 'bearer', resourceMetadata: `${site.origin}/gone` } as const;
    expect((await fault(discover(order(site, { challenge })))).code).toBe('NO_METADATA');
    expect(site.paths).toEqual(['/gone', `${prm}/mcp`, prm]);
  });
});

test.each(['http://h.example/mcp', 'javascript:alert(1)', 'https://h.example/mcp#x'])(
  'nothing is asked for %s',
  async (url) => {
    await using site = await openSite();
    expect((await fault(discover(order(site, { url })))).code).toBe('URL_REFUSED');
  },
);

test('it is cancelled between two places', async () => {
  const stopping = new AbortController();
  await using site = await openSite();
  site.pages[`${prm}/mcp`] = (response) => {
    stopping.abort();
    response.writeHead(404).end();
  };
  const error = await fault(discover(order(site, { signal: stopping.signal })));
  expect(error.code).toBe('CANCELLED');
  expect(site.paths).toEqual([`${prm}/mcp`]);
});
