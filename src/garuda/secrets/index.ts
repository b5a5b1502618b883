/**
 * Secrets, taken out of what is logged or shown.
 *
 * @packageDocumentation
 */
export { redactSecrets } from '../../protocol/index.ts';
export type { RedactOptions } from '../../protocol/index.ts';
export { KnownSecrets } from './known-secrets.ts';
