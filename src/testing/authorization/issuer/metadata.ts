import type { SignInDeviation } from '../deviations.ts';
import { algorithmNames } from '../proof/jwt.ts';
import type { Issuer } from './issuer.ts';

type Document = Readonly<Record<string, unknown>>;

/**
 * What an authorization server says of itself.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc8414#section-2 | RFC 8414 §2}
 */
export function metadataOf(issuer: Issuer, isOpenId: boolean): Document {
  const { options, grants, authMethods, scene } = issuer;
  const offers = (grant: string): boolean => grants.some((name) => name.endsWith(grant));
  const document = {
    issuer: issuer.issuer,
    ...(offers('authorization_code') && { authorization_endpoint: issuer.at('authorize') }),
    token_endpoint: issuer.at('token'),
    revocation_endpoint: issuer.at('revoke'),
    jwks_uri: issuer.at('jwks'),
    response_types_supported: ['code'],
    grant_types_supported: grants,
    token_endpoint_auth_methods_supported: authMethods,
    token_endpoint_auth_signing_alg_values_supported: algorithmNames,
    code_challenge_methods_supported: ['S256'],
    ...(options.registration !== false && { registration_endpoint: issuer.at('register') }),
    ...(options.clientDocuments !== undefined && { client_id_metadata_document_supported: true }),
    ...(options.scopes !== undefined && { scopes_supported: options.scopes }),
    ...(options.pushing !== undefined && {
      pushed_authorization_request_endpoint: issuer.at('par'),
      require_pushed_authorization_requests: options.pushing === 'required',
    }),
    ...(offers('device_code') && { device_authorization_endpoint: issuer.at('device') }),
    ...(options.dpop !== undefined && { dpop_signing_alg_values_supported: algorithmNames }),
    ...(offers('jwt-bearer') && {
      authorization_grant_profiles_supported: ['urn:ietf:params:oauth:grant-profile:id-jag'],
    }),
    ...(options.iss !== false && { authorization_response_iss_parameter_supported: true }),
    ...(isOpenId && {
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['ES256'],
    }),
  };
  return [...scene.deviations].reduce((said, name) => deviated(said, name), document as Document);
}

const elsewhere: Readonly<Partial<Record<SignInDeviation, Document>>> = {
  'pkce-not-advertised': { code_challenge_methods_supported: undefined },
  'pkce-plain-only': { code_challenge_methods_supported: ['plain'] },
  'issuer-of-another': { issuer: 'https://evil.example.com' },
  'iss-not-advertised': { authorization_response_iss_parameter_supported: undefined },
  'endpoints-script': { authorization_endpoint: 'javascript:alert(document.domain)//' },
  'endpoints-file': { authorization_endpoint: 'file:///etc/passwd' },
  'endpoints-private': { token_endpoint: 'http://169.254.169.254/latest/meta-data/token' },
  'endpoints-plain': { token_endpoint: 'http://plain.example.com/token' },
};

function deviated(document: Document, name: SignInDeviation): Document {
  if (name !== 'issuer-slash') return { ...document, ...elsewhere[name] };
  const issuer = String(document['issuer']);
  return { ...document, issuer: issuer.endsWith('/') ? issuer.slice(0, -1) : `${issuer}/` };
}
