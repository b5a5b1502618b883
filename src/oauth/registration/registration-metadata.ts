import type { AuthorizationServer } from 'oauth4webapi';
import { isLocalRedirect, withoutPort } from '../authorization/redirect-uri.ts';

/** What a client says of itself when it registers. */
export interface RegistrationMetadata {
  readonly client_name: string;
  readonly redirect_uris: string[];
  readonly grant_types: string[];
  readonly response_types: string[];
  readonly token_endpoint_auth_method: string;
  readonly application_type: 'native' | 'web';
  readonly scope?: string;
}

export interface RegistrationOrder {
  readonly server: AuthorizationServer;
  readonly clientName: string;
  readonly redirectUri: string;
  readonly scope: string | undefined;
  readonly applicationType: 'native' | 'web' | undefined;
}

/**
 * @see {@link https://www.rfc-editor.org/rfc/rfc7591#section-2 | RFC 7591 §2}
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization/client-registration#dynamic-client-registration | Dynamic client registration}
 */
export function registrationMetadata(order: RegistrationOrder): RegistrationMetadata {
  const { server, redirectUri, scope } = order;
  return {
    client_name: order.clientName,
    redirect_uris: [redirectUri],
    grant_types: grantsAt(server),
    response_types: ['code'],
    token_endpoint_auth_method: authMethod(server.token_endpoint_auth_methods_supported),
    // Without it OpenID servers take the client for one of the web, and refuse the loopback.
    application_type: order.applicationType ?? typeOf(redirectUri),
    ...(scope === undefined ? {} : { scope }),
  };
}

/** One client serves for every way in which a person signs in there. */
function grantsAt(server: AuthorizationServer): string[] {
  const grants = ['authorization_code', 'refresh_token'];
  const hasDevices = server.device_authorization_endpoint !== undefined;
  return hasDevices ? [...grants, 'urn:ietf:params:oauth:grant-type:device_code'] : grants;
}

/** The methods that need nothing but an answer to the registration. A public client needs no secret. */
const authMethods = ['none', 'client_secret_basic', 'client_secret_post'] as const;

function authMethod(supported: readonly string[] | undefined): string {
  return authMethods.find((method) => supported?.includes(method)) ?? 'none';
}

/**
 * What to say instead where the refusal shows what would help; `undefined`: it does not.
 *
 * @param error - the error code
 * @param description - only searched for the name of what was wrong
 */
export function adjustMetadata(
  metadata: RegistrationMetadata,
  error: string,
  description: string,
): RegistrationMetadata | undefined {
  const { application_type: type, token_endpoint_auth_method: method } = metadata;
  const withOtherType = { ...metadata, application_type: otherType(type) };
  if (/application.?type/i.test(description)) return withOtherType;
  if (error === 'invalid_redirect_uri') {
    const [redirectUri = ''] = metadata.redirect_uris;
    const portless = withoutPort(redirectUri);
    if (type !== typeOf(redirectUri) || portless === undefined) return withOtherType;
    // RFC 8252 §7.3: then any port may be used, and some servers take no other form.
    return { ...metadata, redirect_uris: [portless] };
  }
  if (/auth(entication)?.?method/i.test(description)) {
    const next = authMethods[authMethods.findIndex((known) => known === method) + 1];
    return next === undefined ? undefined : { ...metadata, token_endpoint_auth_method: next };
  }
  if (error === 'invalid_scope' || /scope/i.test(description)) {
    const { scope, ...rest } = metadata;
    return scope === undefined ? undefined : rest;
  }
  if (/grant.?type|refresh.?token/i.test(description)) {
    return { ...metadata, grant_types: ['authorization_code'] };
  }
  return undefined;
}

function typeOf(redirectUri: string): 'native' | 'web' {
  return isLocalRedirect(redirectUri) ? 'native' : 'web';
}

function otherType(type: 'native' | 'web'): 'native' | 'web' {
  return type === 'native' ? 'web' : 'native';
}
