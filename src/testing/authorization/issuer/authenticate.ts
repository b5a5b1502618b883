import type { SignInRequest } from '../sign-in-request.ts';
import { wrongInClaims } from '../proof/check-claims.ts';
import { isSignedBy, readJwt, type Jwt } from '../proof/jwt.ts';
import { OAuthRefusal } from '../wire/refusal.ts';
import type { KnownClient } from './clients.ts';
import type { ScriptedAuthMethod } from './issuer-options.ts';
import { note, refuse, type Visit } from './visit.ts';

/** What a request shows of who sent it. */
interface Shown {
  readonly method: ScriptedAuthMethod;
  readonly id: string | undefined;
  readonly secret?: string;
  readonly assertion?: Jwt | undefined;
}

/**
 * The client that sent a request, authenticated.
 *
 * @throws OAuthRefusal `invalid_client`
 * @see {@link https://www.rfc-editor.org/rfc/rfc6749#section-2.3 | RFC 6749 §2.3}
 */
export function authenticate(visit: Visit): KnownClient {
  const { issuer, request } = visit;
  const ways = shownIn(request);
  const [shown] = ways;
  if (shown === undefined || ways.length > 1) {
    const names = ways.map(({ method }) => method).join(' and ');
    refuse(visit, 'client-authentication-twice', 'invalid_request', `${names} in one request`);
  }
  const { id, method } = shown;
  const client = id === undefined ? undefined : issuer.clients.find(id);
  if (client === undefined) throw unknownClient(visit, id);
  if (method !== client.authMethod || !issuer.authMethods.includes(method)) {
    const detail = `${client.authMethod} was registered, ${method} came`;
    refuse(visit, 'client-authentication-method', 'invalid_client', detail);
  }
  const wrong = wrongIn(visit, shown, client);
  if (wrong === undefined) return client;
  return refuse(visit, 'client-authentication-wrong', 'invalid_client', wrong);
}

/** The refusal of a client id that is not known, and what is wrong with it. */
export function unknownClient(visit: Visit, id: string | undefined): OAuthRefusal {
  const { issuer } = visit;
  const owner = issuer.scene.givenBy.get(id ?? '');
  if (owner !== undefined && owner !== issuer.issuer) {
    note(visit, 'client-of-another-issuer', `it was given by ${owner}`);
  } else if (owner === undefined) {
    // One that was forgotten here is no fault of the client.
    note(visit, 'client-unknown', `no client id that was given: ${String(id)}`);
  }
  return new OAuthRefusal('invalid_client', 'The client is not known.');
}

function shownIn({ headers, parameters }: SignInRequest): readonly Shown[] {
  const { client_id: id, client_secret: secret, client_assertion: assertion } = parameters;
  const ways: Shown[] = [];
  const { authorization = '' } = headers;
  if (/^basic /i.test(authorization)) {
    const [user = '', word = ''] = Buffer.from(authorization.slice(6), 'base64')
      .toString()
      .split(':')
      // Each part is form-encoded before it is joined (RFC 6749 §2.3.1).
      .map((part) => new URLSearchParams(`v=${part.replaceAll('&', '%26')}`).get('v') ?? '');
    ways.push({ method: 'client_secret_basic', id: user, secret: word });
  }
  if (secret !== undefined) ways.push({ method: 'client_secret_post', id, secret });
  if (assertion !== undefined) {
    const jwt = readJwt(assertion);
    const subject = jwt?.claims['sub'];
    const named = typeof subject === 'string' ? subject : undefined;
    ways.push({ method: 'private_key_jwt', id: id ?? named, assertion: jwt });
  }
  return ways.length > 0 ? ways : [{ method: 'none', id }];
}

function wrongIn(visit: Visit, shown: Shown, client: KnownClient): string | undefined {
  const { issuer, request } = visit;
  if (shown.method === 'none') return undefined;
  if (shown.method !== 'private_key_jwt') {
    return shown.secret === client.secret ? undefined : 'the secret is another one';
  }
  const type = request.parameters['client_assertion_type'];
  if (type !== 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer') {
    return `client_assertion_type is ${String(type)}`;
  }
  const { assertion } = shown;
  if (assertion === undefined) return 'the assertion is no JWT';
  const { iss, sub } = assertion.claims;
  if (iss !== client.id || sub !== client.id) return 'iss and sub are not the client id';
  if (!client.keys.some((key) => isSignedBy(assertion, key))) return 'no key of it has signed';
  const { seen } = issuer;
  const audiences = [issuer.issuer, `${issuer.issuer}/`];
  return wrongInClaims(assertion, { audiences, nowMs: issuer.scene.now(), seen });
}
