import type { HttpReply } from '../../faults/http-reply.ts';
import { allowDevice, beginDevice } from '../grants/device.ts';
import type { SignInPlace } from '../places.ts';
import { jsonReply, pageReply } from '../wire/reply.ts';
import { authorize } from './authorize.ts';
import type { Issuer } from './issuer.ts';
import { metadataOf } from './metadata.ts';
import { push } from './push.ts';
import { register } from './register.ts';
import { revoke } from './revoke.ts';
import { takeToken } from './take-token.ts';
import { note, type Visit } from './visit.ts';

/** What stands at each place of an authorization server. */
const takers: Readonly<Partial<Record<SignInPlace, (visit: Visit) => HttpReply>>> = {
  'oauth-metadata': (visit) => tellMetadata(visit, false),
  'oidc-metadata': (visit) => tellMetadata(visit, true),
  'oidc-metadata-appended': (visit) => tellMetadata(visit, true),
  jwks: ({ issuer }) => jsonReply({ keys: [issuer.key.publicJwk] }),
  registration: register,
  authorization: authorize,
  'pushed-authorization': push,
  token: takeToken,
  revocation: revoke,
  'device-authorization': beginDevice,
  'device-verification': allowDevice,
};

/** Answers a request at an authorization server; what is not there is 404. */
export function route(visit: Visit): HttpReply {
  const { authorization = '' } = visit.request.headers;
  if (/^(?:bearer|dpop) /i.test(authorization)) {
    note(visit, 'credentials-needless', 'an access token is for its resource alone');
  }
  return takers[visit.request.place]?.(visit) ?? pageReply('Not found.', 404);
}

function tellMetadata({ issuer }: Visit, isOpenId: boolean): HttpReply {
  return jsonReply(metadataOf(issuer, isOpenId));
}

/** The place of a path at an authorization server. */
export function placeAt(issuer: Issuer, pathname: string): SignInPlace {
  const { path, options } = issuer;
  const { metadata = ['oauth-metadata'] } = options;
  const wellKnown: readonly (readonly [path: string, place: (typeof metadata)[number]])[] = [
    [`/.well-known/oauth-authorization-server${path}`, 'oauth-metadata'],
    [`/.well-known/openid-configuration${path}`, 'oidc-metadata'],
    [`${path}/.well-known/openid-configuration`, 'oidc-metadata-appended'],
  ];
  // Without a path two of these are one: then either is enough.
  const known = wellKnown.find(([at, place]) => at === pathname && metadata.includes(place));
  const [, place] = known ?? wellKnown.find(([at]) => at === pathname) ?? [];
  if (place !== undefined) return place;
  const inside = pathname.startsWith(`${path}/`) ? pathname.slice(path.length + 1) : '';
  return endpoints[inside] ?? 'elsewhere';
}

/** Whether something stands at a place, as this authorization server is. */
export function isThere({ options, grants }: Issuer, place: SignInPlace): boolean {
  const { metadata = ['oauth-metadata'] } = options;
  switch (place) {
    case 'oauth-metadata':
    case 'oidc-metadata':
    case 'oidc-metadata-appended':
      return metadata.includes(place);
    case 'registration':
      return options.registration !== false;
    case 'pushed-authorization':
      return options.pushing !== undefined;
    case 'device-authorization':
    case 'device-verification':
      return grants.some((grant) => grant.endsWith('device_code'));
    case 'authorization':
      return grants.includes('authorization_code');
    case 'token':
    case 'revocation':
    case 'jwks':
      return true;
    case 'mcp':
    case 'resource-metadata':
    case 'resource-metadata-at-path':
    case 'resource-metadata-at-root':
    case 'elsewhere':
      return false;
  }
}

const endpoints: Readonly<Record<string, SignInPlace>> = {
  register: 'registration',
  authorize: 'authorization',
  par: 'pushed-authorization',
  token: 'token',
  revoke: 'revocation',
  device: 'device-authorization',
  'device-page': 'device-verification',
  jwks: 'jwks',
};
