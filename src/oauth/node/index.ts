/**
 * What a sign-in needs of Node.js: tokens in a file that processes share.
 *
 * @packageDocumentation
 */
export { fileStore, type FileStoreOptions } from './file-store.ts';
