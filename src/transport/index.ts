/**
 * The transports that run everywhere: they move whole messages and know no feature. The one for
 * local programs has a door of its own.
 *
 * @packageDocumentation
 */
export { http } from './http.ts';
export type { HttpOptions } from './http.ts';
export type {
  Credentials,
  CredentialsRefusal,
  CredentialsRequest,
  HeaderFields,
  RefusalAnswer,
} from './http/credentials.ts';
export type { RedirectPolicy } from './http/plan-redirect.ts';
export { isReservedHeader } from './http/plan-request.ts';
export { bearerToken, staticHeaders } from './http/static-credentials.ts';
