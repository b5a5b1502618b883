/**
 * Signing in to MCP servers with OAuth, in any run-time with `fetch` and WebCrypto.
 *
 * @packageDocumentation
 */
export { firstRedirect } from './authorization/first-redirect.ts';
export { pasteRedirect, type PasteRedirectOptions } from './authorization/paste-redirect.ts';
export type { Redirect, RedirectReceiver } from './authorization/redirect.ts';
export type { OAuthClock, OAuthTimer } from './clock.ts';
export { OAuthError, type OAuthErrorCode, type OAuthErrorOptions } from './errors.ts';
export {
  authorizationCode,
  type AuthorizationCodeOptions,
  type SignInPage,
} from './grants/authorization-code.ts';
export {
  clientCredentials,
  type ClientCredentialsOptions,
  type ClientKey,
} from './grants/client-credentials.ts';
export { deviceCode, type DeviceCode, type DeviceCodeOptions } from './grants/device-code.ts';
export {
  enterpriseManaged,
  type EnterpriseManagedOptions,
  type IdentityAssertion,
  type IdentityProvider,
} from './grants/enterprise-managed.ts';
export type { Grant } from './grants/grant.ts';
export { workloadIdentity, type WorkloadIdentityOptions } from './grants/workload-identity.ts';
export { memoryStore } from './keeping/memory-store.ts';
export type { Store, Stored, StoreLock } from './keeping/store.ts';
export type { OAuthFetch, OAuthFetchInit } from './network/network.ts';
export {
  oauth,
  OAuthCredentials,
  type OAuthAnswer,
  type OAuthFields,
  type OAuthRefusal,
  type OAuthRequest,
  type SignInStatus,
} from './oauth.ts';
export type { OAuthOptions } from './options.ts';
export type {
  ClientOptions,
  ClientQuestion,
  GivenClient,
  PreRegisteredClient,
} from './registration/client-options.ts';
export type { Tolerances } from './tolerances.ts';
