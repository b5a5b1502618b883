import type { AuthorizationServer } from 'oauth4webapi';
import type { Network } from '../network/network.ts';
import { quote } from '../network/quote.ts';
import type { Document, Reading } from './first-document.ts';
import { documentIn, endpointIn, flagIn, listIn, Misfit, textIn } from './read-fields.ts';
import { isSameIssuer } from './same-issuer.ts';

/** Whose metadata is expected. */
export interface Expected {
  readonly issuer: string;
  /** Whether the slash of an empty path makes no difference. */
  readonly emptyPathSlash: boolean;
  readonly network: Network;
}

/**
 * Reads the metadata of an authorization server: what a sign-in uses, and nothing else. One address
 * that the policy refuses spoils the whole.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc8414#section-2 | RFC 8414 §2}
 */
export function readServer(document: Document, expected: Expected): Reading<AuthorizationServer> {
  try {
    const issuer = textIn(document, 'issuer');
    if (issuer === undefined) return { kind: 'unusable', why: 'names no issuer' };
    // RFC 8414 §3.3: metadata of another issuer must not be used.
    if (!isSameIssuer(expected.issuer, issuer, expected.emptyPathSlash)) {
      const hint = isSameIssuer(expected.issuer, issuer, true)
        ? '; the tolerance emptyPathSlash puts up with that, where strict is not set'
        : '';
      const why = `is of the issuer ${quote(issuer)}, expected ${quote(expected.issuer)}${hint}`;
      return { kind: 'other-issuer', why };
    }
    const server = { issuer, ...readKnown(document, expected.network) } as AuthorizationServer;
    return server.token_endpoint === undefined
      ? { kind: 'unusable', why: 'names no token_endpoint' }
      : { kind: 'read', value: server };
  } catch (error) {
    if (!(error instanceof Misfit)) throw error;
    return { kind: error.isRefusal ? 'refused' : 'unusable', why: error.message };
  }
}

const endpoints = [
  'authorization_endpoint',
  'token_endpoint',
  'registration_endpoint',
  'revocation_endpoint',
  'device_authorization_endpoint',
  'pushed_authorization_request_endpoint',
] as const;

const lists = [
  'authorization_grant_profiles_supported',
  'code_challenge_methods_supported',
  'dpop_signing_alg_values_supported',
  'grant_types_supported',
  'id_token_signing_alg_values_supported',
  'response_modes_supported',
  'response_types_supported',
  'revocation_endpoint_auth_methods_supported',
  'revocation_endpoint_auth_signing_alg_values_supported',
  'scopes_supported',
  'token_endpoint_auth_methods_supported',
  'token_endpoint_auth_signing_alg_values_supported',
] as const;

const flags = [
  'authorization_response_iss_parameter_supported',
  'client_id_metadata_document_supported',
  'require_pushed_authorization_requests',
  'tls_client_certificate_bound_access_tokens',
] as const;

function readKnown(document: Document, network: Network): Record<string, unknown> {
  const aliases = documentIn(document, 'mtls_endpoint_aliases');
  return {
    ...readEach(endpoints, (name) => endpointIn(document, name, network)),
    ...readEach(lists, (name) => listIn(document, name)),
    ...readEach(flags, (name) => flagIn(document, name)),
    ...(aliases !== undefined && {
      mtls_endpoint_aliases: readEach(endpoints, (name) => endpointIn(aliases, name, network)),
    }),
  };
}

function readEach(names: readonly string[], read: (name: string) => unknown): Document {
  const pairs = names.map((name) => [name, read(name)] as const);
  return Object.fromEntries(pairs.filter(([, value]) => value !== undefined));
}
