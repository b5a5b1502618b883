/**
 * What a sign-in needs of Node.js: tokens in a file that processes share, and a fetch that
 * connects to checked addresses only.
 *
 * @packageDocumentation
 */
export { fileStore, type FileStoreOptions } from './file-store.ts';
export type { AddressLevel, Lookup, TlsSettings } from './guard-settings.ts';
export { type GuardedFetch, guardedFetch, type GuardedFetchOptions } from './guarded-fetch.ts';
