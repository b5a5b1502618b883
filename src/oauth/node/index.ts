/**
 * What a sign-in needs of Node.js: tokens in a file that processes share, a fetch that
 * connects to checked addresses only, and a receiver for the answer of a browser.
 *
 * @packageDocumentation
 */
export { type AddressKind, kindOfAddress } from './address-kind.ts';
export { fileStore, type FileStoreOptions } from './file-store.ts';
export type { AddressLevel, Lookup, TlsSettings } from './guard-settings.ts';
export { type GuardedFetch, guardedFetch, type GuardedFetchOptions } from './guarded-fetch.ts';
export { loopbackRedirect, type LoopbackRedirectOptions } from './loopback-redirect.ts';
